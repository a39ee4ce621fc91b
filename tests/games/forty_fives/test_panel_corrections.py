"""Forty-fives: answers taken back while a round is entered, and corrected rounds."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from scorekeeper.play.models import Draft
from scorekeeper.rules.forty_fives.fields import WrittenRow
from tests.games.draft_client import Phone, keep_key_is_prominent
from tests.games.forty_fives.rounds import RESULT, desk, heading, played
from tests.security.cast import with_pass

pytestmark = pytest.mark.django_db


def former_points(phone: Phone) -> list[tuple[str, str]]:
    """Return the struck points of the sheet, each with those that replaced them."""
    return re.findall(r'<s aria-hidden="true">([^<]*)</s>\s*([^\s<]+)', phone.page)


def test_trick_is_taken_off_and_best_trump_with_it() -> None:
    phone = Phone(desk()).tap("trump-S", *["took-1"] * 4, "took-2", "best-2")
    assert phone.move["best"] == "2"
    phone.tap("off-4")
    assert "move" not in phone.fields
    phone.tap("took-1", "best-nobody")
    assert phone.move == {"dealer": "4", "trump": "S", "tricks": ["1"] * 5, "best": None}
    assert "25 of 25" in phone.page


def test_corrected_card_changes_leader() -> None:
    phone = Phone(desk()).tap("mode-cards", "card-7H", "robbed")
    played(phone, "KC 2C 3C 4C", "QS 4S 5S KS")
    assert "Dev leads" in phone.page
    phone.tap("fix-0-2")
    assert "Trick 1: what did Cleo play, if not the 3♣?" in phone.page
    phone.tap("card-2H")  # it was a trump: Cleo took the first trick and led the second
    tricks = Draft.objects.get().data["entry"]["tricks"]
    assert tricks[0][2] == ["3", "2H"]
    assert [player for player, _card in tricks[1]] == ["3", "4", "1", "2"]
    phone.tap("back")
    assert len(Draft.objects.get().data["entry"]["tricks"][1]) == 3


def test_card_to_correct_may_be_left_as_it_is() -> None:
    phone = Phone(desk()).tap("mode-cards", "card-9D", "robbed", "card-KC", "fix-0-0")
    assert "Never mind" in phone.page
    assert "Take back K♣" not in phone.page
    phone.tap("back")
    assert "Take back K♣" in phone.page


def test_round_is_corrected() -> None:
    table = desk()
    number = table.entry(**RESULT)
    table.entry(**RESULT | {"best": "1"})
    phone = Phone(table)
    phone.look(f"?line={number}")
    assert "Round 1: Ana 5, Cleo 20, Dev 5" in phone.page
    phone.look(f"?line={number}&right=1")
    assert "Correct round 1" in phone.page
    assert "Change round 1" not in phone.page  # nothing is changed yet
    phone.tap("off-0", "took-2", "best-2")
    assert "Change round 1" in phone.page
    assert former_points(phone) == [("0", "+10"), ("+20", "+10")]
    assert phone.move["tricks"] == ["2", "3", "1", "4", "3"]
    assert phone.write("correct").status_code == 200
    phone.look()
    assert former_points(phone) == [("0", "+10"), ("+20", "+10")]
    assert ", was 20<" in phone.page
    assert table.table.game.scores(table.table.state) == {"1": 15, "2": 10, "3": 25, "4": 10}
    assert not Draft.objects.exists()
    last = table.table.last_line
    assert last is not None
    form = table.form(entry=str(last.latest.number))
    answer = phone.client.post(table.url("undo"), form, headers=phone.headers)
    assert "Change undone" in answer.content.decode()
    assert table.table.game.scores(table.table.state)["2"] == 0


def test_unfinished_correction_waits_beside_next_round() -> None:
    table = desk()
    number = table.entry(**RESULT)
    phone = Phone(table).tap("trump-S", "took-1")
    phone.look(f"?line={number}&right=1")
    phone.tap("off-0")
    phone.look()
    assert "Who took trick 2?" in phone.page
    phone.look(f"?line={number}&right=1")
    assert "Who took trick 1?" in phone.page


def test_correction_that_ends_game_names_broken_entry() -> None:
    table = desk(options={"target": 30})
    number = table.entry(trump="H", tricks=["1", "1", "1", "2", "3"], best="1")
    table.entry(trump="H", tricks=["1", "1", "1", "1", "3"], best="1")
    phone = Phone(table)
    phone.look(f"?line={number}&right=1")
    phone.tap("off-4", "took-1", "off-3", "took-1")
    assert "That would break" in phone.page
    assert "round 2" in phone.page.lower()
    keep_key_is_prominent(phone)


def test_correction_by_cards_that_ends_game_keeps_the_line_first() -> None:
    table = desk(options={"target": 30})
    cards = ["5H 3D 4D 6D", "KS 2C 3C 4C", "QS 6C 7C 8C", "JS 9C 10C JC", "3S 2S AC QC"]
    tricks = [[list(play) for play in zip("1234", trick.split(), strict=True)] for trick in cards]
    number = table.entry(trump="H", tricks=tricks)
    table.entry(trump="H", tricks=["1", "1", "1", "1", "3"], best="1")
    phone = Phone(table)
    phone.look(f"?line={number}&right=1")
    phone.tap("fix-4-1", "card-KC")
    assert "That would break" in phone.page
    keep_key_is_prominent(phone)


def test_trick_taken_off_leaves_order_and_best_trump() -> None:
    phone = Phone(desk()).tap("trump-H", *(f"took-{key}" for key in RESULT["tricks"]), "best-3")
    phone.tap("off-1")
    assert "Who took trick 2?" in phone.page
    phone.tap("took-2")
    assert phone.move["tricks"] == ["3", "2", "1", "4", "3"]
    assert phone.move["best"] == "3"


def test_tricks_taken_off_are_asked_in_order() -> None:
    phone = Phone(desk()).tap("trump-H", *(f"took-{key}" for key in RESULT["tricks"]), "off-3", "off-0")
    assert "off-0" not in phone.open_keys
    phone.tap("took-2", "took-1", "best-3")
    assert phone.move["tricks"] == ["2", "3", "1", "1", "3"]


def test_tricks_may_be_taken_before_trumps_are_named() -> None:
    phone = Phone(desk()).tap(*(f"took-{key}" for key in RESULT["tricks"]), "best-3")
    assert heading(phone) == "Which suit was trumps?"
    phone.tap("trump-H")
    assert phone.move == {"dealer": "4"} | RESULT


def test_bid_is_changed_while_round_is_entered() -> None:
    phone = Phone(desk(options={"auction": True})).tap("bidder-1", "bid-25", "trump-C", "took-2")
    assert "Ana bid 25" in phone.page
    phone.tap("bid-again", "bidder-2", "bid-20")
    assert "Bo bid 20" in phone.page
    assert Draft.objects.get().data["entry"] == {
        "bid": {"player": "2", "points": 20},
        "trump": "C",
        "tricks": ["2"],
    }
    phone.tap("bid-again", "back")
    assert "Who took trick 2?" in phone.page


def test_bid_is_changed_among_cards() -> None:
    phone = Phone(desk(options={"auction": True})).tap(
        "bidder-1", "bid-25", "trump-C", "mode-cards", "card-KC"
    )
    phone.tap("bid-again", "bid-30")
    entry = Draft.objects.get().data["entry"]
    assert entry["bid"] == {"player": "1", "points": 30}
    assert entry["tricks"] == [[["1", "KC"]]]
    assert "Ana bid 30" in phone.page


@pytest.mark.parametrize("by_cards", [False, True])
def test_bid_of_written_round_is_corrected(by_cards: bool) -> None:
    table = desk(options={"auction": True})
    phone = Phone(table).tap("bidder-2", "bid-20", "trump-C")
    if by_cards:
        phone.tap("mode-cards")
        played(phone, "KC 2C 3C 4C", "QS 4S 5S KS", "JD 2D 3D 4D", "JS 6S 8S 9S", "9D 10D 8D 7D")
    else:
        phone.tap(*["took-2"] * 4, "took-1", "best-2")
    phone.write()
    phone.look("?line=1&right=1")
    phone.tap("bid-again", "bidder-1", "bid-15")
    assert phone.move["bid"] == {"player": "1", "points": 15}
    assert phone.write("correct").status_code == 200
    bid = WrittenRow.of(table.table.sheet.rows[0]).bid
    assert bid is not None
    assert (bid.player, bid.points) == ("1", 15)


def test_round_started_by_cards_is_finished_by_result() -> None:
    phone = Phone(desk()).tap("mode-cards", "card-7H", "rob-3", "robbed")
    played(phone, "KC 2C 3C 4C", "QS 4S 5S KS", "JD")
    phone.tap("mode-result")
    assert "Who took trick 3?" in phone.page
    phone.tap("took-1", "took-2", "took-2", "best-2")
    assert phone.move == {
        "dealer": "4",
        "turned": "7H",
        "robbed": {"player": "3"},
        "tricks": ["1", "4", "1", "2", "2"],
        "best": "2",
    }
    assert phone.write().status_code == 200


def test_shown_cards_are_offered_again() -> None:
    phone = Phone(desk()).tap("mode-cards", "card-7H", "robbed")
    played(phone, "KC 2C 3C 4C", "QS").tap("mode-result", "mode-cards")
    assert Draft.objects.get().data["entry"]["tricks"][1] == [["1", "QS"]]


def test_trumps_named_stay_on_way_to_cards_and_back() -> None:
    phone = Phone(desk()).tap("trump-S", "mode-cards")
    assert re.search(r'id="suit-S"[^>]*checked', phone.page)
    assert "trump-S" in phone.tap("mode-result").chosen_keys
    phone.tap("mode-cards", "card-7H", "robbed", "mode-result")
    assert "trump-H" in phone.chosen_keys


def test_joker_turned_by_result_asks_for_next_card() -> None:
    phone = Phone(desk()).tap("turning", "card-JK")
    assert heading(phone).startswith("Which card was turned next?")
    assert "The joker goes to the dealer, Dev." in phone.page
    assert heading(phone.tap("back")) == "Round 1: which suit is trumps?"
    assert heading(phone.tap("turning", "card-9D")) == "Who took trick 1?"


def test_round_by_cards_is_taken_back_at_next() -> None:
    table = desk()
    phone = Phone(table).tap("mode-cards", "card-7H", "robbed")
    played(phone, "KC 2C 3C 4C", "QS 4S 5S 7S", "JD 2D 3D 4D", "JS 6S 8S 9S", "9D 10D 8D 5D").write()
    assert "which card is turned?" in phone.page
    assert "Take back round 1" in phone.page
    assert {"mode-result", "card-AS"} <= phone.open_keys


def test_spectator_sees_no_key_below_cards() -> None:
    table = desk()
    phone = Phone(table).tap("mode-cards", "card-9D", "rob-3", "robbed")
    assert 'id="mode-result"' in phone.page
    watching = Phone(table, client=with_pass(Client(), table))
    assert "You are watching" in watching.page
    assert 'id="mode-result"' not in watching.page

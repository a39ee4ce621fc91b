"""Générala: tricks entered card by card with the rules as a referee."""

from __future__ import annotations

import re

import pytest

from scorekeeper.play.models import Draft
from scorekeeper.rules.cards import is_joker
from scorekeeper.rules.generala_cards.fields import HandRow
from tests.games.draft_client import Phone

from .desk import FIVE, cards, desk, entry, tapped
from .hands import hand_after, state_of

pytestmark = pytest.mark.django_db


# --- tricks with a referee -------------------------------------------------------------------------------


def test_trick_that_everybody_follows() -> None:
    table = desk()
    phone = Phone(table).tap("mode-cards")
    assert "Ana leads: which card?" in phone.page
    assert "the last card dealt to Ana" in phone.page
    cards(phone, "9H")
    assert "Bo follows" in phone.page
    assert 'id="suit-H" value="H" aria-keyshortcuts="H" checked' in phone.page
    assert "must play a heart if able" in phone.page
    assert "plays after Bo" in phone.page
    cards(phone, "KH 2H 3H 4H")
    assert "Bo wins, Bo leads" in phone.page
    assert "Write trick 1: Bo leads" in phone.page
    assert phone.move == {"trick": [["1", "9H"], ["2", "KH"], ["3", "2H"], ["4", "3H"], ["5", "4H"]]}
    assert phone.write().status_code == 200
    assert "Bo leads" in phone.page
    assert "Hand 1, referee" in phone.page
    assert "Take back hand 1, trick 1" in phone.page
    assert "mode-result" in phone.open_keys
    assert "card-KH" not in phone.open_keys  # it has left play
    assert "Bo, trick 1." in phone.look("?where=KH")


def test_player_without_suit_picks_up_card() -> None:
    table = desk()
    phone = cards(Phone(table).tap("mode-cards"), "9H KH").tap("none")
    assert "Which card does Cleo pick up?" in phone.page
    assert "the trick stops and Cleo picks up one card, not a joker" in phone.page
    assert "does not play" in phone.page
    assert {"take-9H", "take-KH", "back"} <= phone.open_keys
    phone.tap("back")  # Cleo has a heart after all
    phone.tap("none", "take-9H", "take-KH")
    assert "Bo wins, Bo leads" in phone.page
    assert "House rule: a card that is picked up still counts for winning." in phone.page
    assert "#rule-winner_counts_taken_card" in phone.page
    assert phone.move["took"] == {"player": "3", "card": "KH"}
    phone.write()
    assert table.table.state.running.counts["3"] == 12
    cards(phone, "2H")
    assert "a heart: Cleo holds one" in phone.page  # it was picked up
    assert "none" not in phone.open_keys
    assert phone.send("none").status_code == 422


def test_single_card_is_picked_up_without_asking() -> None:
    phone = cards(Phone(desk()).tap("mode-cards"), "9H").tap("none")
    assert phone.move == {"trick": [["1", "9H"]], "took": {"player": "2", "card": "9H"}}
    assert "Write trick 1: Ana leads" in phone.page


def test_picked_up_card_does_not_win_here() -> None:
    phone = cards(Phone(desk(options={"winner_counts_taken_card": False})).tap("mode-cards"), "9H KH")
    phone.tap("none", "take-KH")
    assert "Ana wins, Ana leads" in phone.page
    assert "House rule: a card that is picked up does not win." in phone.page


def test_trick_without_winner_left() -> None:
    phone = cards(Phone(desk(options={"winner_counts_taken_card": False})).tap("mode-cards"), "9H").tap(
        "none"
    )
    assert "Nobody wins, Bo leads" in phone.page
    assert "Of those who played nobody can lead, so Bo does, who picked up." in phone.page


def test_joker_instead_of_suit_and_joker_led() -> None:
    table = desk()
    phone = cards(Phone(table).tap("mode-cards"), "9H").tap("joker")
    assert "has no heart, plays a joker; winning so far" in phone.page
    cards(phone, "2H 3H 4H")
    assert "Bo wins, Bo leads" in phone.page
    phone.write()
    phone.tap("joker")
    assert "leads a joker: everybody plays any card" in phone.page
    assert "may play any card: a joker was led" in phone.page
    assert "none" not in phone.open_keys
    played = [card for _player, card in table.table.state.running.tricks[0].plays]
    assert entry()["trick"][0][1] not in played
    assert not any(is_joker(key.removeprefix("card-")) for key in phone.open_keys)
    assert "joker" not in phone.open_keys  # both were shown
    assert phone.send("joker").status_code == 422


def test_joker_right_after_joker_is_refused() -> None:
    phone = Phone(desk(options={"joker_after_joker": "forbidden"})).tap("mode-cards", "joker")
    assert "not after a joker" in phone.page
    assert "joker" not in phone.open_keys


def test_finished_hand_starts_next_in_same_way() -> None:
    table = desk()
    *tricks, last = hand_after(state_of(5), most=20)
    for trick in tricks:
        table.entry(**trick)
    phone = tapped(Phone(table), last)
    assert phone.move == last
    assert "last card: out" in phone.page
    assert "hand 1 is over" in phone.page
    (lost,) = table.table.game.apply(table.table.state, table.table.game.parse(last)).dropped
    name = FIVE[int(lost) - 1]
    assert f"Write trick {len(tricks) + 1}: {name} drops and deals" in phone.page
    assert re.search(rf"{name} is left with \d+ card", phone.page)
    phone.write()
    assert table.table.state.dropped == (lost,)
    assert "Hand 2, trick 1" in phone.page
    assert "mode-result" in phone.open_keys
    phone.tap("mode-result")
    assert "Who ran out first?" in phone.page
    row = phone.look(f"?line={len(tricks) + 1}")
    assert f"{name} drops" in row
    assert row.count("?line=3") == 1  # its tricks lie with it


def test_wrong_card_is_corrected() -> None:
    phone = cards(Phone(desk()).tap("mode-cards"), "9H KH 2H").tap("fix-1")
    assert "What did Bo play, if not the K♥?" in phone.page
    cards(phone, "QH")
    assert entry() == {"trick": [["1", "9H"], ["2", "QH"], ["3", "2H"]]}
    phone.tap("fix-1", "fix-1")  # tapped once more it stays
    assert "fix" not in Draft.objects.get().data
    phone.tap("fix-0", "back", "none", "take-QH", "fix-1", "card-JH")
    assert phone.move["took"] == {"player": "4", "card": "JH"}
    phone.tap("back")
    phone.tap("back")
    assert entry() == {"trick": [["1", "9H"], ["2", "JH"]]}


def test_card_that_does_not_follow_is_refused() -> None:
    phone = cards(Phone(desk()).tap("mode-cards"), "9H")
    assert phone.send("card-2S").status_code == 422
    assert entry() == {"trick": [["1", "9H"]]}


def test_trick_is_corrected() -> None:
    table = desk()
    number = table.entry(trick=[["1", "9H"], ["2", "KH"], ["3", "2H"], ["4", "3H"], ["5", "4H"]])
    phone = Phone(table)
    page = phone.look(f"?line={number}")
    assert "Trick 1: Ana 9♥, Bo K♥, Cleo 2♥, Dev 3♥, Eva 4♥" in page
    phone.look(f"?line={number}&right=1")
    assert "Correct trick 1" in phone.page
    assert "Change trick 1" not in phone.page  # nothing is changed yet
    phone.tap("fix-4", "card-AH")
    assert "Change trick 1: Eva leads" in phone.page
    assert phone.write("correct").status_code == 200
    assert table.table.state.running.leader == "5"
    last = table.table.last_line
    assert last is not None
    answer = phone.client.post(
        table.url("undo"), table.form(entry=str(last.latest.number)), headers=phone.headers
    )
    assert "Change undone" in answer.content.decode()
    assert table.table.state.running.leader == "2"


def test_tricks_are_shown_with_entry_of_their_hand() -> None:
    table = desk()
    for leader, suit in (("1", "H"), ("2", "S")):
        order = [str((int(leader) + place - 1) % 5 + 1) for place in range(5)]
        ranks = ("9", "K", "2", "3", "4") if leader == "1" else ("A", "K", "2", "3", "4")
        table.entry(trick=[[player, rank + suit] for player, rank in zip(order, ranks, strict=True)])
    page = Phone(table).look("?line=1")
    assert 'href="?line=1"' in page
    assert 'class="on"' in page
    assert 'href="?line=2"' in page


# --- the rest of a hand by its result ------------------------------------------------------------------


def test_rest_of_hand_by_result_keeps_its_tricks() -> None:
    table = desk(FIVE[:3])
    phone = Phone(table).tap("mode-cards", "card-KS", "card-2S", "card-3S")
    phone.write()
    phone.tap("card-4S", "mode-result")
    assert "off-1" not in phone.open_keys
    phone.tap("mode-cards")  # the unfinished trick is still there
    assert Draft.objects.get().data["entry"]["trick"] == [["1", "4S"]]
    phone.tap("mode-result", "out-2", "out-1")
    assert phone.move == {"out": [["2"], ["1"]], "rest": True}
    assert phone.write().status_code == 200
    assert len(HandRow.of(table.table.sheet.rows[0]).tricks) == 1
    lines = table.writer.client().get(table.url("log")).content.decode()
    assert "the rest by result, Bo, then Ana" in lines


def test_rest_of_hand_is_corrected() -> None:
    table = desk(FIVE[:3])
    table.entry(trick=[["1", "KS"], ["2", "2S"], ["3", "3S"]])
    number = table.entry(out=[["2"], ["1"]], rest=True)
    phone = Phone(table)
    phone.look(f"?line={number}&right=1")
    phone.tap("off-1", "out-3")
    assert phone.move == {"out": [["2"], ["3"]], "rest": True}
    assert phone.write("correct").status_code == 200


def test_result_is_offered_at_every_card_of_trick() -> None:
    phone = Phone(desk(FIVE[:3])).tap("mode-cards")
    for key in ("card-KS", "card-2S", "card-3S"):
        assert "mode-result" in phone.open_keys
        phone.tap(key)
    assert "mode-result" in phone.open_keys


def test_card_that_earlier_trick_denies_leads_to_that_trick() -> None:
    table = desk(FIVE[:3])
    number = table.entry(trick=[["1", "KH"], ["2", "2H"]], took={"player": "3", "card": "KH"})
    phone = Phone(table).tap("joker", "card-2C")
    assert phone.send("card-QH").status_code == 422
    assert "had no hearts in trick 1" in phone.page
    assert f"?line={number}&right=1" in phone.page
    assert "Correct trick 1" in phone.page


def test_card_of_another_suit_says_what_to_follow() -> None:
    phone = Phone(desk(FIVE[:3])).tap("mode-cards", "card-KH")
    assert phone.send("card-2S").status_code == 422
    assert "does not follow" in phone.page


def test_card_picked_up_may_be_played_by_its_holder() -> None:
    table = desk(FIVE[:3])
    table.entry(trick=[["1", "KH"], ["2", "2H"]], took={"player": "3", "card": "KH"})
    phone = Phone(table).tap("joker", "card-2C")
    assert "card-KH" in phone.open_keys
    assert "card-2H" not in phone.open_keys

"""Forty-fives: the entry panel and its keys, shared drafts, corrections."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from scorekeeper.games.card_rounds.cards import written
from scorekeeper.games.card_rounds.picker import picker
from scorekeeper.play.models import Draft
from scorekeeper.rules.forty_fives.cards import PACK
from scorekeeper.rules.forty_fives.fields import WrittenRow
from tests.factories import SampleTable, new_writer
from tests.games.draft_client import Phone
from tests.games.forty_fives.rounds import FOUR, desk, heading, played

pytestmark = pytest.mark.django_db

RESULT: dict[str, Any] = {"trump": "H", "tricks": ["3", "3", "1", "4", "3"], "best": "3"}


def test_round_by_its_result() -> None:
    table = desk()
    phone = Phone(table)
    phone.tap("trump-H", "took-3", "took-3", "took-1", "took-4")
    assert "20 of 30" in phone.page
    phone.tap("took-3")
    assert "25 of 30" in phone.page
    assert {"best-1", "best-3", "best-4", "best-nobody"} <= phone.open_keys
    assert "best-2" not in phone.open_keys  # a player without tricks had no best trump
    phone.tap("best-3")
    assert "30 of 30" in phone.page
    assert phone.move == {"dealer": "4"} | RESULT
    assert phone.write().status_code == 200
    assert table.table.game.scores(table.table.state) == {"1": 5, "2": 0, "3": 20, "4": 5}
    assert not Draft.objects.exists()
    assert "Take back round 1" in phone.page


def test_heading_is_always_next_question() -> None:
    phone = Phone(desk())
    assert heading(phone) == "Round 1: which suit is trumps?"
    keys = ("trump-H", "took-3", "took-3", "took-1", "took-4", "took-3", "best-3")
    assert [heading(phone.tap(key)) for key in keys] == [
        *(f"Who took trick {number}?" for number in range(1, 6)),
        "Whose was the best trump?",
        "Round 1 is over",
    ]
    assert heading(phone.tap("off-1")) == "Who took trick 2?"
    assert heading(phone.tap("turning")) == "Which card was turned?"


def test_heading_by_cards_asks_for_robber_discard_and_card() -> None:
    phone = Phone(desk()).tap("mode-cards")
    assert heading(phone) == "Round 1: which card is turned?"
    assert heading(phone.tap("card-9D")) == "Who robs the 9♦?"
    assert heading(phone.tap("rob-3", "naming")) == "Which card does Cleo discard?"
    assert heading(phone.tap("card-6S", "robbed")).endswith("Ana leads: which card?")
    assert heading(phone.tap("card-KC")).endswith("What does Bo play to Ana’s K♣?")


def test_trick_is_taken_off_and_best_trump_with_it() -> None:
    phone = Phone(desk()).tap("trump-S", *["took-1"] * 4, "took-2", "best-2")
    assert phone.move["best"] == "2"
    phone.tap("off-4")
    assert "move" not in phone.fields
    phone.tap("took-1", "best-nobody")
    assert phone.move == {"dealer": "4", "trump": "S", "tricks": ["1"] * 5, "best": None}
    assert "25 of 25" in phone.page


def test_draft_survives_reload_and_is_shared() -> None:
    table = desk()
    Phone(table).tap("trump-D", "took-2")
    again = Phone(table, client=new_writer(table.group).client())
    assert "Who took trick 2?" in again.page
    again.tap("took-4")
    assert Draft.objects.get().data["entry"] == {"trump": "D", "tricks": ["2", "4"]}


def test_draft_of_two_phones_is_not_overwritten() -> None:
    table = desk()
    first, second = Phone(table), Phone(table)
    first.tap("trump-D")
    answer = second.send("trump-S")
    assert answer.status_code == 409
    assert "This is being entered on another phone, too" in second.page
    assert Draft.objects.get().data["entry"] == {"trump": "D"}
    second.tap("took-2")  # from there it goes on
    assert Draft.objects.get().step == 2


def test_round_written_meanwhile_is_reported() -> None:
    table = desk()
    phone = Phone(table).tap("trump-D")
    table.entry(**RESULT)
    answer = phone.send("took-1")
    assert answer.status_code == 409
    assert "It now reads round 1: Ana 5, Cleo 20, Dev 5." in phone.page


def test_draft_started_after_resend_stays() -> None:
    table = desk()
    phone = Phone(table).tap("trump-H", *(f"took-{key}" for key in RESULT["tricks"]), "best-3")
    form = {name: phone.fields[name] for name in ("seen", "move", "draft")} | {
        "key": "0" * 8 + "-0000" * 3 + "-" + "0" * 12
    }
    for _ in range(2):
        answer = phone.client.post(table.url("write"), form, headers=phone.headers)
        assert answer.status_code == 200
        Phone(table).tap("trump-S")
    assert table.table.count == 1
    assert Draft.objects.get().step == 2


def test_round_by_its_cards_with_robbery_and_revoke() -> None:
    table = desk(options={"revoke": "lose_round"})
    phone = Phone(table).tap("mode-cards", "card-9D")
    assert "Who robs the 9♦?" in phone.page
    assert "Nobody robs. Ana leads" in phone.page
    phone.tap("rob-3", "naming", "card-6S")
    assert "discard" in phone.page
    phone.tap("robbed")
    assert "Ana leads" in phone.page
    phone.tap("card-KC", "card-4C", "card-3D", "card-9C")
    assert "Cleo leads" in phone.page  # the trump took it
    assert "card-KC" not in phone.open_keys  # shown
    assert phone.look("?where=KC").count("Ana, trick 1.") == 1
    assert re.search(r'href="\?">\s*Go on', phone.page)
    phone.look()
    phone.tap("card-9D", "card-10S", "card-2D", "card-4D")  # Dev plays 10♠ to the trump led
    phone.tap("card-AD", "card-QD", "card-QS", "card-KS")  # and has a diamond after all
    assert "Dev revoked in trick 2" in phone.page
    assert "Trumps were led, and the Q♦ had to be played." in phone.page
    assert "a revoke loses the round" in phone.page
    played(phone, "5C 6C 7C JC")
    for card in ("KH", "8C", "QC", "5H"):
        phone.tap("card-JD" if re.search("does Dev|Dev leads", heading(phone)) else f"card-{card}")
    assert phone.move["robbed"] == {"player": "3", "discarded": "6S"}
    assert {"fix-1-1", "fix-2-1"} <= phone.open_keys
    assert "Write round 1, Dev 0" in phone.page
    counted = re.findall(r"(\d+) of 30", phone.page)
    assert phone.write().status_code == 200
    row = table.table.sheet.rows[0]
    assert counted == [str(sum(cell.points or 0 for cell in row.cells))]
    assert counted != ["30"]
    assert [cell.points for cell in row.cells][3] == 0
    assert "revoke" in phone.page


def test_answers_before_first_trick_are_named() -> None:
    phone = Phone(desk()).tap("mode-cards", "card-9D")
    phone.tap("robbed")
    assert "Take back “nobody robs”" in phone.page
    assert "Turned; nobody robbed it" in phone.page
    phone.tap("back", "rob-3", "robbed")
    assert "Take back the robbing" in phone.page
    assert "Cleo robbed the 9♦" in phone.page
    named = Phone(desk()).tap("trump-S", "took-1", "mode-cards")
    assert "Trumps: spades" in named.page


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


def test_joker_turned_goes_to_dealer() -> None:
    phone = Phone(desk()).tap("mode-cards", "card-JK")
    assert "Which card was turned next?" in phone.page
    assert "The joker goes to the dealer, Dev." in phone.page
    assert "Take back joker" in phone.page
    phone.tap("card-7H")
    assert "Who robs the 7♥?" in phone.page
    phone.tap("rob-4", "robbed")
    assert Draft.objects.get().data["entry"]["robbed"] == [{"player": "4"}, {"player": "4"}]


def test_ace_that_robs_is_no_discard() -> None:
    phone = Phone(desk()).tap("mode-cards", "card-7H", "rob-3", "naming")
    assert "card-2C" in phone.open_keys
    assert not {"card-AH", "card-7H"} & phone.open_keys
    assert "ace of hearts, stays in the hand" in phone.page
    assert "stays in the hand." in phone.look("?where=AH")
    assert "turned up." in phone.look("?where=7H")


def test_only_dealer_takes_ace() -> None:
    phone = Phone(desk()).tap("mode-cards", "card-AS")
    assert heading(phone) == "Does Dev take the A♠?"
    assert {"rob-4", "rob-nobody", "robbed"} <= phone.open_keys
    assert "rob-1" not in phone.open_keys


def test_auction_asks_bidder_and_bid() -> None:
    table = desk(options={"auction": True})
    phone = Phone(table)
    assert "Round 1: who won the bidding?" in phone.page
    phone.tap("bidder-2", "bid-20", "trump-C", *["took-2"] * 4, "took-1", "best-2")
    assert phone.move["bid"] == {"player": "2", "points": 20}
    phone.write()
    assert "Bo bid 20" in phone.page
    assert table.table.game.scores(table.table.state)["2"] == 25
    phone.tap("bidder-1", "bid-30", "trump-C", "mode-cards")
    assert "Bo leads" in phone.page


def test_all_pass_holds_dealer_to_least_bid() -> None:
    phone = Phone(desk(options={"auction": True}))
    assert "All pass: Dev must bid 15" in phone.page
    phone.tap("bid-pass", "trump-C", *["took-1"] * 5, "best-1")
    assert phone.move["bid"] == {"player": "4", "points": 15}
    assert "bid-pass" not in phone.open_keys
    phone.tap("bid-again", "bid-pass")
    assert phone.move["bid"] == {"player": "4", "points": 15}


def test_failed_bid_is_shown_during_and_after_round() -> None:
    table = desk(options={"auction": True}, teams=(0, 1, 0, 1))
    phone = Phone(table).tap("bidder-1", "bid-25", "trump-C", "took-1", "took-3")
    assert "Ana bid 25: 10 so far" in phone.page
    phone.tap("took-2", "took-2", "took-2", "best-1")
    assert phone.page.count("Ana bid 25, made 15: failed") == 2  # heading and pencil
    phone.write()
    assert "Ana bid 25, made 15: failed" in phone.page
    log = table.writer.client().get(table.url("log")).content.decode()
    assert "Ana bid 25, made 15: failed" in log


def test_bid_is_shown_card_by_card() -> None:
    phone = Phone(desk(options={"auction": True})).tap("bidder-2", "bid-20", "trump-C", "mode-cards")
    assert "Bo bid 20: 0 so far" in phone.page
    played(phone, "KC 2C 3C 4C")
    assert "Bo bid 20: 0 so far" in phone.page
    phone.tap("card-KH", "card-2D", "card-3D", "card-5C")
    assert "Bo bid 20: 0 so far" in phone.page


def test_played_trumps_are_struck_in_order_of_trumps() -> None:
    phone = Phone(desk()).tap("mode-cards", "card-7H", "robbed")
    assert 'class="trump-out"' in phone.source  # nobody robbed the seven
    before = phone.source.count('class="trump-out"')
    played(phone, "5H 2C 3C KH")
    assert phone.source.count('class="trump-out"') == before + 2


def test_order_of_trumps_is_one_tap_away_by_result() -> None:
    phone = Phone(desk())
    assert "Order of trumps" not in phone.page
    assert "Order of trumps" in phone.tap("trump-H").page


@pytest.mark.parametrize(
    ("language", "letters"), [("en", "KQJ"), ("de", "KDB"), ("fr", "RDV"), ("es", "KQJ")]
)
def test_card_letters_follow_language(language: str, letters: str) -> None:
    with override(language):
        assert [written(f"{rank}S") for rank in "KQJA"] == [*(f"{letter}♠" for letter in letters), "A♠"]
        keys = picker(PACK, PACK.cards, {}).suits[0].cards
        assert {key.rank for key in keys} >= {*letters, "A", "10"}
    assert written("10S") == "10♠"


def test_sides_share_column() -> None:
    table = desk(teams=(0, 1, 0, 1))
    phone = Phone(table).tap("trump-H", *(f"took-{key}" for key in RESULT["tricks"]), "best-3")
    phone.write()
    assert "Ana and Cleo" in phone.page
    assert "25</em>" in phone.page


def test_round_is_corrected() -> None:
    table = desk()
    number = table.entry(**RESULT)
    table.entry(**RESULT | {"best": "1"})
    phone = Phone(table)
    phone.look(f"?line={number}")
    assert "Round 1: Ana 5, Cleo 20, Dev 5" in phone.page
    phone.look(f"?line={number}&right=1")
    assert "Change round 1" not in phone.page  # nothing is changed yet
    phone.tap("off-0", "took-2", "best-2")
    assert "Change round 1" in phone.page
    assert phone.move["tricks"] == ["2", "3", "1", "4", "3"]
    assert phone.write("correct").status_code == 200
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


@pytest.mark.parametrize(
    "press",
    [
        "",
        "x",
        "trump-X",
        "trump-",
        "took-9",
        "took-",
        "off-7",
        "off--1",
        "off-²",
        "off-" + "9" * 5000,
        "fix-0-" + "9" * 5000,
        "best-2",
        "card-7H",
        "card-XX",
        "fix-0-0",
        "fix-²-²",
        "fix-9-9",
        "rob-9",
        "robbed",
        "naming",
        "bid-15",
        "bidder-1",
        "back",
        "mode-x",
        "took-1\0",
        "best-" + "9" * 5000,
    ],
)
def test_unknown_key_is_refused(press: str) -> None:
    table = desk()
    phone = Phone(table).tap("trump-H", "took-1")
    before = Draft.objects.get().data
    assert phone.send(press).status_code == 422, phone.page
    assert Draft.objects.get().data == before
    assert "Who took trick 2?" in phone.page


@pytest.mark.parametrize("field", ["seen", "line", "step"])
@pytest.mark.parametrize("value", ["", "x", "-1", "9" * 30, "²"])
def test_tap_with_odd_fields_is_refused(field: str, value: str) -> None:
    phone = Phone(desk())
    assert phone.send("trump-H", **{field: value}).status_code in (404, 409, 422)
    assert not Draft.objects.exists()


@pytest.mark.parametrize(
    "move", ["", "x", "[]", "1", '{"trump": "H"', '{"a": NaN}', "{" * 50, '"' + "x" * 20_000 + '"']
)
def test_form_without_its_round_is_refused(move: str) -> None:
    table = desk()
    phone = Phone(table)
    answer = phone.client.post(table.url("write"), table.form(move=move, draft="1"), headers=phone.headers)
    assert answer.status_code == 422
    assert table.table.count == 0


def test_tap_without_script_returns_to_table() -> None:
    table = desk()
    phone = Phone(table, htmx=False).tap("trump-H", *(f"took-{key}" for key in RESULT["tricks"]), "best-3")
    assert "30 of 30" in phone.page
    answer = phone.client.post(
        table.url("write"),
        {name: phone.fields[name] for name in ("seen", "move", "draft")} | {"key": phone.fields["key"]},
    )
    assert answer.status_code == 302
    assert table.table.count == 1


def test_round_keeps_its_dealer_after_earlier_take_back() -> None:
    table = desk()
    Phone(table).tap("trump-H", *(f"took-{key}" for key in RESULT["tricks"]), "best-3").write()
    phone = Phone(table).tap("mode-cards", "card-7H", "robbed")  # Ana deals, Bo leads
    played(phone, "KC 2C 3C 4C", "QS 4S 5S 7S", "JD 2D 3D 4D", "JS 6S 8S 9S", "9D 10D 8D 7D").write()
    table.void(1)
    assert [WrittenRow.of(row).dealer for row in table.table.sheet.rows] == ["1"]


@pytest.mark.parametrize(
    ("game", "names", "entry", "press"),
    [
        ("forty_fives", FOUR, {"trump": "H", "tricks": ["1"] * 5, "best": "1"}, "trump-H"),
        ("generala_cards", FOUR[:2], {"out": [["1"]]}, "out-1"),
        ("generals_and_majors", FOUR[:2], {"player": "1", "concede": True}, "card-AH"),
    ],
)
def test_game_that_is_over_takes_no_tap(game: str, names: Any, entry: dict[str, Any], press: str) -> None:
    table = SampleTable(game, names, options={"target": 30} if game == "forty_fives" else {})
    phone = Phone(table)
    fields = {name: phone.fields[name] for name in ("line", "step")}
    table.entry(**entry)
    answer = phone.client.post(
        table.url("draft"), {**fields, "seen": "1", "press": press}, headers=phone.headers
    )
    assert answer.status_code == 422
    assert not Draft.objects.exists()


def test_tap_without_permission_is_refused() -> None:
    table = desk()
    form = {"seen": "0", "line": "0", "step": "0", "press": "trump-H"}
    for client, status in ((Client(), 401), (new_writer().client(), 404)):
        assert client.post(table.url("draft"), form).status_code == status
    assert not Draft.objects.exists()


def test_log_describes_rounds() -> None:
    table = desk()
    number = table.entry(**RESULT)
    table.amend(number, **RESULT | {"best": "1"})
    table.void(table.entry(**RESULT))
    page = table.writer.client().get(table.url("log")).content.decode()
    assert "Round 1" in page
    assert "round in ♥: Cleo, Cleo, Ana, Dev, Cleo" in page


def test_draft_that_no_longer_fits_is_reported() -> None:
    table = desk(options={"auction": True})
    phone = Phone(table).tap("bidder-2", "bid-20", "trump-C")
    table.change(options={"auction": False})
    phone.look()
    assert "The unfinished entry no longer fits." in phone.page
    assert phone.send("trump-S").status_code == 422  # a page from before still has its keys
    phone.tap("clear")
    assert "Round 1: which suit is trumps?" in phone.page


# --- corrections and ways back ---------------------------------------------------------------------------


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


def test_round_by_cards_is_taken_back_at_next() -> None:
    table = desk()
    phone = Phone(table).tap("mode-cards", "card-7H", "robbed")
    played(phone, "KC 2C 3C 4C", "QS 4S 5S 7S", "JD 2D 3D 4D", "JS 6S 8S 9S", "9D 10D 8D 5D").write()
    assert "which card is turned?" in phone.page
    assert "Take back round 1" in phone.page
    assert {"mode-result", "card-AS"} <= phone.open_keys


def test_points_below_nothing_have_true_minus_everywhere() -> None:
    desk = SampleTable("forty_fives", ("Ana", "Bo"), options={"auction": True, "target": 45}, dealer=1)
    desk.entry(trump="S", tricks=["2"] * 5, best="2", bid={"player": "1", "points": 30})
    client = desk.writer.client()
    for address in (desk.url(), desk.url("log"), desk.url("big_screen"), desk.url("print"), "/"):
        page = re.sub(r"<[^>]+>", " ", client.get(address).text)
        assert "−30" in page, address
        assert not re.search(r"(?<![\w-])-30\b", page), address
    desk.entry(trump="S", tricks=["2"] * 5, best="2", bid={"player": "2", "points": 15})
    for address in (desk.url(), desk.url("log"), desk.url("big_screen"), desk.url("print"), "/"):
        page = re.sub(r"<[^>]+>", " ", client.get(address).text)
        assert not re.search(r"(?<![\w-])-30\b", page), address

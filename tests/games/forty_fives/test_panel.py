"""Forty-fives: rounds by result and by cards on the entry panel."""

from __future__ import annotations

import re

import pytest
from django.utils.translation import override

from scorekeeper.games.card_rounds.cards import written
from scorekeeper.games.card_rounds.picker import picker
from scorekeeper.play.models import Draft
from scorekeeper.rules.forty_fives.cards import PACK
from tests.factories import SampleTable
from tests.games.draft_client import Phone
from tests.games.forty_fives.rounds import RESULT, desk, heading, played

pytestmark = pytest.mark.django_db


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
    assert "Take back round 1" not in phone.tap("trump-H", "took-1").page


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


@pytest.mark.slow
def test_round_by_its_cards_with_robbery_and_revoke() -> None:
    table = desk(options={"revoke": "lose_round"})
    phone = Phone(table).tap("mode-cards", "card-9D")
    assert "Who robs the 9♦?" in phone.page
    assert re.search(r'id="robbed">\s*Next: Ana leads\s*<', phone.page)
    phone.tap("rob-3", "naming", "card-6S")
    assert "discard" in phone.page
    phone.tap("robbed")
    assert "Ana leads" in phone.page
    phone.tap("card-KC", "card-4C", "card-3D", "card-9C")
    assert "Cleo leads" in phone.page  # the trump took it
    assert "card-KC" not in phone.open_keys  # shown
    assert phone.look("?where=KC").count("Ana, trick 1.") == 1
    assert re.search(r'href="\?">\s*All right', phone.page)
    phone.look()
    phone.tap("card-9D", "card-10S", "card-2D", "card-4D")  # Dev plays 10♠ to the trump led
    phone.tap("card-AD", "card-QD", "card-QS", "card-KS")  # and has a diamond after all
    assert "Dev revoked in trick 2" in phone.page
    assert '#box-revoke">The rule</a>' in phone.page
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
    assert re.search(r'value="rob-4"[^>]*>Yes<', phone.page)
    assert re.search(r'id="rob-nobody"\s+aria-pressed="true">\s*No\s*<', phone.page)
    assert "Next: Ana leads" in phone.tap("rob-4").page


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


def test_failed_bid_stands_in_head_of_round_by_cards() -> None:
    phone = Phone(desk(options={"auction": True})).tap("bidder-1", "bid-25", "trump-C", "mode-cards")
    played(phone, "KC 2C 3C 4C", "KH 2D 3D 5C", "KD 4D QD JD", "9D 8D 7D 6D")
    assert re.findall(r"<small>\s*([+−]\d+)\s*</small>", phone.source) == ["+5", "+20"]
    played(phone, "10D 9S 8S 7S")
    assert re.findall(r"<small>\s*([+−]\d+)\s*</small>", phone.source) == ["−25", "+25"]


def test_played_trumps_are_struck_in_order_of_trumps() -> None:
    phone = Phone(desk()).tap("mode-cards", "card-7H", "robbed")
    assert 'class="trump-out"' in phone.source  # nobody robbed the seven
    before = phone.source.count('class="trump-out"')
    played(phone, "5H 2C 3C KH")
    assert phone.source.count('class="trump-out"') == before + 2
    phone.tap("mode-result")
    assert phone.source.count('class="trump-out"') == before + 2  # they were played all the same


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
    assert ">Ana, Bo, Cleo, Dev</span>" in phone.page  # the score of the sides is on the sheet
    assert "25</em>" in phone.page


def test_log_describes_rounds() -> None:
    table = desk()
    number = table.entry(**RESULT)
    table.amend(number, **RESULT | {"best": "1"})
    table.void(table.entry(**RESULT))
    page = table.writer.client().get(table.url("log")).content.decode()
    assert "Round 1" in page
    assert "round in ♥: Cleo, Cleo, Ana, Dev, Cleo" in page


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

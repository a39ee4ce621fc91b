"""The auction of Forty-fives: bids made and failed, sides, who goes out first."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rules.forty_fives import GAME

from .table import Table


def bid(player: str, points: int) -> dict[str, Any]:
    return {"bid": {"player": player, "points": points}}


@pytest.mark.parametrize(
    ("points", "tricks", "best", "gains"),
    [
        (15, "AAABB", "A", [20, 10]),  # made: score all won
        (20, "AAABB", "A", [20, 10]),  # exactly
        (25, "AAABB", "A", [-25, 10]),  # failed: minus the bid
        (30, "AAAAA", "A", [60, 0]),  # 30 made counts 60
        (30, "AAAAB", "A", [-30, 5]),
        (30, "AAAAA", None, [-30, 0]),  # without a trump there are no 30 points
        (25, "AAAAA", None, [25, 0]),
        (15, "BBBBB", "B", [-15, 30]),
    ],
)
def test_bid_made_and_failed(points: int, tricks: str, best: str | None, gains: list[int]) -> None:
    assert Table(auction=True).result(tricks, best, **bid("A", points)) == gains


@pytest.mark.parametrize(
    ("points", "tricks", "best", "gains"),
    [
        (20, "AACCB", "C", [10, 5, 15, 0]),  # 25 of the side are held against the bid
        (25, "ACCBB", "D", None),
        (
            25,
            "ACCBB",
            "B",
            [-25, 15, 10, 0],
        ),  # the loss is the bidder's own; the partner writes the tricks won
        (30, "AAACC", "A", [60, 0, 10, 0]),  # so are the 60
        (30, "CCCCC", "C", [60, 0, 30, 0]),
    ],
)
def test_points_of_side_are_held_against_bid(
    points: int, tricks: str, best: str, gains: list[int] | None
) -> None:
    table = Table("ABCD", "AC BD", auction=True)
    entry = {"trump": "S", "tricks": list(tricks), "best": best, **bid("A", points)}
    if gains is None:
        assert table.refused(entry) == "best_without_trick"
    else:
        assert table.take(entry) == gains


def test_bidder_wins_when_both_reach_target() -> None:
    table = Table(auction=True, target=30)
    table.result("AAABB", "A", **bid("A", 15))
    table.result("ABBAB", "A", **bid("B", 15))
    assert (table.scores, table.ended()) == ([35, 25], ("target", "A"))
    table = Table(auction=True, target=30)
    table.result("AABBB", "A", **bid("A", 15))
    table.result("BBBAA", "A", **bid("B", 15))
    assert (table.scores, table.ended()) == ([30, 30], ("target", "B"))
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert (outcome.automatic, outcome.outright, outcome.is_decided) == (False, True, True)


def test_bidder_who_goes_out_first_won_at_once_in_version_1() -> None:
    table = Table(auction=True, target=30, version=1)
    table.result("AABBB", "A", **bid("A", 15))
    table.result("BBBAA", "A", **bid("B", 15))
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert (outcome.winners, outcome.automatic) == (("B",), True)


# A and C against B and D; A bids: the points of A and C, with the bid the bidder's and the side's
BIDS_OF_SIDES = [
    ("AACBD", "A", 20, [15, 5], [15, 5]),  # made: the points won
    ("ACBBD", "B", 25, [-25, 5], [-25, 0]),  # failed: C keeps the five, or the side writes nothing else
    ("AAACC", "C", 30, [60, 15], [60, 0]),  # 30 and made: 60 and C's tricks, or 60 in all
]


@pytest.mark.parametrize(("tricks", "best", "points", "bidder", "side"), BIDS_OF_SIDES)
def test_auction_side_option_decides_who_pays_bid(
    tricks: str, best: str, points: int, bidder: list[int], side: list[int]
) -> None:
    for rule, expected in (("bidder", bidder), ("side", side)):
        table = Table("ABCD", teams="AC BD", auction=True, auction_side=rule)
        written = table.result(tricks, best, **bid("A", points))
        assert [written[0], written[2]] == expected
        assert written[1] + written[3] == 30 - sum(map(tricks.count, "AC")) * 5 - 5 * (best in "AC")


def test_auction_side_changes_nothing_for_single_players() -> None:
    entries = [("AABBB", "B", bid("A", 20)), ("AAAAA", "A", bid("A", 30)), ("AABBA", "A", bid("B", 15))]
    tables = [Table(auction=True, auction_side=rule) for rule in ("bidder", "side")]
    found = [[table.result(tricks, best, **more) for tricks, best, more in entries] for table in tables]
    assert found[0] == found[1] == [[-20, 20], [60, 0], [20, -15]]


def test_bidder_who_is_ahead_wins_by_points() -> None:
    table = Table(auction=True, target=30)
    table.result("AAAAA", "A", **bid("A", 30))
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert (outcome.winners, outcome.automatic) == (("A",), False)


def test_highest_wins_without_bidder_at_target() -> None:
    table = Table("ABC", auction=True, target=30)
    table.result("AAABB", "A", **bid("A", 15))
    table.result("AABBB", "B", **bid("C", 15))
    assert (table.scores, table.ended()) == ([30, 30, -15], None)
    table.result("ABBBC", "B", **bid("C", 15))
    assert (table.scores, table.ended()) == ([35, 50, -30], ("target", "B"))


@pytest.mark.parametrize(
    ("auction", "more", "code"),
    [
        (True, {}, "bid_needed"),
        (False, bid("A", 15), "no_auction"),
        (True, bid("C", 15), "unknown_player"),
        (True, {**bid("A", 15), "turned": "2S"}, "turned_in_auction"),
        (True, bid("A", 10), "not_a_number"),
        (True, bid("A", 17), "bad_bid"),
        (True, bid("A", 35), "bad_bid"),
        (True, {"bid": {"player": "A"}}, "bad_bid"),
        (True, {"bid": {"points": 15}}, "missing_field"),
        (True, {"bid": None}, "not_an_object"),
        (True, {"bid": {"player": "A", "points": 15, "suit": "S"}}, "unknown_field"),
    ],
)
def test_bids_belong_to_auction(auction: bool, more: dict[str, Any], code: str) -> None:
    table = Table(auction=auction)
    assert table.refused({"trump": "S", "tricks": list("AAABB"), "best": "A", **more}) == code

"""Forty-fives: who may still win during a round, and the sheet."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from scorekeeper.rules.forty_fives import GAME
from scorekeeper.rules.forty_fives.chances import Chance
from scorekeeper.rules.forty_fives.fields import RoundFields, WrittenBid, WrittenRow
from tests.rules.forty_fives.table import by_cards, by_result

from .table import Table

# --- possible winners of this round ---


def chance(table: Table, tricks: str = "", **partial: Any) -> list[Chance]:
    return by_result(table, tricks, **partial).chances


def test_chances_name_tricks_that_reach_target() -> None:
    table = Table("ABC")
    for _ in range(5):
        table.result("AAAAB", "B")
    table.result("CCCCC", "C")
    first, second, third = chance(table)
    names = ("total", "distance", "reaches", "with_best", "without_best")
    assert [getattr(first, name) for name in names] == [100, 20, True, 3, 4]
    assert [getattr(second, name) for name in names] == [50, 70, False, None, None]
    assert [getattr(third, name) for name in names] == [30, 90, False, None, None]
    first, *_ = chance(table, "AB")
    assert [getattr(first, name) for name in names] == [100, 20, True, 2, 3]
    first, *_ = chance(table, "BBB")
    assert [getattr(first, name) for name in names] == [100, 20, False, None, None]
    assert first.most == 15


def test_side_counts_together() -> None:
    table = Table("ABCD", "AC BD", target=30)
    table.result("ACBBB", "A")
    first, second = chance(table, "AB")
    assert (first.players, first.total, first.with_best, first.without_best) == (
        ("A", "C"),
        15,
        1,
        2,
    )
    assert (second.players, second.total, second.with_best, second.without_best) == (
        ("B", "D"),
        15,
        1,
        2,
    )


def test_sweep_is_offered_while_possible() -> None:
    table = Table("ABC", sweep_wins=True)
    assert [row.sweep for row in chance(table)] == [True, True, True]
    assert [row.sweep for row in chance(table, "BB")] == [False, True, False]
    assert [row.sweep for row in chance(Table("ABC"), "BB")] == [False, False, False]


def test_bid_of_thirty_reaches_further() -> None:
    table = Table("ABC", auction=True, target=60)
    assert [(row.most, row.bid) for row in chance(table)] == [(60, 30)] * 3
    bid = {"player": "A", "points": 30}
    first, second, _ = chance(table, bid=bid)
    assert (first.most, first.with_best, first.without_best, first.bid) == (60, 5, None, 0)
    assert (second.most, second.reaches) == (30, False)
    first, *_ = chance(table, "B", bid=bid)
    assert first.most == -30


def test_revoking_player_scores_nothing() -> None:
    table = Table("ABC", revoke="lose_round", target=30)
    choice = by_cards(table, "A KD 2C 3D", "A QD 4D", trump="S")
    assert [row.most for row in RoundFields.of(choice).chances] == [30, 0, 25]


# --- the sheet ---


def test_sheet_has_rounds_down_and_players_across() -> None:
    table = Table("ABCD", "AC BD")
    table.result("AABBC", "C", turned="7S", trump="S")
    table.cards(
        "B KD 2C 3D 4D", "B QD 6D 10S AH", "A KC QC JC 10C", "A KH QH 10H 9H", "A 9C 8C 7C 6C", trump="S"
    )
    sheet = GAME.sheet(table.state)
    assert [row.label % asdict(WrittenRow.of(row)) for row in sheet.rows] == ["Round 1", "Round 2"]
    assert [cell.points for cell in sheet.rows[0].cells] == [10, 10, 10, 0]
    assert [cell.total for cell in sheet.rows[1].cells] == list(sheet.totals) == [30, 15, 10, 5]
    assert (sheet.sides, sheet.side_totals) == ((("A", "C"), ("B", "D")), (40, 20))
    assert (sheet.leaders, sheet.progress, sheet.turn) == (("A", "C"), (3, None), None)
    assert sheet.marks == ((), ("dealer",), ("leads",), ())
    first, second = (WrittenRow.of(row) for row in sheet.rows)
    assert (first.dealer, first.leader, first.turned, first.by_cards) == ("D", "A", ["7S"], False)
    assert (second.dealer, second.best, second.best_card, second.best_trick) == (
        "A",
        "A",
        "AH",
        2,
    )
    assert [row.player for row in second.revokes] == ["C"]
    assert [cell.marks for cell in sheet.rows[1].cells] == [("best",), (), ("revoke",), ()]


def test_sheet_of_auction_shows_who_bid() -> None:
    table = Table("ABC", auction=True, target=30)
    table.result("AABBC", "A", bid={"player": "A", "points": 15})
    table.result("ABBCC", "A", bid={"player": "B", "points": 15})
    table.result("AAACC", "A", bid={"player": "A", "points": 15})
    sheet = GAME.sheet(table.state)
    assert [row.cells[0].marks[-1:] for row in sheet.rows] == [("made",), ("best",), ("made",)]
    assert sheet.rows[1].cells[1].marks == ("failed",)
    assert WrittenRow.of(sheet.rows[1]).bid == WrittenBid("B", 15, made=False, won=10)
    assert (sheet.leaders, sheet.marks, sheet.progress) == (("A",), ((), (), ()), (3, None))

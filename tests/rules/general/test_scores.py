"""General: as Generala, with values by throw, and the small and big general."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rules.contract import rank
from tests.rules.dice_sheet.table import Table, worth

# Straight 25 at once, 20 later; full house 35 and 30; four of a kind 45 and 40; small general 60.
VALUES = [
    ("straight", "12345", 25, 20),
    ("straight", "23456", 25, 20),
    ("straight", "12346", 0, 0),
    ("full_house", "55522", 35, 30),
    ("full_house", "55225", 35, 30),
    ("full_house", "55221", 0, 0),
    ("four_of_a_kind", "66665", 45, 40),
    ("four_of_a_kind", "66655", 0, 0),
    ("small_general", "66665", 0, 0),
    ("ones", "11166", 3, 3),
    ("sixes", "11166", 12, 12),
]


@pytest.mark.parametrize(("box", "dice", "at_once", "later"), VALUES)
def test_general_scores_by_example(box: str, dice: str, at_once: int, later: int) -> None:
    assert worth("general", box, dice, 1) == at_once
    assert worth("general", box, dice, 2) == later
    assert worth("general", box, dice, 3) == later


@pytest.mark.parametrize("throws", [2, 3])
def test_five_alike_later_are_small_general(throws: int) -> None:
    offered = Table("general").offered("44444", throws)
    assert {box: points for box, points in offered.items() if points} == {
        "fours": 20,
        "four_of_a_kind": 40,
        "small_general": 60,
    }


# Ones may stand for a two or a six in a straight and nowhere else.
@pytest.mark.parametrize(
    ("dice", "wild", "basic"),
    [
        ("12345", 20, 20),
        ("23456", 20, 20),
        ("13456", 20, 0),
        ("11345", 20, 0),
        ("12346", 0, 0),
        ("12356", 0, 0),
        ("12456", 0, 0),
        ("11346", 0, 0),
        ("11134", 0, 0),
        ("12344", 0, 0),
    ],
)
def test_ones_in_straights(dice: str, wild: int, basic: int) -> None:
    assert worth("general", "straight", dice, 3) == wild
    assert worth("general", "straight", dice, 3, straights="basic") == basic
    assert worth("general", "straight", dice, 1) == (25 if wild else 0)


def test_ones_are_wild_nowhere_else() -> None:
    assert worth("general", "four_of_a_kind", "66621", 3) == 0
    assert worth("general", "full_house", "66551", 3) == 0
    assert worth("general", "small_general", "66661", 3) == 0


@pytest.mark.parametrize(("later", "points"), [(40, 40), (30, 30)])
def test_four_of_kind_later_is_option(later: int, points: int) -> None:
    assert worth("general", "four_of_a_kind", "66665", 2, four_of_a_kind_later=later) == points
    assert worth("general", "four_of_a_kind", "66665", 1, four_of_a_kind_later=later) == 45


def test_five_alike_in_other_boxes_is_option() -> None:
    assert worth("general", "four_of_a_kind", "66666", 2) == 40
    assert worth("general", "four_of_a_kind", "66666", 2, five_as_four_of_a_kind=False) == 0
    assert worth("general", "full_house", "66666", 2) == 0
    assert worth("general", "full_house", "66666", 2, five_as_full_house=True) == 30


# --- the big general ---


def test_big_general_wins_whatever_scores() -> None:
    table = Table("general", "AB")
    table.write("sixes", "66666", 2)
    table.strike("small_general")
    table.strike("fives")
    table.write(None, "11111", 1)
    assert (table.winners, table.reason, table.total("B")) == (("B",), "automatic_win", 0)


def test_big_general_only_while_small_general_is_open() -> None:
    table = Table("general", big_general_wins="if_small_general_open")
    assert table.offered("11111", 1) == {"win": 0}
    table.strike("small_general")
    assert table.offered("11111", 1)["four_of_a_kind"] == 45
    assert table.write("ones", "11111", 1) == 5
    assert table.reason is None


def test_big_general_that_does_not_win_is_written_like_any_roll() -> None:
    house: dict[str, Any] = {"big_general_wins": "never", "five_as_full_house": True}
    assert worth("general", "small_general", "11111", 1, **house) == 60
    assert worth("general", "four_of_a_kind", "11111", 1, **house) == 45
    assert worth("general", "four_of_a_kind", "11111", 1, four_of_a_kind_later=30, **house) == 45
    assert worth("general", "full_house", "11111", 1, **house) == 35


def test_big_general_of_version_1_scores_as_later_throw() -> None:
    house: dict[str, Any] = {"big_general_wins": "never", "five_as_full_house": True}
    old = Table("general", version=1, **house)
    assert old.offered("11111", 1) == old.offered("11111", 3)
    assert old.write("four_of_a_kind", "11111", 1) == 40


def test_partners_win_together() -> None:
    table = Table("general", "ABCD", teams="AC BD")
    table.write("sixes", "66665", 2)
    table.write(None, "11111", 1)
    assert table.winners == ("B", "D")
    sheet = table.game.sheet(table.state)
    assert (sheet.sides, sheet.side_totals) == ((("A", "C"), ("B", "D")), (24, 0))
    assert sheet.leaders == ("B", "D")


def test_partners_totals_are_added() -> None:
    table = Table("general", "ABCD", teams="AC BD")
    for choice in table.game.choices(table.state):
        for player in "ABCD":
            points = {"A": 15, "B": 10, "D": 10}.get(player, 0) if choice.box == "fives" else None
            table.write(choice.box, **({"strike": True} if points is None else {"points": points}))
    assert table.reason == "sheets_full"
    assert table.winners == ("B", "D")


# --- the worked sheet ---

SHEET = {
    "ones": (0, 0, 4, 3),
    "twos": (4, 6, 6, 4),
    "threes": (9, 9, 6, 6),
    "fours": (8, 8, 12, 12),
    "fives": (20, 10, 15, 20),
    "sixes": (12, 0, 18, 18),
    "straight": (25, 25, 20, 25),
    "full_house": (35, 30, 30, 30),
    "four_of_a_kind": (40, 40, 45, 40),
    "small_general": (0, 0, 0, 60),
}
AT_ONCE = {("straight", 25), ("full_house", 35), ("four_of_a_kind", 45)}


def test_general_worked_sheet() -> None:
    table = Table("general", "ABCD")
    for box, row in SHEET.items():
        for points in row:
            table.write(box, points=points, throws=1 if (box, points) in AT_ONCE else 3)
    assert table.game.scores(table.state) == {"A": 153, "B": 128, "C": 156, "D": 218}
    assert (table.winners, table.reason) == (("D",), "sheets_full")
    ranks = rank(table.game.scores(table.state))
    assert [(row.rank, row.players, row.score) for row in ranks] == [
        (1, ("D",), 218),
        (2, ("C",), 156),
        (3, ("A",), 153),
        (4, ("B",), 128),
    ]


@pytest.mark.parametrize(("options", "most"), [({}, 270), ({"four_of_a_kind_later": 30}, 270)])
def test_general_highest_total(options: dict[str, Any], most: int) -> None:
    assert Table("general", **options).most() == most


def test_general_has_ten_turns() -> None:
    table = Table("general")
    assert len(table.game.choices(table.state)) == 10

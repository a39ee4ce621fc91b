"""Yacht: yacht 50, both straights 30, full house, four of a kind and choice by the dice."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dice_sheet.table import Table, worth

VALUES = [
    ("yacht", "44444", 50),
    ("yacht", "44445", 0),
    ("big_straight", "23456", 30),
    ("big_straight", "12345", 0),
    ("little_straight", "12345", 30),
    ("little_straight", "23456", 0),
    ("little_straight", "12346", 0),
    # a full house and a four of a kind score the total of all five dice; five alike are neither
    ("full_house", "66655", 28),
    ("full_house", "11122", 7),
    ("full_house", "66666", 0),
    ("full_house", "66554", 0),
    ("four_of_a_kind", "66665", 29),
    ("four_of_a_kind", "11116", 10),
    ("four_of_a_kind", "66655", 0),
    ("four_of_a_kind", "66666", 0),
    ("choice", "66666", 30),
    ("choice", "12346", 16),
    ("choice", "11111", 5),
    ("sixes", "66651", 18),
    ("fives", "66651", 5),
    ("fours", "66651", 0),
    ("threes", "33322", 9),
    ("twos", "33322", 4),
    ("ones", "11111", 5),
]


@pytest.mark.parametrize(("box", "dice", "points"), VALUES)
@pytest.mark.parametrize("throws", [1, 2, 3])
def test_yacht_scores_by_example(box: str, dice: str, points: int, throws: int) -> None:
    assert worth("yacht", box, dice, throws) == points


# Other sheets count only the four that are alike, and let five alike be four or a full house.
HOUSE = [
    ("four_of_a_kind", "66665", {"four_of_a_kind": "the_four"}, 24),
    ("four_of_a_kind", "56666", {"four_of_a_kind": "the_four"}, 24),
    ("four_of_a_kind", "22226", {"four_of_a_kind": "the_four"}, 8),
    ("four_of_a_kind", "11116", {"four_of_a_kind": "the_four"}, 4),
    ("four_of_a_kind", "66666", {"four_of_a_kind": "the_four"}, 0),
    ("four_of_a_kind", "66666", {"five_as_four_of_a_kind": True}, 30),
    ("four_of_a_kind", "66666", {"five_as_four_of_a_kind": True, "four_of_a_kind": "the_four"}, 24),
    ("four_of_a_kind", "66655", {"five_as_four_of_a_kind": True}, 0),
    ("full_house", "66666", {"five_as_full_house": True}, 30),
    ("full_house", "66666", {"five_as_four_of_a_kind": True}, 0),
    ("full_house", "66665", {"five_as_full_house": True}, 0),
]


@pytest.mark.parametrize(("box", "dice", "options", "points"), HOUSE)
def test_yacht_house_rules(box: str, dice: str, options: dict[str, Any], points: int) -> None:
    assert worth("yacht", box, dice, 3, **options) == points


def test_printed_order_and_rounds() -> None:
    table = Table("yacht")
    assert [choice.box for choice in table.game.choices(table.state)] == [
        *("yacht", "big_straight", "little_straight", "four_of_a_kind", "full_house", "choice"),
        *("sixes", "fives", "fours", "threes", "twos", "ones"),
    ]


def test_choice_is_never_nothing() -> None:
    table = Table("yacht")
    assert table.possible("choice") == list(range(5, 31))
    fields = table.refuses("impossible_points", "choice", points=0)
    assert fields == {"box": "choice", "points": 0, "values": list(range(5, 31)), "why": None}
    table.strike("choice")
    assert table.column() == {"choice": 0}


@pytest.mark.parametrize(
    ("options", "full_house", "four_of_a_kind"),
    [
        ({}, 28, 29),
        ({"four_of_a_kind": "the_four"}, 28, 24),
        ({"five_as_four_of_a_kind": True, "five_as_full_house": True}, 30, 30),
    ],
)
def test_yacht_printed_maxima(options: dict[str, Any], full_house: int, four_of_a_kind: int) -> None:
    table = Table("yacht", **options)
    assert max(table.possible("full_house")) == full_house
    assert max(table.possible("four_of_a_kind")) == four_of_a_kind
    assert table.most() == 50 + 30 + 30 + 30 + 105 + full_house + four_of_a_kind


def test_yacht_has_no_spare_throws() -> None:
    assert Table("yacht").refuses("too_many_throws", "choice", "12346", throws=4) == {"most": 3}

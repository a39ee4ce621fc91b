"""Yahtzee and Kniffel: values, bonus of 35 at 63, further five alike, three joker rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dice_sheet.table import Table, worth

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = (
    *("three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight"),
    *("yahtzee", "chance"),
)

VALUES = [
    ("ones", "11123", 3),
    ("sixes", "66666", 30),
    ("threes", "12456", 0),
    # three and four of a kind score the total of five dice
    ("three_of_a_kind", "44456", 23),
    ("three_of_a_kind", "44445", 21),
    ("three_of_a_kind", "44444", 20),
    ("three_of_a_kind", "44556", 0),
    ("four_of_a_kind", "44445", 21),
    ("four_of_a_kind", "44444", 20),
    ("four_of_a_kind", "44455", 0),
    ("full_house", "44455", 25),
    ("full_house", "44445", 0),
    ("full_house", "44444", 0),
    # four in a row
    ("small_straight", "12346", 30),
    ("small_straight", "23455", 30),
    ("small_straight", "13456", 30),
    ("small_straight", "12345", 30),
    ("small_straight", "12356", 0),
    ("large_straight", "12345", 40),
    ("large_straight", "23456", 40),
    ("large_straight", "13456", 0),
    ("yahtzee", "44444", 50),
    ("yahtzee", "44445", 0),
    ("chance", "12346", 16),
    ("chance", "66666", 30),
]


@pytest.mark.parametrize(("box", "dice", "points"), VALUES)
@pytest.mark.parametrize("throws", [1, 2, 3])
@pytest.mark.parametrize("preset", ["yahtzee", "kniffel"])
def test_yahtzee_scores_by_example(box: str, dice: str, points: int, throws: int, preset: str) -> None:
    assert worth("yahtzee", box, dice, throws, preset=preset) == points


def test_five_alike_as_full_house_is_option() -> None:
    assert worth("yahtzee", "full_house", "44444", 3, five_as_full_house=True) == 25


# --- 35 for 63 or more above ---


@pytest.mark.parametrize(
    ("ones", "bonus"),
    [(3, 35), (2, 0), (4, 35)],  # 60 stand in the other five
)
def test_upper_bonus_from_63(ones: int, bonus: int) -> None:
    table = Table("yahtzee")
    for box, face in zip(UPPER[1:], range(2, 7), strict=True):
        table.write(box, points=3 * face)
        assert table.column()["upper_bonus"] == 0
    assert table.write("ones", points=ones) == ones + bonus
    assert table.column()["upper_bonus"] == bonus


def test_upper_bonus_from_moment_63_is_reached() -> None:
    table = Table("yahtzee")
    table.write("sixes", points=30)
    table.write("fives", points=25)
    offers = {choice.box: choice.offers for choice in table.game.choices(table.state)}
    assert [(offer.points, offer.extra) for offer in offers["fours"]] == [
        (4, 0),
        (8, 35),
        (12, 35),
        (16, 35),
        (20, 35),
    ]
    assert table.write("fours", points=8) == 43
    assert table.total() == 98


# --- further five alike ---


@pytest.mark.parametrize(("bonus", "extra"), [(100, 100), (50, 50), (0, 0)])
@pytest.mark.parametrize("joker", ["forced", "free", "none"])
def test_further_five_alike_bring_bonus_whatever_joker(bonus: int, extra: int, joker: str) -> None:
    table = Table("yahtzee", yahtzee_bonus=bonus, joker=joker)
    assert table.write("yahtzee", "33333") == 50
    assert table.write("fours", "44444") == 20 + extra
    assert table.write("twos", "22222") == 10 + extra
    assert table.column()["yahtzee_bonus"] == 2 * extra


def test_no_bonus_after_struck_yahtzee_or_before_one() -> None:
    table = Table("yahtzee")
    assert table.write("fours", "44444") == 20
    table.strike("yahtzee")
    assert table.write("twos", "22222") == 10
    assert table.column()["yahtzee_bonus"] == 0


def test_bonus_by_points_only_where_they_prove_five_alike() -> None:
    table = Table("yahtzee")
    table.write("yahtzee", points=50)
    assert table.write("sixes", points=30) == 130
    assert table.write("fives", points=20) == 20
    assert table.write("full_house", points=25) == 25
    assert table.write("ones", points=5) == 105
    assert table.write("chance", points=30) == 130  # five sixes, a joker: the own box is used
    assert table.write("four_of_a_kind", points=29) == 29


def test_struck_line_with_dice_brings_bonus() -> None:
    table = Table("yahtzee")
    table.write("yahtzee", "33333")
    assert table.write("sixes", "66666", strike=True) == 100
    assert table.write("twos", strike=True) == 0


# --- joker, forced: own upper box, else a lower box at its full value, else 0 above ---


@pytest.mark.parametrize("used", ["filled", "struck"])
def test_forced_joker_fills_its_own_box(used: str) -> None:
    table = Table("yahtzee", yahtzee_bonus=0)
    table.write("yahtzee", "11111", strike=used == "struck")
    assert table.offered("44444") == {"fours": 20}
    for box in ("threes", "full_house", "chance"):
        assert table.refuses("joker_own_box", box, "44444") == {"box": box, "own": "fours"}
    assert table.write("fours", "44444") == 20
    lower = {"three_of_a_kind": 20, "four_of_a_kind": 20, "chance": 20}
    fixed = {"full_house": 25, "small_straight": 30, "large_straight": 40}
    assert table.offered("44444") == lower | fixed
    assert table.refuses("joker_lower_box", "ones", "44444") == {"box": "ones", "own": "fours"}
    for box, points in (lower | fixed).items():
        assert table.write(box, "44444") == points
    assert table.offered("44444") == {"ones": 0, "twos": 0, "threes": 0, "fives": 0, "sixes": 0}
    assert table.write("sixes", "44444") == 0


def test_forced_joker_looks_at_dice_of_strike() -> None:
    table = Table("yahtzee")
    table.strike("yahtzee")
    table.refuses("joker_own_box", "chance", "44444", strike=True)
    table.write("fours", "44444", strike=True)
    table.refuses("joker_lower_box", "ones", "44444", strike=True)
    table.write("chance", strike=True)  # no dice, no joker


def test_other_dice_are_free_under_forced_joker() -> None:
    table = Table("yahtzee")
    table.strike("yahtzee")
    assert len(table.offered("44443")) == 12


def test_joker_only_once_yahtzee_box_is_used() -> None:
    table = Table("yahtzee")
    table.strike("fours")
    offered = table.offered("44444")
    assert (offered["full_house"], offered["small_straight"], offered["large_straight"]) == (0, 0, 0)
    assert offered["ones"] == 0
    assert offered["yahtzee"] == 50


# --- joker, free: any open box, the fixed values only once the own upper box is used ---


def test_free_joker_fills_any_box() -> None:
    table = Table("yahtzee", joker="free")
    table.strike("yahtzee")
    offered = table.offered("44444")
    assert offered["fours"] == 20
    assert offered["chance"] == 20
    assert offered["ones"] == 0
    assert (offered["full_house"], offered["small_straight"], offered["large_straight"]) == (0, 0, 0)
    table.strike("fours")
    offered = table.offered("44444")
    assert (offered["full_house"], offered["small_straight"], offered["large_straight"]) == (25, 30, 40)
    assert table.write("ones", "44444") == 0


def test_house_rule_without_joker() -> None:
    table = Table("yahtzee", joker="none")
    table.write("yahtzee", "11111")
    table.strike("fours")
    offered = table.offered("44444")
    assert (offered["full_house"], offered["small_straight"], offered["large_straight"]) == (0, 0, 0)
    assert table.write("large_straight", "44444") == 100  # 0, and 100 beside it


# --- presets ---


@pytest.mark.parametrize(
    ("given", "bonus", "joker"),
    [
        ({}, 100, "forced"),
        ({"preset": "yahtzee"}, 100, "forced"),
        ({"preset": "kniffel"}, 0, "none"),
        ({"preset": "kniffel", "yahtzee_bonus": 50}, 50, "none"),
        ({"preset": "kniffel", "joker": "free"}, 0, "free"),
        ({"preset": "yahtzee", "yahtzee_bonus": 0}, 0, "forced"),
        ({"yahtzee_bonus": 100, "preset": "kniffel", "joker": "forced"}, 100, "forced"),
    ],
)
def test_explicit_options_go_before_preset(given: dict[str, Any], bonus: int, joker: str) -> None:
    options: Any = Table("yahtzee", **given).options
    assert (options["yahtzee_bonus"], options["joker"]) == (bonus, joker)
    assert Table("yahtzee", **dict(options)).options == options  # complete options are not changed again


def test_kniffel_knows_neither_bonus_nor_joker() -> None:
    table = Table("yahtzee", preset="kniffel")
    table.write("yahtzee", "11111")
    assert table.write("chance", "44444") == 20
    assert table.offered("22222")["full_house"] == 0
    assert [row.key for row in table.game.sheet(table.state).rows if row.kind == "bonus"] == ["upper_bonus"]


# --- totals ---


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 1575),
        ({"yahtzee_bonus": 50}, 975),
        ({"yahtzee_bonus": 0}, 375),
        ({"preset": "kniffel"}, 375),
        ({"joker": "free"}, 1575),
        # without a joker a further five alike is worth more in the straights than the straights
        ({"joker": "none"}, 50 + 140 + 90 + 300 + 900),
        ({"joker": "none", "five_as_full_house": True}, 50 + 140 + 90 + 25 + 200 + 1000),
    ],
)
def test_yahtzee_highest_total(options: dict[str, Any], most: int) -> None:
    assert Table("yahtzee", **options).most() == most


def test_thirteen_five_alike_reach_highest_total() -> None:
    table = Table("yahtzee")
    table.write("yahtzee", "66666")
    for box, face in zip(UPPER, "123456", strict=True):
        table.write(box, face * 5)
        assert table.most() == 1575
    for box in LOWER:
        if box != "yahtzee":
            table.write(box, "66666")
    assert (table.total(), table.reason) == (1575, "sheets_full")
    assert table.column()["yahtzee_bonus"] == 1200


def test_chance_is_never_nothing() -> None:
    table = Table("yahtzee")
    assert table.possible("chance") == list(range(5, 31))
    table.refuses("impossible_points", "chance", points=0)
    table.strike("yahtzee")
    assert table.possible("chance") == list(range(6, 30))  # five alike would have to go into their own box

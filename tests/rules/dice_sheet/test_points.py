"""Entries by points: possible values, implied dice, and when dice are needed."""

from __future__ import annotations

from typing import Any

import pytest

from .table import Table

# The points must be possible in that box with those throws; without `throws` it was the last throw.
POSSIBLE = [
    ("generala", "fours", 3, [4, 8, 12, 16, 20]),
    ("generala", "straight", 3, [20]),
    ("generala", "straight", 1, [25]),
    ("generala", "full_house", 2, [30]),
    ("generala", "four_of_a_kind", 1, [45]),
    ("generala", "generala", 2, [50]),
    ("generala", "generala", 1, []),
    ("generala", "sixes", 1, [6, 12, 18, 24]),
    ("general", "straight", 1, [25]),
    ("general", "straight", 2, [20]),
    ("general", "four_of_a_kind", 3, [40]),
    ("general", "small_general", 3, [60]),
    ("goldene_fuenfzig", "low_straight", 1, [15]),
    ("goldene_fuenfzig", "golden_fifty", 1, [50]),
    ("yacht", "four_of_a_kind", 3, [n for n in range(6, 30) if n not in (7, 12, 18, 23)]),
    ("yacht", "full_house", 3, [7, 8, 9, *range(11, 20), *range(20, 25), 26, 27, 28]),
    ("yacht", "choice", 1, list(range(5, 31))),
    ("crag", "three_of_a_kind", 2, [25]),
    ("yahtzee", "three_of_a_kind", 3, list(range(5, 31))),
    ("yahtzee", "full_house", 3, [25]),
]


def by_hand(box: str) -> list[int]:
    """Totals of a full house (three and two) and of exactly four alike, counted the long way."""
    faces = range(1, 7)
    if box == "full_house":
        return sorted({3 * a + 2 * b for a in faces for b in faces if a != b})
    return sorted({4 * a + b for a in faces for b in faces if a != b})


@pytest.mark.parametrize(("slug", "box", "throws", "points"), POSSIBLE)
def test_possible_points_are_accepted(slug: str, box: str, throws: int, points: list[int]) -> None:
    if slug == "yacht" and box != "choice":
        points = by_hand(box)
    assert Table(slug).possible(box, throws) == points
    for value in range(70):
        table = Table(slug)
        if value in points:
            assert table.write(box, points=value, throws=throws) == value
        elif value and not (slug == "generala" and throws == 1):
            fields = table.refuses("impossible_points", box, points=value, throws=throws)
            assert fields == {"box": box, "points": value, "values": points, "why": None}


def test_every_number_of_throws_that_matters_is_offered() -> None:
    table = Table("general")
    offers = {choice.box: choice.offers for choice in table.game.choices(table.state)}
    assert [(offer.points, offer.throws) for offer in offers["straight"]] == [(20, 3), (25, 1)]
    assert [(offer.points, offer.throws) for offer in offers["ones"]] == [(n, 3) for n in range(1, 6)]
    assert [(offer.points, offer.throws) for offer in offers["small_general"]] == [(60, 3)]


@pytest.mark.parametrize(
    ("slug", "box", "points", "options"),
    [
        ("generala", "straight", 25, {}),
        ("generala", "straight", 21, {}),
        ("generala", "straight", 30, {"first_throw_bonus": 10}),
        ("general", "straight", 25, {}),
        ("general", "four_of_a_kind", 45, {}),
        ("general", "four_of_a_kind", 30, {}),
        ("general", "four_of_a_kind", 40, {"four_of_a_kind_later": 30}),
        ("generala", "generala", 60, {}),
        ("generala", "generala", 50, {"generala_points": 60}),
        ("generala", "double_generala", 100, {"double_generala": True}),
        ("goldene_fuenfzig", "low_straight", 25, {}),
        ("yacht", "four_of_a_kind", 30, {}),
        ("yacht", "four_of_a_kind", 29, {"four_of_a_kind": "the_four"}),
        ("yahtzee", "small_straight", 40, {}),
        ("crag", "sixes", 24, {}),
        ("crag", "sixes", 10**400, {}),
    ],
)
def test_impossible_points_are_refused(slug: str, box: str, points: int, options: dict[str, Any]) -> None:
    fields = Table(slug, **options).refuses("impossible_points", box, points=points)
    assert (fields["box"], fields["points"]) == (box, points)
    assert points not in fields["values"]


# Zero is possible wherever some dice score nothing; a choice or a chance always scores.
@pytest.mark.parametrize(
    ("slug", "box", "possible"),
    [
        ("generala", "ones", True),
        ("generala", "generala", True),
        ("general", "straight", True),
        ("yacht", "yacht", True),
        ("yacht", "choice", False),
        ("yahtzee", "chance", False),
        ("yahtzee", "three_of_a_kind", True),
        ("crag", "thirteen", True),
    ],
)
def test_nought_by_points(slug: str, box: str, *, possible: bool) -> None:
    table = Table(slug)
    if possible:
        assert table.write(box, points=0) == 0
        assert table.column()[box] == 0
    else:
        table.refuses("impossible_points", box, points=0)
        table.strike(box)


# With dice and points both, they must agree.
@pytest.mark.parametrize(
    ("slug", "box", "dice", "throws", "points", "right"),
    [
        ("generala", "fours", "44426", 2, 12, 12),
        ("generala", "fours", "44426", 2, 16, 12),
        ("generala", "straight", "12345", 1, 25, 25),
        ("generala", "straight", "12345", 2, 25, 20),
        ("general", "straight", "44426", 3, 20, 0),
        ("yacht", "choice", "44426", 3, 0, 20),
        ("crag", "crag", "166", 2, 26, 50),
    ],
)
def test_dice_and_points_must_agree(
    slug: str, box: str, dice: str, throws: int, points: int, right: int
) -> None:
    table = Table(slug)
    if points == right:
        assert table.write(box, dice, throws, points=points) == right
    else:
        fields = table.refuses("wrong_points", box, dice, throws=throws, points=points)
        assert fields == {"box": box, "points": right}


# Points that would mean five alike at once are refused where that can end the game: enter the dice.
@pytest.mark.parametrize(
    ("slug", "box", "points", "options"),
    [
        ("generala", "generala", 50, {}),
        ("generala", "sixes", 30, {}),
        ("generala", "ones", 5, {"automatic_win": "always"}),
        ("general", "small_general", 60, {}),
        ("general", "fives", 25, {"big_general_wins": "if_small_general_open"}),
    ],
)
def test_winning_points_of_first_roll_require_dice(
    slug: str, box: str, points: int, options: dict[str, Any]
) -> None:
    table = Table(slug, **options)
    assert table.refuses("enter_the_dice", box, points=points, throws=1) == {"box": box}
    assert points not in table.possible(box, throws=1)
    assert table.write(box, points=points, throws=2) == points


@pytest.mark.parametrize(
    ("slug", "box", "points", "options"),
    [
        ("generala", "generala", 50, {"automatic_win": "off"}),
        ("generala", "four_of_a_kind", 45, {}),  # four alike score 45 as well
        ("general", "small_general", 60, {"big_general_wins": "never"}),
        ("goldene_fuenfzig", "golden_fifty", 50, {}),
        ("yacht", "yacht", 50, {}),
        ("yahtzee", "yahtzee", 50, {}),
        ("crag", "three_of_a_kind", 25, {}),
    ],
)
def test_dice_are_not_needed(slug: str, box: str, points: int, options: dict[str, Any]) -> None:
    table = Table(slug, "AB", **options)
    assert table.write(box, points=points, throws=1) == points
    assert table.reason is None


# --- strikes ---


@pytest.mark.parametrize("slug", ["generala", "general", "goldene_fuenfzig", "yacht", "crag", "yahtzee"])
def test_any_open_box_may_be_struck(slug: str) -> None:
    table = Table(slug)
    for choice in table.game.choices(table.state):
        assert table.write(choice.box, strike=True) == 0
    assert table.reason == "sheets_full"
    assert table.total() == 0


def test_strike_writes_nought_even_where_dice_would_score() -> None:
    table = Table("yacht")
    assert table.write("choice", "66666", strike=True) == 0
    assert table.write("yacht", "66666", 2, strike=True) == 0
    assert table.column() == {"yacht": 0, "choice": 0}
    table.refuses("box_filled", "yacht", "66666")
    table.refuses("too_many_throws", "ones", throws=4, strike=True)

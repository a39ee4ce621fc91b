"""The highest total named by `bounds` is reached by some continuation, never exceeded."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.rules.dice_sheet.game import SheetGame

from .reference_sheet import every_roll
from .table import Table

# Boxes left open, the lines before, the house rules. Whatever else the sheet has was struck.
OPEN: list[tuple[str, tuple[str, ...], list[dict[str, Any]], dict[str, Any]]] = [
    ("generala", ("sixes", "straight"), [], {}),
    ("generala", ("generala", "double_generala"), [], {"double_generala": True}),
    ("generala", ("four_of_a_kind", "double_generala"), [], {"double_generala": True}),
    (
        "generala",
        ("ones", "double_generala"),
        [],
        {"double_generala": True, "double_requires": "any_five_before"},
    ),
    (
        "generala",
        ("four_of_a_kind", "double_generala"),
        [],
        {"double_generala": True, "double_requires": "any_five_before", "automatic_win": "always"},
    ),
    (
        "generala",
        ("full_house", "four_of_a_kind", "double_generala"),
        [],
        {"double_generala": True, "double_requires": "any_five_before", "automatic_win": "off"},
    ),
    (
        "generala",
        ("straight", "double_generala"),
        [{"box": "fours", "dice": [4] * 5, "strike": True}],
        {"double_generala": True, "double_requires": "any_five_before", "generala_points": 60},
    ),
    (
        "generala",
        ("double_generala",),
        [{"box": "four_of_a_kind", "points": 40}],
        {"double_generala": True, "double_requires": "any_five_before"},
    ),
    ("general", ("four_of_a_kind", "small_general"), [], {}),
    ("general", ("full_house", "straight"), [], {"big_general_wins": "never", "five_as_full_house": True}),
    ("goldene_fuenfzig", ("golden_fifty", "high_straight"), [], {}),
    ("yacht", ("choice", "four_of_a_kind"), [], {}),
    ("yacht", ("full_house", "four_of_a_kind"), [], {"four_of_a_kind": "the_four"}),
    ("crag", ("crag", "thirteen"), [], {"crag_as_thirteen": False}),
    ("yahtzee", ("yahtzee", "full_house"), [], {}),
    ("yahtzee", ("yahtzee", "sixes"), [], {"yahtzee_bonus": 50}),
    ("yahtzee", ("chance", "large_straight"), [{"box": "yahtzee", "points": 50}], {}),
    ("yahtzee", ("chance", "large_straight"), [], {}),
    ("yahtzee", ("fives", "small_straight"), [{"box": "yahtzee", "points": 50}], {"joker": "free"}),
    ("yahtzee", ("ones", "full_house"), [{"box": "yahtzee", "points": 50}], {"joker": "none"}),
    ("yahtzee", ("yahtzee", "full_house"), [], {"preset": "kniffel", "five_as_full_house": True}),
    (
        "yahtzee",
        ("sixes", "fives"),
        [{"box": "fours", "points": 16}, {"box": "threes", "points": 9}, {"box": "twos", "points": 6}],
        {},
    ),
]


def best(game: Any, state: Any, known: dict[Any, int]) -> int:
    """The highest total of player A over all dice, all boxes, first throw or later."""
    key = repr(state.columns)
    if key in known:
        return known[key]
    found: int = game.scores(state)["A"]
    after: dict[Any, Any] = {}
    for dice in every_roll(game.dice):
        for throws in (1, game.throws):
            for choice in game.choices(state, partial={"dice": dice, "throws": throws}):
                if choice.kind == "box" and choice.offers:
                    five = len(set(dice)) == 1 and game.dice == 5
                    entry = {"player": "A", "box": choice.box, "dice": list(dice), "throws": throws}
                    after.setdefault((choice.box, choice.offers[0].points, five), entry)
    for entry in after.values():
        found = max(found, best(game, game.apply(state, game.parse(entry)), known))
    known[key] = found
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "left", "lines", "options"), OPEN)
def test_most_is_reached_and_never_passed(
    slug: str, left: tuple[str, ...], lines: list[dict[str, Any]], options: dict[str, Any]
) -> None:
    table = Table(slug, **options)
    for line in lines:
        table.write(**line)
    for choice in table.game.choices(table.state):
        if choice.box not in left:
            table.strike(str(choice.box))
    assert table.most() == best(table.game, table.state, {})


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if isinstance(game, SheetGame)])
def test_bounds_start_at_written_points(slug: str) -> None:
    table = Table(slug, "AB")
    table.write("sixes", points=12)
    bounds = table.game.bounds(table.state)
    assert bounds is not None
    assert (bounds["A"][0], bounds["B"][0]) == (12, 0)
    table.strike_the_rest()
    assert table.game.bounds(table.state) == {"A": (12, 12), "B": (0, 0)}


def test_bounds_after_automatic_win_are_final() -> None:
    table = Table("general", "AB")
    table.write("sixes", points=12)
    table.write(None, "11111", 1)
    assert table.game.bounds(table.state) == {"A": (12, 12), "B": (0, 0)}

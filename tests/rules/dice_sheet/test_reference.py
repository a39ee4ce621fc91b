"""The rules against the reference: every roll, box, number of throws and house rule."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given

from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Game, Options, Seats
from scorekeeper.rules.replay import replay
from tests.rules.random_games import random_game
from tests.rules.subjects import many, seeds

from . import reference, reference_sheet
from .reference import UPWARDS, ReferenceColumn

ROLLS = {slug: reference_sheet.every_roll(reference.DICE.get(slug, 5)) for slug in GAMES}
FIVE_ALIKE = [(face,) * 5 for face in range(1, 7)]


def option_sets(slug: str, version: int | None = None, **fixed: Any) -> Iterator[Options]:
    """Every combination of house rules, by the newest version of the rules or another."""
    game = GAMES[slug]
    choices = [[value.value for value in option.values] for option in game.OPTIONS]
    for values in itertools.product(*choices):
        given = dict(zip((option.name for option in game.OPTIONS), values, strict=True))
        if all(given[name] == value for name, value in fixed.items()):
            yield game.resolve(given, version)


def agree(
    game: Game[Any, Any], options: Options, state: Any, pad: ReferenceColumn, dice: Any, throws: int
) -> None:
    """Module and model offer the same boxes at the same points for these dice."""
    choices = game.choices(state, player="A", partial={"dice": dice, "throws": throws})
    offered = {
        choice.box: choice.offers[0].points for choice in choices if choice.kind == "box" and choice.offers
    }
    expected = {
        box: reference.score(game.slug, options, box, dice, throws, pad)
        for box in reference.boxes(game.slug, options)
        if box not in pad.written and reference_sheet.may_take(game.slug, options, box, dice, pad)
    }
    wins = reference_sheet.wins(game.slug, options, {"dice": dice}, throws, pad)
    assert any(choice.kind == "win" for choice in choices) == wins
    if wins:  # scoring boxes of the game itself
        expected = {
            box: points
            for box, points in expected.items()
            if points
            and not reference_sheet.wins(game.slug, options, {"dice": dice, "box": box}, throws, pad)
        }
    assert offered == expected, (dict(options), dice, throws)


# Generala has 768 sets of house rules: split, so that processes can share them.
GENERALA = [("generala", {"straights": value.value}) for value in GAMES["generala"].OPTIONS[0].values]
PARTS = [GENERALA[0], *(pytest.param(*part, marks=pytest.mark.examples) for part in GENERALA[1:])]
PARTS += [(slug, {}) for slug in reference.BOXES if slug != "generala"]
# Options that only five alike can affect: under their other values the other rolls are left out.
ABOUT_FIVE_ALIKE = {
    "automatic_win": "off",
    "big_general_wins": "never",
    "double_requires": "generala_scored",
    "preset": "kniffel",
    "joker": "none",
}


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "fixed"), PARTS, ids=str)
def test_roll_in_any_box_equals_reference(slug: str, fixed: dict[str, Any]) -> None:
    game = GAMES[slug]
    for options in option_sets(slug, **fixed):
        state, pad = game.start(options, Seats(("A",))), ReferenceColumn()
        plain = all(options.get(name, value) == value for name, value in ABOUT_FIVE_ALIKE.items())
        for dice in ROLLS[slug] if plain else FIVE_ALIKE:
            for throws in (1, reference.THROWS.get(slug, 3)):
                agree(game, options, state, pad, dice[: reference.DICE.get(slug, 5)], throws)


@pytest.mark.parametrize("slug", ["generala", "general"])
def test_five_alike_of_version_1_equal_reference(slug: str) -> None:
    game = GAMES[slug]
    for options in option_sets(slug, 1):
        state, pad = game.start(options, Seats(("A",))), ReferenceColumn()
        for dice, throws in itertools.product(FIVE_ALIKE, (1, 3)):
            agree(game, options, state, pad, dice, throws)


@pytest.mark.slow
@pytest.mark.parametrize("slug", list(reference.BOXES))
def test_throws_of_any_number_equal_reference(slug: str) -> None:
    game = GAMES[slug]
    default = game.resolve({})
    for name, value in [(option.name, value.value) for option in game.OPTIONS for value in option.values]:
        options = game.resolve({**default, name: value})
        state, pad = game.start(options, Seats(("A",))), ReferenceColumn()
        for dice, throws in itertools.product(ROLLS[slug], range(1, reference.THROWS.get(slug, 3) + 1)):
            agree(game, options, state, pad, dice, throws)


def write(
    game: Game[Any, Any], options: Options, state: Any, pad: ReferenceColumn, entry: dict[str, Any]
) -> Any:
    """The line in the module's state and on the model's pad."""
    reference_sheet.write(game.slug, options, entry, entry.get("throws", 3), pad)
    return game.apply(state, game.parse({"player": "A", **entry}))


@pytest.mark.parametrize("requires", ["generala_scored", "any_five_before"])
def test_double_generala_equals_reference(requires: str) -> None:
    game = GAMES["generala"]
    first_lines: list[dict[str, Any]] = [
        {"box": "generala", "strike": True},
        {"box": "generala", "points": 0},
        {"box": "generala", "dice": [2] * 5, "strike": True},
        {"box": "generala", "dice": [2] * 5, "throws": 2},
        {"box": "fours", "dice": [4] * 5, "throws": 2},
        {"box": "fours", "points": 20},
        {"box": "four_of_a_kind", "points": 40},
    ]
    fixed = {
        "double_generala": True,
        "double_requires": requires,
        "first_throw_bonus": 5,
        "straights": "basic",
    }
    versions = (option_sets("generala", version, **fixed) for version in (1, 2))
    for options in itertools.chain(*versions):
        for line in first_lines:
            pad = ReferenceColumn()
            state = write(game, options, game.start(options, Seats(("A",))), pad, line)
            for dice, throws in itertools.product([*FIVE_ALIKE, (1, 1, 1, 1, 2)], (1, 2, 3)):
                agree(game, options, state, pad, dice, throws)


LOWER = [box for box in reference.BOXES["yahtzee"] if box not in reference.FACES]


@pytest.mark.parametrize("joker", ["forced", "free", "none"])
def test_joker_equals_reference(joker: str) -> None:
    """Any upper boxes used, any of three states below, a yahtzee of 50, of 0 or none."""
    game = GAMES["yahtzee"]
    below: tuple[list[str], ...] = (
        [],
        ["chance"],
        [box for box in LOWER if box != "yahtzee"],
        ["full_house", "small_straight"],
    )
    yahtzees: list[list[dict[str, Any]]] = [
        [],
        [{"box": "yahtzee", "strike": True}],
        [{"box": "yahtzee", "points": 50}],
    ]
    for options in option_sets("yahtzee", joker=joker, preset="yahtzee", yahtzee_bonus=100):
        for used, lower, first in itertools.product(range(64), below, yahtzees):
            upper = [box for place, box in enumerate(UPWARDS) if used >> place & 1]
            pad, state = ReferenceColumn(), game.start(options, Seats(("A",)))
            for line in [*first, *({"box": box, "strike": True} for box in (*upper, *lower))]:
                state = write(game, options, state, pad, line)
            for dice in FIVE_ALIKE:
                agree(game, options, state, pad, dice, 3)


@pytest.mark.parametrize("slug", list(reference.BOXES))
@given(seed=seeds)
@many
def test_whole_games_equal_reference(slug: str, seed: int) -> None:
    game = GAMES[slug]
    played = random_game(game, seed)
    result = replay(game, played.options, played.seats, played.entries)
    paper = reference_sheet.play(slug, played.options, played.seats.players, played.entries)
    assert game.report(result.state) == {
        player: reference_sheet.sheet(slug, played.options, pad) for player, pad in paper.pads.items()
    }
    assert game.scores(result.state) == {
        player: reference_sheet.total(slug, pad) for player, pad in paper.pads.items()
    }
    outcome = game.outcome(result.state)
    assert outcome is not None
    assert outcome.reason == ("automatic_win" if paper.winner else "sheets_full")
    if paper.winner:
        assert paper.winner in outcome.winners

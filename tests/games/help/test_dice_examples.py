"""Dice examples of help pages, scored by the rules at every table that shows them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from scorekeeper.games.help.content import Dice
from scorekeeper.games.presentations import presentations
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import IllegalMoveError, Options, Seats
from scorekeeper.rules.dice_sheet.game import SheetGame
from tests.games.help.examples import examples

GUIDES = {slug: presentation.help for slug, presentation in presentations().items()}

DICE = [slug for slug, game in GAMES.items() if isinstance(game, SheetGame) and slug in GUIDES]


def tables(game: Any, pinned: dict[str, Any]) -> Iterator[Options]:
    """House rules that agree with those pinned: the printed ones, and any two others changed."""
    free = [option for option in game.OPTIONS if option.name not in pinned]
    changes = [(option.name, value.value) for option in free for value in option.values]
    yield game.resolve(pinned)
    for chosen in (*combinations(changes, 1), *combinations(changes, 2)):
        options = game.resolve({**pinned, **dict(chosen)})
        # a preset must not change the given options
        if all(options[name] == value for name, value in pinned.items()):
            yield options


def made(game: SheetGame, options: Options, example: Dice, box: str | None) -> dict[str, Any]:
    """Return the points of the dice in a box by the rules, as the example words them."""
    state = game.start(options, Seats(("Ana",)))
    for entry in example.before:
        state = game.apply(state, game.parse({"player": "Ana", **entry}))
    before, spares = game.scores(state)["Ana"], game.report(state)["Ana"].get("gut", 0)
    line: dict[str, Any] = {"player": "Ana", "dice": list(example.dice)}
    line |= {"throws": example.throws} if example.throws else {}
    line |= {"box": box} if box else {}
    try:
        state = game.apply(state, game.parse(line))
    except IllegalMoveError as error:
        return {"refused": error.code}
    outcome = game.outcome(state)
    if outcome is not None and outcome.automatic:
        return {"wins": True}
    column = game.report(state)["Ana"]
    points = column[str(box)]
    return {
        "points": points,
        "brings": game.scores(state)["Ana"] - before - points,
        "spares": column.get("gut", 0) - spares,
    }


def expectation(example: Dice, box: str | None) -> dict[str, Any]:
    """Return the points of the dice in a box by the example."""
    if example.refused:
        return {"refused": example.refused}
    if example.wins:
        return {"wins": True}
    found = {"points": example.boxes[str(box)], "brings": example.brings}
    return found | ({"spares": example.spares} if example.spares is not None else {})


@pytest.mark.parametrize("slug", DICE)
def test_dice_examples_score_as_described(slug: str) -> None:
    game = GAMES[slug]
    assert isinstance(game, SheetGame)
    wrong = []
    for where, value, example in examples(GUIDES[slug]):
        assert isinstance(example, Dice), where
        assert example.boxes or example.wins, where
        for options in tables(game, {**example.options, **value}):
            for box in example.boxes or [None]:
                expected = expectation(example, box)
                found = made(game, options, example, box)
                if expected != {name: found.get(name) for name in expected}:
                    wrong.append(
                        f"{where}, {example.note}, {dict(options)}: expected {expected}, found {found}"
                    )
    assert wrong[:5] == []

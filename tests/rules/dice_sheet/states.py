"""The games on a sheet of boxes, and states of their random games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.rules.dice_sheet.game import SheetGame
from tests.rules.random_games import RandomGame, random_game

SHEETS = [game for game in GAMES.values() if isinstance(game, SheetGame)]
every_sheet = pytest.mark.parametrize("game", SHEETS, ids=lambda game: str(game.slug))


def some_states(game: SheetGame, seed: int) -> tuple[RandomGame, list[Any]]:
    """Three states of a random game."""
    played = random_game(game, seed)
    state = game.start(played.options, played.seats)
    found = [state]
    for entry in played.entries:
        state = game.apply(state, game.parse(entry))
        found.append(state)
    chance = Random(seed)
    return played, [chance.choice(found[:-1]) for _ in range(3)]

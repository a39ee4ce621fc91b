"""How many may sit at a table, and whether its lines are players' turns."""

from __future__ import annotations

from functools import cache
from typing import Any

from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Game, Seats

from .table import Table

FEWEST, MOST = 2, 10


def places(game: Game[Any, Any]) -> range:
    """How many may play at a table: what the rules allow, as far as it fits a phone."""
    return range(max(FEWEST, game.PLAYERS[0]), min(MOST, game.PLAYERS[-1]) + 1)


@cache
def in_turns(slug: str) -> bool:
    """Whether a line of this game is one player's turn, so that somebody is first to write."""
    game = GAMES[slug]
    seats = Seats(tuple(str(number) for number in range(1, places(game)[0] + 1)))
    return game.turn(game.start(game.resolve({}), seats)) is not None


def next_player(table: Table) -> str | None:
    """Whose line is next; None where lines are the whole table's."""
    return table.turn if in_turns(table.game.slug) else None

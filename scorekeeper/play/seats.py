"""The number of seats at a table, and whether its lines follow the turns of players."""

from __future__ import annotations

from functools import cache
from typing import Any

from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Game, Seats

from .table import Table

FEWEST, MOST = 2, 10


def player_counts(game: Game[Any, Any]) -> range:
    """The possible numbers of players: those of the rules, limited to what fits a phone."""
    return range(max(FEWEST, game.PLAYERS[0]), min(MOST, game.PLAYERS[-1]) + 1)


@cache
def has_turns(slug: str) -> bool:
    """Return whether a line of this game is one player's turn.

    If so, the first player has to be decided.
    """
    game = GAMES[slug]
    seats = Seats(tuple(str(number) for number in range(1, player_counts(game)[0] + 1)))
    return game.turn(game.start(game.resolve({}), seats)) is not None


def next_player(table: Table) -> str | None:
    """The player of the next line; None where lines belong to the whole table."""
    return table.turn if has_turns(table.game.slug) else None

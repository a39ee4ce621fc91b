"""The immutable values of a game on a box sheet: scores, columns, the state."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from scorekeeper.rules.contract import Options, Reason, Seats


class Score(NamedTuple):
    """The points of a roll in a box, and the reasons: of zero points, what the roll lacks."""

    points: int
    reasons: tuple[Reason, ...]


@cache
def scored(points: int, *codes: str) -> Score:
    """Return a score with reasons that need no fields."""
    return Score(points, tuple(Reason(code) for code in codes))


@cache
def nothing(code: str, **fields: Any) -> Score:
    """Return zero points for a reason; the values of its fields are hashable."""
    return Score(0, (Reason(code, fields),))


class Written(NamedTuple):
    """A filled box: its points and the index of the move that wrote it."""

    points: int
    line: int


class Column(NamedTuple):
    """One player's column.

    `five_alike`: the player has thrown five alike before. `bonus`: extra points beside the boxes (not the upper
    bonus). `spared`, `spent`: spare throws banked and used.
    """

    cells: Mapping[str, Written]
    points: int = 0
    five_alike: bool = False
    bonus: int = 0
    spared: int = 0
    spent: int = 0


class State(NamedTuple):
    """The state of a game on a box sheet.

    `ordered`: every line was written in turn. `winner`: the player with an automatic win, if any, and `won_in`: the box
    that shows the winning roll.
    """

    options: Options
    seats: Seats
    columns: tuple[Column, ...]
    moves: int = 0
    ordered: bool = True
    winner: str | None = None
    won_in: str | None = None

    def column(self, player: str) -> Column:
        """Return the column of a player."""
        return self.columns[self.seats.players.index(player)]


class Fit(NamedTuple):
    """The proof of points without dice: whether only five alike give them, and the reasons."""

    five_alike: bool
    reasons: tuple[Reason, ...]

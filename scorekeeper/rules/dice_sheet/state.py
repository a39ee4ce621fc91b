"""The immutable values of a game on a box sheet: scores, columns, the state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.rules.contract import Options, Seats


class Score(NamedTuple):
    """The points of a roll in a box, and the reason codes."""

    points: int
    reasons: tuple[str, ...] = ()


NOTHING = Score(0)
FACES_ADDED = ("faces",)


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


class Fit(NamedTuple):
    """The proof of points without dice: whether only five alike give them, and the reasons."""

    five_alike: bool
    reasons: tuple[str, ...]

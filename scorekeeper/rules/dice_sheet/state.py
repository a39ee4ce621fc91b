"""The immutable values of a game on a sheet of boxes: scores, columns, the state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.rules.contract import Options, Seats


class Score(NamedTuple):
    """Points of a roll in a box, and why, as reason codes."""

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
    """A game on the sheet. `ordered`: no line was written out of turn. `winner`: by an automatic win."""

    options: Options
    seats: Seats
    columns: tuple[Column, ...]
    moves: int = 0
    ordered: bool = True
    winner: str | None = None


class Fit(NamedTuple):
    """What points without dice prove: whether only five alike give them, and their reasons."""

    five_alike: bool
    reasons: tuple[str, ...]

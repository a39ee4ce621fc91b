"""What a game on a sheet of boxes consists of: boxes, scores, columns, the state. Immutable values only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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

    `five_alike`: five alike was thrown at some time. `bonus`: extra points beside the boxes (not the upper
    bonus). `spared`, `spent`: spare throws banked and used.
    """

    cells: Mapping[str, Written]
    points: int = 0
    five_alike: bool = False
    bonus: int = 0
    spared: int = 0
    spent: int = 0


class State(NamedTuple):
    """A game on the sheet. `ordered`: nobody has written out of turn so far. `winner`: won outright."""

    options: Options
    seats: Seats
    columns: tuple[Column, ...]
    moves: int = 0
    ordered: bool = True
    winner: str | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """A box of the sheet as printed: its name, label, what is printed beside it, the part it stands in."""

    name: str
    label: str
    worth: str = ""
    section: int = 0


class Fit(NamedTuple):
    """What may be concluded from points written without dice: every roll that gives them is five alike."""

    five_alike: bool
    reasons: tuple[str, ...]

"""The sheet of a game, and the choices for its next line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Box:
    """A box of the printed sheet: its name, label, the figure printed beside it, its section."""

    name: str
    label: str
    worth: str = ""
    section: int = 0


@dataclass(frozen=True, slots=True)
class Offer:
    """One way to fill a choice: the points, with how many throws, why, and what else it brings.

    `extra`: points beyond the box itself (bonuses that it would earn). `spares`: spare throws banked (or,
    below zero, spent).
    """

    points: int
    throws: int | None = None
    reasons: tuple[str, ...] = ()
    extra: int = 0
    spares: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible next line.

    `kind`: "box" (a box of the sheet), "win" (the dice end the game), or what a card game writes ("round",
    "hand", "trick", "turn", "redeal", "concede", "end"), "card" where one of `cards` comes next,
    "take" where one of them may be picked up, "colour" or "cancel" where a turn that is begun waits for that.
    `player`: for whom, None where the line is the whole table's. `offers`: only where the value is to be
    chosen; a line of cards brings what the cards say. `fields`: what the entry panel starts from (who deals
    and leads, who is in, cards each, points to share).
    `cards`: those that `player` may show next, as far as the cards already shown tell.
    """

    kind: str
    player: str | None = None
    box: str | None = None
    offers: tuple[Offer, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of the sheet. `points` None: it is empty. `line`: index of the move that wrote it.

    `total`: a running total beside it (rounds). `cards`: cards that lie there. `open`: may still be written.
    """

    points: int | None = None
    line: int | None = None
    total: int | None = None
    cards: tuple[str, ...] = ()
    open: bool = False
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the sheet. `kind`: "box", "bonus", "spares", "round"...; `section` parts heavy rules.

    `worth`: what is printed beside the label (40, "sum"). `die`: the face a box counts, 0 for none.
    `fields`: what the label needs (a round's number, trump, dealer).
    """

    key: str
    label: str
    cells: tuple[Cell, ...]
    kind: str = "box"
    section: int = 0
    worth: str = ""
    die: int = 0
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that a template needs to draw a game: columns are players, `progress` is (turn, of how many).

    `leaders`: who is in front, once it is over who won. `sides` and `side_totals`: the partnerships and their
    totals, empty where everybody plays alone. `marks`: per column what stands beside the name ("dealer",
    "leads", "out", "dropped", "grace"), empty where a game has no such thing.
    """

    players: tuple[str, ...]
    rows: tuple[Row, ...]
    totals: tuple[int, ...]
    turn: str | None
    leaders: tuple[str, ...]
    progress: tuple[int, int | None]
    sides: tuple[tuple[str, ...], ...] = ()
    side_totals: tuple[int, ...] = ()
    marks: tuple[tuple[str, ...], ...] = ()


def leaders(scores: Mapping[str, int], sides: Sequence[tuple[str, ...]] = ()) -> tuple[str, ...]:
    """The leading players, or all members of the leading side; empty while all are equal."""
    parties = sides or [(player,) for player in scores]
    totals = [sum(scores[player] for player in side) for side in parties]
    in_front = [side for side, total in zip(parties, totals, strict=True) if total == max(totals)]
    if len(in_front) == len(parties) > 1:
        return ()
    return tuple(player for side in in_front for player in side)

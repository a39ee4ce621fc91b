"""The sheet of a game, and the choices for its next line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Box:
    """A box of the printed sheet: its name, label, the figure printed beside it, its section."""

    name: str
    label: str
    worth: str = ""
    section: int = 0


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for points or zero points: a stable snake_case code, and fields of its message."""

    code: str
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Offer:
    """One way to fill a choice: the points, the number of throws, the reasons.

    An offer of zero points has a reason, too: what the dice lack.
    `extra`: points beyond the box itself, such as bonuses that it would earn. `spares`: spare throws banked, or
    spent if below zero.
    """

    points: int
    throws: int | None = None
    reasons: tuple[Reason, ...] = ()
    extra: int = 0
    spares: int = 0


@dataclass(frozen=True, slots=True)
class Fields:
    """Base of the fields of a choice or a row; each game defines a dataclass per kind."""

    @classmethod
    def of(cls, part: Choice | Row) -> Self:
        """Return the fields of a choice or a row, typed; TypeError if they are of another kind."""
        if not isinstance(part.fields, cls):
            raise TypeError(f"a {part.kind!r} has {type(part.fields).__name__}, not {cls.__name__}")
        return part.fields


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRow(Fields):
    """The fields of a row of kind "round"; a game adds its own.

    `trump`: the suit of trumps. Without points: `out`, the players who ran out, in groups; the `places` of these
    players; `lost`, the player who lost the round.
    """

    number: int
    dealer: str
    trump: str | None = None
    out: Sequence[Sequence[str]] | None = None
    places: Mapping[str, int] | None = None
    lost: str | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible next line.

    `kind` is one of:

    - "box" (a box of the sheet) or "win" (the dice end the game)
    - a line of a card game: "round", "hand", "trick", "turn", "redeal", "concede", "end"
    - "card" if one of `cards` comes next, "take" if one of them may be picked up
    - "colour" or "cancel" if the turn being entered needs that answer

    `player`: the player of the line, None if the line belongs to the whole table. `offers`: only for lines whose
    value is to be chosen; the value of a line of cards follows from the cards. `reasons`: why a box without offers
    takes no such line. `fields`: what the entry panel draws, a dataclass of the game (read it with its `of`), None
    for a line without any. `cards`: the cards that `player` may show next, as far as the cards already shown tell.
    """

    kind: str
    player: str | None = None
    box: str | None = None
    offers: tuple[Offer, ...] = ()
    reasons: tuple[Reason, ...] = ()
    fields: Fields | None = None
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of the sheet; `points` is None while it is empty.

    `line`: index of the move that wrote it. `total`: a running total beside it (rounds). `cards`: the cards in the
    cell. `open`: may still be written.
    """

    points: int | None = None
    line: int | None = None
    total: int | None = None
    cards: tuple[str, ...] = ()
    open: bool = False
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the sheet, of a `kind` such as "box", "bonus", "spares" or "round".

    A heavy rule is drawn between rows of different `section`. `worth`: the text printed beside the label (40,
    "sum"). `die`: the face that a box counts, 0 for none. `fields`: a dataclass of the game, None for
    a row without any.
    """

    key: str
    label: str
    cells: tuple[Cell, ...]
    kind: str = "box"
    section: int = 0
    worth: str = ""
    die: int = 0
    fields: Fields | None = None

    @property
    def round(self) -> RoundRow | None:
        """Return the fields of a round, None for other rows."""
        return self.fields if isinstance(self.fields, RoundRow) else None


@dataclass(frozen=True, slots=True)
class Sheet:
    """All data that a template needs to draw a game; the columns are the players.

    `progress`: the current turn, and the number of turns if known. `leaders`: the players in the lead, after the
    end the winners. `sides` and `side_totals`: the partnerships and their totals, empty if every player plays
    alone. `marks`: the marks beside each player's name ("dealer", "leads", "out", "dropped", "grace"), empty in
    games without marks.
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

    @property
    def shows_win(self) -> bool:
        """Return whether a cell shows the roll of an automatic win."""
        return any("wins" in cell.marks for row in self.rows for cell in row.cells)


def leaders(scores: Mapping[str, int], sides: Sequence[tuple[str, ...]] = ()) -> tuple[str, ...]:
    """Return the leading players, or all members of the leading side.

    Empty while all are equal.
    """
    parties = sides or [(player,) for player in scores]
    totals = [sum(scores[player] for player in side) for side in parties]
    in_front = [side for side, total in zip(parties, totals, strict=True) if total == max(totals)]
    if len(in_front) == len(parties) > 1:
        return ()
    return tuple(player for side in in_front for player in side)

"""From the log to the game: which lines stand, and the state that they add up to.

An amend replaces the moves of the line it names and keeps its place; a void takes back the entry it names,
which may be a line, an amend, or another void ("write it again"). Order of play is not asked again: a correction
must never make an honest line illegal because of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from scorekeeper.rules.contract import Game, MoveError, Options, Seats

from .models import Entry

Kind = Entry.Kind


class Row(NamedTuple):
    """An entry without what it holds."""

    number: int
    kind: str
    target: int | None


class Stored(NamedTuple):
    """An entry as it is read for folding."""

    number: int
    kind: str
    target: int | None
    data: dict[str, Any]
    author: int
    device: int
    at: datetime


STORED_FIELDS = ("number", "kind", "target", "data", "author_id", "device_id", "at")


@dataclass(frozen=True, slots=True)
class Line:
    """What one append brought to the sheet, as it stands now.

    `moves`: transcript entries as they stand now. `first`: the append. `latest`: whose moves stand now. `before`:
    whose moves stood before the latest correction, None for a line that was never corrected.
    """

    number: int
    moves: tuple[dict[str, Any], ...]
    first: Stored
    latest: Stored
    before: Stored | None = None

    @property
    def uncorrected(self) -> Line:
        """The line as it stood before its latest correction; itself where it has none."""
        if self.before is None:
            return self
        return replace(self, moves=tuple(self.before.data["moves"]), latest=self.before, before=None)


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A game as it stands. `lines`: those that stand, in their order; `places`: for each move, the number of its line
    and its index therein.
    """

    state: Any
    lines: tuple[Line, ...]
    places: tuple[tuple[int, int], ...]

    @property
    def by_number(self) -> dict[int, Line]:
        """The lines that stand by their numbers."""
        return {line.number: line for line in self.lines}

    def line(self, number: int) -> Line | None:
        """The line that entry `number` added, if it still stands."""
        return next((line for line in self.lines if line.number == number), None)


class BrokenLineError(Exception):
    """A line that the rules refuse in its place: its `line`, the `error`, the index of the move in it."""

    def __init__(self, line: Line, error: MoveError, move: int) -> None:
        super().__init__(line.number)
        self.line = line
        self.error = error
        self.move = move


def taken_back(entries: Iterable[Row | Stored]) -> set[int | None]:
    """The numbers of the entries that others take back. `entries`: oldest first; all that are about a line."""
    dead: set[int | None] = set()
    for entry in reversed(list(entries)):
        if entry.kind == Kind.VOID and entry.number not in dead:
            dead.add(entry.target)
    return dead


def standing_lines(entries: Sequence[Stored]) -> tuple[Line, ...]:
    """The lines that stand, each in its place, as all amends and voids have left it."""
    dead = taken_back(entries)
    lines: dict[int, Line] = {}
    for entry in entries:
        if entry.number in dead:
            continue
        if entry.kind == Kind.APPEND:
            lines[entry.number] = Line(entry.number, tuple(entry.data["moves"]), entry, entry)
        elif entry.kind == Kind.AMEND and entry.target in lines:
            line = lines[entry.target]
            lines[entry.target] = replace(
                line, moves=tuple(entry.data["moves"]), latest=entry, before=line.latest
            )
    return tuple(lines.values())


def replay_lines(game: Game[Any, Any], options: Options, seats: Seats, lines: Iterable[Line]) -> ReplayedGame:
    """The state that lines add up to. Raises BrokenLineError at the first that is refused."""
    state = game.start(options, seats)
    kept = tuple(lines)
    places = []
    for line in kept:
        for index, move in enumerate(line.moves):
            try:
                state = game.apply(state, game.parse(move), check_order=False)
            except MoveError as error:
                raise BrokenLineError(line, error, index) from error
            places.append((line.number, index))
    return ReplayedGame(state, kept, tuple(places))

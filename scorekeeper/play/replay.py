"""Replay a log: the lines after corrections and undo, and the state of the game after them.

An amend replaces the moves of a line in its place; a void undoes a line, an amend or another void. An entry stands if
it is not undone, and a line stands if its first entry does. The order of play is not checked again, so that a
correction never makes a later line illegal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from scorekeeper.rules.contract import Game, MoveError, Options, Seats

from .models import Entry

Kind = Entry.Kind


class EntryRow(NamedTuple):
    """An entry without its data."""

    number: int
    kind: str
    target: int | None


class StoredEntry(NamedTuple):
    """An entry as read for the replay."""

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
    """The present content of a line.

    `moves`: transcript entries. `first`: the entry that added it. `latest`: the entry with the present moves.
    `before`: the entry whose moves stood before the latest correction, None for a line never corrected.
    """

    number: int
    moves: tuple[dict[str, Any], ...]
    first: StoredEntry
    latest: StoredEntry
    before: StoredEntry | None = None

    @property
    def uncorrected(self) -> Line:
        """The line before its latest correction; the line itself if it has none."""
        if self.before is None:
            return self
        return replace(self, moves=tuple(self.before.data["moves"]), latest=self.before, before=None)

    @property
    def scored(self) -> StoredEntry:
        """The entry that scored what the line holds: a later note on it changes nothing."""
        if self.before is None:
            return self.latest
        earlier = (self.first, self.before)
        same = (entry for entry in earlier if changes_only_note(entry.data["moves"], self.moves))
        return next(same, self.latest)


def changes_only_note(was: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether a correction changes nothing of a line but its note."""

    def without_notes(moves: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        return [{name: value for name, value in move.items() if name != "note"} for move in moves]

    return list(was) != list(now) and without_notes(was) == without_notes(now)


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A game after the replay.

    `lines`: those that stand; `places`: line number and index in the line for each move.
    """

    state: Any
    lines: tuple[Line, ...]
    places: tuple[tuple[int, int], ...]

    @property
    def by_number(self) -> dict[int, Line]:
        """The lines in effect by number."""
        return {line.number: line for line in self.lines}

    def line(self, number: int) -> Line | None:
        """The line added by entry `number`, None if it does not stand."""
        return next((line for line in self.lines if line.number == number), None)


class BrokenLineError(Exception):
    """A line that the rules refuse at its place.

    `error`: the refusal; `move`: the index of the refused move in the line.
    """

    def __init__(self, line: Line, error: MoveError, move: int) -> None:
        super().__init__(line.number)
        self.line = line
        self.error = error
        self.move = move


def undone_entries(entries: Iterable[EntryRow | StoredEntry]) -> set[int | None]:
    """The numbers of entries undone by others.

    `entries`: all entries about a line, oldest first.
    """
    dead: set[int | None] = set()
    for entry in reversed(list(entries)):
        if entry.kind == Kind.VOID and entry.number not in dead:
            dead.add(entry.target)
    return dead


def current_lines(entries: Sequence[StoredEntry]) -> tuple[Line, ...]:
    """The lines in effect in their order, with corrections and undo applied."""
    dead = undone_entries(entries)
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
    """Replay lines from the start of a game.

    Raises BrokenLineError at the first refused move.
    """
    state = game.start(options, seats)
    all_lines = tuple(lines)
    places = []
    for line in all_lines:
        for index, move in enumerate(line.moves):
            try:
                state = game.apply(state, game.parse(move), check_order=False)
            except MoveError as error:
                raise BrokenLineError(line, error, index) from error
            places.append((line.number, index))
    return ReplayedGame(state, all_lines, tuple(places))

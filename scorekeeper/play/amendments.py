"""Correct and undo entries of the log, and replay a game with other lines or rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.core.db.write_lock import writing
from scorekeeper.rules.contract import RuleError

from .exceptions import ConfirmationNeededError, RefusedError
from .loading import stored_entry
from .log import check_may_write, check_running, commit, load_for_writing, new_entry, players_of
from .log_index import lines_after, read_line_entries
from .models import Entry
from .replay import BrokenLineError, EntryRow, Line, ReplayedGame, StoredEntry, replay_lines, undone_entries
from .sql import MOST_CHAINED
from .table import Table, rule_seats
from .write_request import WriteRequest

Kind = Entry.Kind
Move = dict[str, Any]
UNCHANGED = ("player", "out_of_turn", "note")  # fields of a move that a correction leaves as they are


def amend(
    address: str, write_request: WriteRequest, number: int, move: dict[str, Any], index: int = 0
) -> Table:
    """Correct a move of line `number`.

    The line keeps its place, player, note and other moves.
    """

    def corrected(old: Move) -> Move:
        return {name: old[name] for name in UNCHANGED if name in old} | _correctable(move)

    return _replace_move(address, write_request, number, index, corrected)


def write_note(address: str, write_request: WriteRequest, number: int, note: str, index: int = 0) -> Table:
    """Set the note of a move of line `number`; an empty one deletes it.

    It is a correction that changes no points.
    """

    def noted(old: Move) -> Move:
        return {name: value for name, value in old.items() if name != "note"} | (
            {"note": note} if note else {}
        )

    return _replace_move(address, write_request, number, index, noted)


def _replace_move(
    address: str, write_request: WriteRequest, number: int, index: int, corrected: Callable[[Move], Move]
) -> Table:
    """Write a correction of one move; `corrected` leaves its own result unchanged."""

    def is_repeat(_table: Table, earlier: StoredEntry) -> bool:
        place = (earlier.target, earlier.data.get("index", 0))
        right = earlier.kind == Kind.AMEND and place == (number, index)
        moves = earlier.data["moves"] if right else []
        return index < len(moves) and corrected(moves[index]) == moves[index]

    with writing():
        table = load_for_writing(address, write_request, is_repeat)
        if table.wrote:
            return table
        check_running(table)
        line = table.replayed.line(number)
        if line is None or index >= len(line.moves):
            first = stored_entry(table, number)
            known = first is not None and first.kind == Kind.APPEND
            raise RefusedError(table, RuleError("line_gone" if known else "line_unknown"))
        check_may_write(table, players_of(line.moves))
        right = corrected(line.moves[index])
        moves = (*line.moves[:index], right, *line.moves[index + 1 :])
        replayed = preview_correction(table, number, moves)
        data = {"moves": list(moves)} | ({"index": index} if index else {})
        new = new_entry(table, write_request, Kind.AMEND, target=number, data=data)
        lines = tuple(
            replace(each, latest=new, before=each.latest) if each.number == number else each
            for each in replayed.lines
        )
        return commit(table, write_request, new, replace(replayed, lines=lines))


def void(address: str, write_request: WriteRequest, number: int, *, sure: bool = True) -> Table:
    """Undo entry `number`: a line, a correction or another undo.

    `sure`: also in a finished game, which otherwise raises ConfirmationNeededError.
    """

    def is_repeat(_table: Table, earlier: StoredEntry) -> bool:
        return earlier.kind == Kind.VOID and earlier.target == number

    with writing():
        table = load_for_writing(address, write_request, is_repeat)
        if table.wrote:
            return table
        check_running(table)
        rows = read_line_entries(table, number)
        if all(row.number != number for row in rows):
            raise RefusedError(table, RuleError("line_unknown"))
        if number in undone_entries(rows) or _undo_depth(rows, number) >= MOST_CHAINED:
            raise RefusedError(table, RuleError("line_gone"))
        line = table.replayed.line(rows[0].number)
        first = line.first if line else stored_entry(table, rows[0].number)
        check_may_write(table, players_of(first.data["moves"] if first else []))
        new = new_entry(table, write_request, Kind.VOID, target=number)
        replayed = replay_or_refuse(table, lines_after(table, rows, new), rows[0].number)
        if not sure and table.session.finished is not None:
            raise ConfirmationNeededError(table, number)
        return commit(table, write_request, new, replayed)


def preview_correction(table: Table, number: int, moves: Sequence[dict[str, Any]]) -> ReplayedGame:
    """The game with line `number` corrected; nothing is stored.

    Raises RefusedError.
    """
    line = table.replayed.line(number)
    if line is None:
        raise RefusedError(table, RuleError("line_gone"))
    lines = tuple(
        replace(each, moves=tuple(moves)) if each is line else each for each in table.replayed.lines
    )
    return replay_or_refuse(table, lines, number)


def replay_or_refuse(table: Table, lines: tuple[Line, ...], own: int | None = None) -> ReplayedGame:
    """The game with other lines or rules.

    `own`: the corrected line, which is never named as the broken one. Raises RefusedError.
    """
    try:
        return replay_lines(table.game, table.options, rule_seats(table.seats), lines)
    except BrokenLineError as broken:
        guilty = None if broken.line.number == own else broken.line
        raise RefusedError(table, broken.error, guilty) from broken
    except RuleError as error:
        raise RefusedError(table, error) from error


def _undo_depth(rows: Sequence[EntryRow], number: int) -> int:
    """The number of entries that undo one another up to this one; 0 for lines and corrections."""
    by_number = {row.number: row for row in rows}
    row, length = by_number[number], 0
    while row.kind == Kind.VOID and row.target is not None:
        row, length = by_number[row.target], length + 1
    return length


def _correctable(move: dict[str, Any]) -> dict[str, Any]:
    """The part of a move that a correction may change."""
    return {name: value for name, value in move.items() if name not in UNCHANGED}

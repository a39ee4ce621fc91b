"""The only writer of entries: lines, corrections, undo and changes of the table.

Every write follows five steps: the view reads the request into a WriteRequest, `load_for_writing` locks and loads the
table, the rules are asked, `insert` and `commit` store the entry with its consequences, and the view responds.
A repeated request returns the first result, and a late line is tried on the present sheet. All functions raise
Http404, StaleError and RefusedError.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.core.db.write_lock import writing
from scorekeeper.rules.contract import MoveError, RuleError

from .log_index import lines_after, read_line_entries
from .models import Entry
from .replay import Line, ReplayedGame, Row, StoredEntry, taken_back
from .session_changes import change, seat_latecomer
from .sql import MOST_CHAINED
from .table import Table
from .writes import (
    ConfirmationNeededError,
    RefusedError,
    StaleError,
    WriteRequest,
    check_may_write,
    check_not_late,
    check_running,
    commit,
    insert,
    load_for_writing,
    new_entry,
    replay_or_refuse,
    stored,
)

__all__ = [
    "ConfirmationNeededError",
    "RefusedError",
    "StaleError",
    "WriteRequest",
    "amend",
    "append",
    "change",
    "go_home",
    "preview_correction",
    "seat_latecomer",
    "void",
]

Kind = Entry.Kind
UNCHANGED = ("player", "out_of_turn", "note")  # fields of a move that a correction leaves as they are


def append(address: str, write_request: WriteRequest, moves: Sequence[dict[str, Any]]) -> Table:
    """Write one line."""
    data = {"moves": list(moves)}

    def same(_table: Table, earlier: StoredEntry) -> bool:
        return earlier.kind == Kind.APPEND and earlier.data == data

    with writing():
        table = load_for_writing(address, write_request, same, late=True)
        if table.wrote:
            return table
        check_not_late(table, write_request, _players(moves))
        return _append(table, write_request, data, check_order=True)


def go_home(address: str, write_request: WriteRequest, player: str) -> Table:
    """Strike all open boxes of a player as one line, so that one undo restores them.

    Possible out of turn.
    """

    def same(_table: Table, earlier: StoredEntry) -> bool:
        return earlier.kind == Kind.APPEND and earlier.data.get("home") == player

    with writing():
        table = load_for_writing(address, write_request, same)
        if table.wrote:
            return table
        check_running(table)
        check_may_write(table, [player])
        if table.game.DEALS:
            raise RefusedError(table, RuleError("nobody_leaves"))
        try:
            choices = table.game.choices(table.state, player=player)
        except MoveError as error:
            raise RefusedError(table, error) from error
        if not choices:
            raise RefusedError(table, RuleError("game_over" if table.outcome else "sheet_full"))
        moves = [{"player": player, "box": choice.box, "strike": True} for choice in choices]
        return _append(table, write_request, {"moves": moves, "home": player}, check_order=False)


def amend(
    address: str, write_request: WriteRequest, number: int, move: dict[str, Any], index: int = 0
) -> Table:
    """Correct a move of line `number`.

    The line keeps its place, player and other moves.
    """

    def same(_table: Table, earlier: StoredEntry) -> bool:
        place = (earlier.target, earlier.data.get("index", 0))
        right = earlier.kind == Kind.AMEND and place == (number, index)
        moves = earlier.data["moves"] if right else []
        return index < len(moves) and _correctable(moves[index]) == _correctable(move)

    with writing():
        table = load_for_writing(address, write_request, same)
        if table.wrote:
            return table
        check_running(table)
        line = table.replayed.line(number)
        if line is None or index >= len(line.moves):
            begun = stored(table, number)
            known = begun is not None and begun.kind == Kind.APPEND
            raise RefusedError(table, RuleError("line_gone" if known else "line_unknown"))
        check_may_write(table, _players(line.moves))
        old = line.moves[index]
        right = {name: old[name] for name in UNCHANGED if name in old} | _correctable(move)
        moves = (*line.moves[:index], right, *line.moves[index + 1 :])
        replayed = preview_correction(table, number, moves)
        data = {"moves": list(moves)} | ({"index": index} if index else {})
        new = new_entry(table, write_request, Kind.AMEND, target=number, data=data)
        insert(table, write_request, new)
        lines = tuple(
            replace(each, latest=new, before=each.latest) if each.number == number else each
            for each in replayed.lines
        )
        return commit(table, new, replace(replayed, lines=lines))


def void(address: str, write_request: WriteRequest, number: int, *, sure: bool = True) -> Table:
    """Undo entry `number`: a line, a correction or another undo.

    `sure`: also in a finished game, which otherwise raises ConfirmationNeededError.
    """

    def same(_table: Table, earlier: StoredEntry) -> bool:
        return earlier.kind == Kind.VOID and earlier.target == number

    with writing():
        table = load_for_writing(address, write_request, same)
        if table.wrote:
            return table
        check_running(table)
        rows = read_line_entries(table, number)
        if all(row.number != number for row in rows):
            raise RefusedError(table, RuleError("line_unknown"))
        if number in taken_back(rows) or _undo_depth(rows, number) >= MOST_CHAINED:
            raise RefusedError(table, RuleError("line_gone"))
        line = table.replayed.line(rows[0].number)
        first = line.first if line else stored(table, rows[0].number)
        check_may_write(table, _players(first.data["moves"] if first else []))
        new = new_entry(table, write_request, Kind.VOID, target=number)
        replayed = replay_or_refuse(table, lines_after(table, rows, new), rows[0].number)
        if not sure and table.session.finished is not None:
            raise ConfirmationNeededError(table, number)
        insert(table, write_request, new)
        return commit(table, new, replayed)


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


# --- internal --------------------------------------------------------------------------------------------


def _append(table: Table, write_request: WriteRequest, data: dict[str, Any], *, check_order: bool) -> Table:
    check_running(table)
    check_may_write(table, _players(data["moves"]))
    if not data["moves"]:
        raise RefusedError(table, RuleError("nothing_written"))
    state, places = table.state, list(table.replayed.places)
    for index, move in enumerate(data["moves"]):
        try:
            state = table.game.apply(state, table.game.parse(move), check_order=check_order)
        except MoveError as error:
            raise RefusedError(table, error) from error
        places.append((table.count + 1, index))
    new = new_entry(table, write_request, Kind.APPEND, data=data)
    insert(table, write_request, new)
    line = Line(new.number, tuple(data["moves"]), new, new)
    return commit(table, new, ReplayedGame(state, (*table.replayed.lines, line), tuple(places)))


def _undo_depth(rows: Sequence[Row], number: int) -> int:
    """The number of entries that undo one another up to this one; 0 for lines and corrections."""
    by_number = {row.number: row for row in rows}
    row, length = by_number[number], 0
    while row.kind == Kind.VOID and row.target is not None:
        row, length = by_number[row.target], length + 1
    return length


def _players(moves: Sequence[dict[str, Any]]) -> list[str | None]:
    """The players of these moves; None for a move of the whole table, such as a round of cards."""
    return [move.get("player") for move in moves]


def _correctable(move: dict[str, Any]) -> dict[str, Any]:
    """The part of a move that a correction may change."""
    return {name: value for name, value in move.items() if name not in UNCHANGED}

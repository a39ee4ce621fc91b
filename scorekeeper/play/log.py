"""The write path of the log: load for writing, ask the rules, commit.

A write has five steps. The view reads the request (`write_request.py`) and responds; the three steps between are here,
in `append` for a new line. Corrections and undo (`amendments.py`) and changes of the table (`session_changes.py`) take
the same steps with rules of their own.

A repeated request (same key and content) returns the result of the first. A late line is tried on the present sheet.
Writes are serialised by the database, and on SQLite also by a lock of the process, because SQLite's own waiting is not
fair. All writes raise Http404, StaleError and RefusedError.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from scorekeeper.core.db.write_lock import writing
from scorekeeper.people.guest_merge import is_same_person
from scorekeeper.rules.contract import MoveError, RuleError

from . import settlement, sql
from .exceptions import RefusedError, StaleError
from .game_cache import GAME_CACHE
from .loading import load, stored_entry
from .models import Draft, Entry
from .notifications import notify
from .permissions import Visitor
from .replay import Line, ReplayedGame, StoredEntry
from .settlement import REMOVED
from .table import Table
from .write_request import WriteRequest

Kind = Entry.Kind
# Far more than any game needs; limits what one player can store. Changes of the table have a reserve of their own.
MOST_ENTRIES, MORE_CHANGES = 20_000, 1_000
IsRepeat = Callable[[Table, StoredEntry], bool]


def append(address: str, write_request: WriteRequest, moves: Sequence[dict[str, Any]]) -> Table:
    """Write one line."""
    data = {"moves": list(moves)}

    def is_repeat(_table: Table, earlier: StoredEntry) -> bool:
        return earlier.kind == Kind.APPEND and earlier.data == data

    with writing():
        table = load_for_writing(address, write_request, is_repeat, late=True)
        if table.wrote:
            return table
        check_not_late(table, write_request, moves)
        return append_line(table, write_request, data, check_order=True)


def go_home(address: str, write_request: WriteRequest, player: str) -> Table:
    """Strike all open boxes of a player as one line in any turn, so that one undo restores them."""

    def is_repeat(_table: Table, earlier: StoredEntry) -> bool:
        return earlier.kind == Kind.APPEND and earlier.data.get("home") == player

    with writing():
        table = load_for_writing(address, write_request, is_repeat)
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
        return append_line(table, write_request, {"moves": moves, "home": player}, check_order=False)


def append_line(
    table: Table, write_request: WriteRequest, data: dict[str, Any], *, check_order: bool
) -> Table:
    """Add a line to a locked table; raises RefusedError."""
    check_running(table)
    check_may_write(table, players_of(data["moves"]))
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
    line = Line(new.number, tuple(data["moves"]), new, new)
    return commit(
        table, write_request, new, ReplayedGame(state, (*table.replayed.lines, line), tuple(places))
    )


# --- load for writing -------------------------------------------------------------------------------------


def load_for_writing(
    address: str, write_request: WriteRequest, is_repeat: IsRepeat, *, late: bool = False
) -> Table:
    """The locked table to write on; `wrote` is set if this request was already written.

    `is_repeat`: whether the entry stored under this key has the content of this request. `late`: accept a writer who
    has not seen all entries. Raises Http404, StaleError, and RefusedError for a key used with another content.
    """
    table = load(address, Visitor(write_request.person), lock=True, key=write_request.key)
    if table.wrote is None:
        if not late and _count_unseen(table, write_request):
            raise StaleError(table)
        return table
    earlier = stored_entry(table, table.wrote)
    if (
        earlier is None
        or not is_same_person(earlier.author, write_request.person.pk)
        or not is_repeat(table, earlier)
    ):
        raise RefusedError(table, RuleError("key_used"))
    return table


def _count_unseen(table: Table, write_request: WriteRequest) -> int:
    """The number of entries that the writer has not seen; negative if `seen` is too large."""
    since = table.count - write_request.base
    if not write_request.ahead or since <= 0:
        return since
    # by device only: a guest who logs in keeps the device and changes the person
    own = Entry.objects.filter(
        session=table.session, number__gt=write_request.base, device=write_request.device
    )
    return since - min(write_request.ahead, own.count())


# --- ask the rules ----------------------------------------------------------------------------------------


def check_not_late(table: Table, write_request: WriteRequest, moves: Sequence[dict[str, Any]]) -> None:
    """Raise StaleError for a later line of the same player, for the whole table any later line.

    Lines that the same phone sent before this one do not count, if its moves can only follow them: they name their
    player or dealer, or the phone says so and all are on the sheet.
    """
    wanted = set(players_of(moves))
    later = [line for line in table.replayed.lines if line.number > write_request.base]
    own = [line.number for line in later if line.first.device == write_request.device][: write_request.ahead]
    is_next = write_request.follows and len(own) == write_request.ahead
    if not is_next and not all("player" in move or "dealer" in move for move in moves):
        own = []
    for line in later:
        concerned = None in wanted or not {None, *wanted}.isdisjoint(players_of(line.moves))
        if concerned and line.number not in own:
            raise StaleError(table)


def check_not_deleted(table: Table) -> None:
    """Raise RefusedError for a deleted game."""
    if table.session.removed:
        raise RefusedError(table, RuleError("session_removed"))


def check_running(table: Table) -> None:
    """Raise RefusedError for lines of a deleted, imported or abandoned game."""
    check_not_deleted(table)
    if table.session.imported_result is not None:
        raise RefusedError(table, RuleError("session_given"))
    if table.session.ended:
        raise RefusedError(table, RuleError("session_ended"))


def check_may_write(table: Table, players: Iterable[str | None]) -> None:
    """Raise RefusedError if the writer may not write for these players (None: the table)."""
    if not all(table.permissions.may_write_for(player) for player in players):
        raise RefusedError(table, table.permissions.write_refusal())


def players_of(moves: Sequence[dict[str, Any]]) -> list[str | None]:
    """The players of these moves; None for a move of the whole table, such as a round of cards."""
    return [move.get("player") for move in moves]


# --- commit -----------------------------------------------------------------------------------------------


def new_entry(
    table: Table,
    write_request: WriteRequest,
    kind: str,
    *,
    target: int | None = None,
    data: dict[str, Any] | None = None,
) -> StoredEntry:
    """The next entry of the log, not yet inserted.

    Raises RefusedError `log_full`; deleting a game is always possible.
    """
    most = MOST_ENTRIES + (MORE_CHANGES if kind == Kind.CHANGE else 0)
    if table.count >= most and REMOVED not in (data or {}).get("after", {}):
        raise RefusedError(table, RuleError("log_full", most=MOST_ENTRIES))
    at = write_request.at or timezone.now()
    return StoredEntry(
        table.count + 1, kind, target, data or {}, write_request.person.pk, write_request.device, at
    )


def commit(table: Table, write_request: WriteRequest, new: StoredEntry, replayed: ReplayedGame) -> Table:
    """Insert an entry, store its consequences, and return the new table."""
    insert(table, write_request, new)
    return complete(table, new, replayed)


def insert(table: Table, write_request: WriteRequest, new: StoredEntry) -> None:
    """Insert an entry; raise StaleError if another process has used its number or key."""
    at = connection.ops.adapt_datetimefield_value(new.at)
    what: list[Any] = [new.number, new.kind, new.target, json.dumps(new.data)]
    entry = [table.session.pk, *what, new.author, new.device, write_request.key, at]
    # after a refused statement PostgreSQL aborts the whole transaction, SQLite only the statement
    fence = nullcontext() if connection.vendor == "sqlite" else transaction.atomic()
    try:
        with fence, connection.cursor() as cursor:
            cursor.execute(sql.INSERT_ENTRY, entry)
    except IntegrityError as error:
        raise StaleError(load(table.session.address, Visitor(write_request.person))) from error
    if write_request.draft:
        # only the draft of this line: other drafts belong to other writers
        line = new.target or 0
        Draft.objects.filter(session_id=table.session.pk, line=line, pk=write_request.draft).delete()


def complete(table: Table, new: StoredEntry, replayed: ReplayedGame) -> Table:
    """Store the consequences of an inserted entry, and return the new table.

    Settles a game that is or was over, notifies streams and caches the game.
    """
    fresh = replace(table, count=new.number, replayed=replayed, wrote=new.number)
    if fresh.outcome is not None or fresh.session.finished is not None:
        settlement.settle_session(table, fresh, new)
    notify(fresh.session.pk, fresh.version, end_streams=REMOVED in new.data.get("after", {}))
    GAME_CACHE.put_on_commit(fresh)
    return fresh

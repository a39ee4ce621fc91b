"""The shared steps of every write: load with a lock, check, insert, settle.

A repeated request (same key and content) returns the result of the first. A writer who has not seen the newest entry
gets a StaleError, unless the line does not conflict. Writes are serialised by the database, and on SQLite also by a
lock of the process, because SQLite's own waiting is not fair.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from scorekeeper.ledger.stake import StakeError
from scorekeeper.people.guest_merge import is_same_person
from scorekeeper.people.models import Person
from scorekeeper.rules.contract import RuleError

from . import settlement, sql
from .corrections import end_time
from .game_cache import GAME_CACHE
from .hooks import result_changed
from .loading import load
from .models import Draft, Entry
from .notifications import notify
from .permissions import Visitor
from .replay import STORED_FIELDS, BrokenLineError, Line, ReplayedGame, StoredEntry, replay_lines
from .settlement import REMOVED
from .table import Table, rule_seats

# Far more than any game needs; limits what one player can store. Changes of the table have a reserve of their own.
MOST_ENTRIES, MORE_CHANGES = 20_000, 1_000
Known = Callable[[Table, StoredEntry], bool]


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """The author of a write, their device, and the key that makes a repeat harmless.

    `seen`: the entries on the writer's page, including `ahead` of their own that were sent before this one without an
    answer yet. `draft`: the id of the draft that this write completes, 0 without one. `at`: the time of the entry, None
    for now; only imports set it.
    """

    person: Person
    device: int
    seen: int
    key: str
    draft: int = 0
    ahead: int = 0
    at: datetime | None = None

    @property
    def base(self) -> int:
        """The entries that the writer has seen, without their own unanswered ones."""
        return max(0, self.seen - self.ahead)


class StaleError(Exception):
    """The writer has not seen the newest entry; `table` is the present one."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.count)
        self.table = table


class RefusedError(Exception):
    """A refused write: `error` is the reason, `line` the later line that it would break, if any."""

    def __init__(self, table: Table, error: RuleError | StakeError, line: Line | None = None) -> None:
        super().__init__(error.code)
        self.table = table
        self.error = error
        self.line = line


class ConfirmationNeededError(Exception):
    """Undo of entry `number` in a finished game, refused until the player confirms it."""

    def __init__(self, table: Table, number: int) -> None:
        super().__init__(number)
        self.table = table
        self.number = number


def load_for_writing(address: str, write_request: WriteRequest, same: Known, *, late: bool = False) -> Table:
    """The locked table to write on; `wrote` is set if this request was already written.

    `same`: whether the entry stored under this key has the content of this request. `late`: accept a writer who has
    not seen all entries. Raises Http404, StaleError, and RefusedError for a key used with another content.
    """
    table = load(address, Visitor(write_request.person), lock=True, key=write_request.key)
    if table.wrote is None:
        if not late and _unseen(table, write_request):
            raise StaleError(table)
        return table
    earlier = stored(table, table.wrote)
    if (
        earlier is None
        or not is_same_person(earlier.author, write_request.person.pk)
        or not same(table, earlier)
    ):
        raise RefusedError(table, RuleError("key_used"))
    return table


def _unseen(table: Table, write_request: WriteRequest) -> int:
    """The number of entries that the writer has not seen; negative if `seen` is too large."""
    since = table.count - write_request.base
    if not write_request.ahead or since <= 0:
        return since
    # by device only: a guest who logs in keeps the device and changes the person
    own = Entry.objects.filter(
        session=table.session, number__gt=write_request.base, device=write_request.device
    )
    return since - min(write_request.ahead, own.count())


def check_not_late(table: Table, write_request: WriteRequest, players: Iterable[str | None]) -> None:
    """Raise StaleError if another phone has written this line.

    This is a line of the same player, or any line if it is the whole table's.
    """
    wanted = set(players)
    # a line of the whole table refers to the present sheet: no other line may come between, not even an own one
    own = 0 if None in wanted else write_request.ahead
    for line in table.replayed.lines:
        if line.number <= write_request.base:
            continue
        if own and line.first.device == write_request.device:
            own -= 1  # sent before this one by the same phone
        elif not {None, *wanted}.isdisjoint(move.get("player") for move in line.moves) or None in wanted:
            raise StaleError(table)


def stored(table: Table, number: int) -> StoredEntry | None:
    """Entry `number` of a table's log, None if there is none."""
    rows = Entry.objects.filter(session=table.session, number=number).values_list(*STORED_FIELDS)
    return next((StoredEntry(*row) for row in rows), None)


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
    most = MOST_ENTRIES + (MORE_CHANGES if kind == Entry.Kind.CHANGE else 0)
    if table.count >= most and REMOVED not in (data or {}).get("after", {}):
        raise RefusedError(table, RuleError("log_full", most=MOST_ENTRIES))
    at = write_request.at or timezone.now()
    return StoredEntry(
        table.count + 1, kind, target, data or {}, write_request.person.pk, write_request.device, at
    )


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


def commit(table: Table, new: StoredEntry, replayed: ReplayedGame) -> Table:
    """Store the consequences of an inserted entry, and return the new table.

    Finishes or reopens the session, posts its debts, updates results, notifies streams and caches the game.
    """
    fresh = replace(table, count=new.number, replayed=replayed, wrote=new.number)
    session, over = fresh.session, fresh.outcome is not None
    was_over = session.finished is not None
    if over or was_over:
        kind = settlement.kind_of_postings(new, was_over=was_over)
        before = None if new.kind == Entry.Kind.CHANGE else table  # a change contains its own differences
        settlement.post(fresh, new.number, new.author, new.at, kind, before)
    if over != was_over:
        if over:
            session.finished, session.finished_before = end_time(fresh, new.at), None
        else:
            session.finished, session.finished_before = None, session.finished
        session.save(update_fields=["finished", "finished_before"])
    if over or was_over:
        result_changed.send(sender=None, table=fresh, over=over)
    notify(session.pk, fresh.version, shut=REMOVED in new.data.get("after", {}))
    GAME_CACHE.put_on_commit(fresh)
    return fresh


def _check_not_deleted(table: Table) -> None:
    if table.session.removed:
        raise RefusedError(table, RuleError("session_removed"))


def check_running(table: Table) -> None:
    """Raise RefusedError for lines of a deleted, imported or abandoned game."""
    _check_not_deleted(table)
    if table.session.given is not None:
        raise RefusedError(table, RuleError("session_given"))
    if table.session.ended:
        raise RefusedError(table, RuleError("session_ended"))


def check_may_change(table: Table) -> None:
    """Raise RefusedError for a deleted game and for visitors who may not change the table."""
    _check_not_deleted(table)
    if not table.permissions.may_change:
        raise RefusedError(table, table.permissions.change_refusal())


def check_may_write(table: Table, players: Iterable[str | None]) -> None:
    """Raise RefusedError if the writer may not write for these players (None: the table)."""
    if not all(table.permissions.may_write_for(player) for player in players):
        raise RefusedError(table, table.permissions.write_refusal())

"""What every write to a table shares: who writes, the lock, the resend, the refusal, the inserted entry.

A resend (same key, same content) is given the answer of the first; a writer who has not seen the newest entry
is told so (`StaleError`), unless it is a line that nobody has written instead of him; what the rules refuse is
refused with their reason (`RefusedError`). Writes are made one after the other: by the database's own lock, and on
SQLite by a lock of the process before it, because SQLite's waiting is unfair.
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

from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.stake import StakeError
from scorekeeper.people.guest_merge import is_same_person
from scorekeeper.people.models import Person
from scorekeeper.rules.contract import RuleError

from . import settlement, sql
from .corrections import end_of
from .game_cache import GAME_CACHE
from .hooks import result_changed
from .loading import load
from .models import Draft, Entry
from .notifications import notify
from .permissions import Visitor
from .replay import STORED_FIELDS, BrokenLineError, Line, ReplayedGame, Stored, replay_lines
from .table import Table, rule_seats

# Far above any evening: whoever sits at a table may write for hours. The table itself can still be changed a while.
MOST_ENTRIES, MORE_CHANGES = 20_000, 1_000
REMOVED = "removed"  # what a change says where a game is deleted or brought back
Known = Callable[[Table, Stored], bool]


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """Who writes, with what, what he has seen, and the key that makes a resend harmless.

    `seen`: the entries that he has seen, and those of his own that he sent before this one and knows nothing of yet;
    `ahead`: how many of them are such. `draft`: the draft that is written by this, and so is one no longer; 0 where
    there is none. `at`: when it was written, None for now; no request says so, but what writes of games gone by.
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
        """The entries that he has really seen."""
        return max(0, self.seen - self.ahead)


class StaleError(Exception):
    """The writer has not seen the newest entry; `table` is the fresh one."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.count)
        self.table = table


class RefusedError(Exception):
    """The write was refused: `error` says why; `line` is the later line that it would break, if it is that."""

    def __init__(self, table: Table, error: RuleError | StakeError, line: Line | None = None) -> None:
        super().__init__(error.code)
        self.table = table
        self.error = error
        self.line = line


class UnsureError(Exception):
    """Taking back entry `number` of a finished game needs a yes; `table` is as it stands."""

    def __init__(self, table: Table, number: int) -> None:
        super().__init__(number)
        self.table = table
        self.number = number


def present(address: str, write_request: WriteRequest, same: Known, *, late: bool = False) -> Table:
    """The table to write on; `wrote` names its entry where this very write was made before.

    `same`: whether the entry that stands under this key is what is asked for now. `late`: who has not seen all is
    let through. Raises Http404, StaleError, and RefusedError for a key that was used for something else.
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
    """How many entries the writer knows nothing of; below zero where he claims more than there are."""
    since = table.count - write_request.base
    if not write_request.ahead or since <= 0:
        return since
    # by the phone alone, which stays the same when its guest becomes somebody who is known
    own = Entry.objects.filter(
        session=table.session, number__gt=write_request.base, device=write_request.device
    )
    return since - min(write_request.ahead, own.count())


def must_be_first(table: Table, write_request: WriteRequest, players: Iterable[str | None]) -> None:
    """Raise StaleError for a line that somebody has written meanwhile: one of the same player; where it is the whole
    table's, such as a round of cards, any other.
    """
    wanted = set(players)
    # a line of the whole table is begun on the sheet of now: not even the writer's own comes between
    own = 0 if None in wanted else write_request.ahead
    for line in table.replayed.lines:
        if line.number <= write_request.base:
            continue
        if own and line.first.device == write_request.device:
            own -= 1  # the writer's own, sent before this one
        elif not {None, *wanted}.isdisjoint(move.get("player") for move in line.moves) or None in wanted:
            raise StaleError(table)


def stored(table: Table, number: int) -> Stored | None:
    """Entry `number` of a table's log."""
    rows = Entry.objects.filter(session=table.session, number=number).values_list(*STORED_FIELDS)
    return next((Stored(*row) for row in rows), None)


def draft(
    table: Table,
    write_request: WriteRequest,
    kind: str,
    *,
    target: int | None = None,
    data: dict[str, Any] | None = None,
) -> Stored:
    """The next entry of the log, not yet inserted. Raises RefusedError `log_full`; a game can always be deleted."""
    most = MOST_ENTRIES + (MORE_CHANGES if kind == Entry.Kind.CHANGE else 0)
    if table.count >= most and REMOVED not in (data or {}).get("after", {}):
        raise RefusedError(table, RuleError("log_full", most=MOST_ENTRIES))
    at = write_request.at or timezone.now()
    return Stored(
        table.count + 1, kind, target, data or {}, write_request.person.pk, write_request.device, at
    )


def insert(table: Table, write_request: WriteRequest, new: Stored) -> None:
    """Insert an entry. The constraints are the last word: raises as `present` where somebody was quicker."""
    at = connection.ops.adapt_datetimefield_value(new.at)
    what: list[Any] = [new.number, new.kind, new.target, json.dumps(new.data)]
    entry = [table.session.pk, *what, new.author, new.device, write_request.key, at]
    # PostgreSQL gives a whole transaction up for one refused statement; SQLite only the statement
    fence = nullcontext() if connection.vendor == "sqlite" else transaction.atomic()
    try:
        with fence, connection.cursor() as cursor:
            cursor.execute(sql.INSERT_ENTRY, entry)
    except IntegrityError as error:
        raise StaleError(load(table.session.address, Visitor(write_request.person))) from error
    if write_request.draft:
        # of this very line: what somebody else has begun is not the writer's to end
        line = new.target or 0
        Draft.objects.filter(session_id=table.session.pk, line=line, pk=write_request.draft).delete()


def replay_with(table: Table, lines: tuple[Line, ...], own: int | None = None) -> ReplayedGame:
    """The game with other lines or other rules. `own`: the line whose fault is not another line's.

    Raises RefusedError.
    """
    try:
        return replay_lines(table.game, table.options, rule_seats(table.seats), lines)
    except BrokenLineError as broken:
        guilty = None if broken.line.number == own else broken.line
        raise RefusedError(table, broken.error, guilty) from broken
    except RuleError as error:
        raise RefusedError(table, error) from error


def renewed(table: Table, new: Stored, replayed: ReplayedGame) -> Table:
    """The table after a write; whether the rules ended the game is noted on the session, its debts in the ledger, its
    result wherever somebody keeps results.
    """
    fresh = replace(table, count=new.number, replayed=replayed, wrote=new.number)
    session, over = fresh.session, fresh.outcome is not None
    was_over = session.finished is not None
    if over or was_over:
        kind = _kind_of_lines(new, was_over=was_over)
        found = None if new.kind == Entry.Kind.CHANGE else table  # a change says itself what it changed
        settlement.post(fresh, new.number, new.author, new.at, kind, found)
    if over != was_over:
        if over:
            session.finished, session.finished_before = end_of(fresh, new.at), None
        else:
            session.finished, session.finished_before = None, session.finished
        session.save(update_fields=["finished", "finished_before"])
    if over or was_over:
        result_changed.send(sender=None, table=fresh, over=over)
    notify(session.pk, fresh.version, shut=REMOVED in new.data.get("after", {}))
    GAME_CACHE.put_on_commit(fresh)
    return fresh


def _kind_of_lines(new: Stored, *, was_over: bool) -> Posting.Kind | None:
    """What an entry makes of the lines that it brings to the ledger, where that is not what every end does."""
    removed = new.data.get("after", {}).get(REMOVED)
    if removed is None:
        return Posting.Kind.CORRECTION if was_over else None
    return Posting.Kind.DELETED if removed else Posting.Kind.RETURNED


def _must_be_there(table: Table) -> None:
    if table.session.removed:
        raise RefusedError(table, RuleError("session_removed"))


def must_run(table: Table) -> None:
    """Refuse lines and corrections at a table that has given up its game, or whose game was deleted."""
    _must_be_there(table)
    if table.session.given is not None:
        raise RefusedError(table, RuleError("session_given"))
    if table.session.ended:
        raise RefusedError(table, RuleError("session_ended"))


def must_change(table: Table) -> None:
    """Refuse changes of a table whose game was deleted, and changes by whoever the host has not let."""
    _must_be_there(table)
    if not table.permissions.may_change:
        raise RefusedError(table, table.permissions.change_refusal())


def must_write(table: Table, players: Iterable[str | None]) -> None:
    """Refuse lines, of these players, that are not the writer's to write. None: a line of the whole table."""
    if not all(table.permissions.may_write_for(player) for player in players):
        raise RefusedError(table, table.permissions.write_refusal())

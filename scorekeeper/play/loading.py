"""Load tables and entries of their logs; use a cached game if the log has not grown.

Of a long log only the entries that determine the game are read.

Raises Http404 for visitors without permission to see a table.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, cast

from django.db import connection
from django.db.models import Max, OuterRef, QuerySet, Subquery
from django.db.models.expressions import RawSQL
from django.db.models.functions import Coalesce
from django.http import Http404

from scorekeeper.core.db.rows import rows_of
from scorekeeper.core.i18n.dates import fall_back
from scorekeeper.people.models import Player
from scorekeeper.rules import GAMES

from . import sql
from .game_cache import GAME_CACHE
from .models import Entry, Seat, Session
from .permissions import Permissions, Visitor, VisitorStatus, permissions_of
from .replay import STORED_FIELDS, ReplayedGame, StoredEntry, current_lines, replay_lines
from .table import Table, rule_seats

# Longer logs are read in part. A whole log of this length is read in 3 ms; PostgreSQL may plan and compile the query
# for a part of it for seconds.
SHORT_LOG = 500
_PLAYER = ("id", "group_id", "name", "folded_name", "colour")  # in the order of the model


class RemovedDeviceError(Http404):
    """The host has removed the visitor's phone from the table."""


def load(address: str, visitor: Visitor, *, lock: bool = False, key: str = "") -> Table:
    """The table at an address.

    `lock`: hold the session's row until the transaction ends, for writing. `key`: look for an entry with this key.

    Raises Http404, as RemovedDeviceError for a phone that the host has removed.
    """
    if visitor.person is None and address not in visitor.links:
        raise Http404
    if lock and connection.features.has_select_for_update:
        # a statement of its own, so that the next one sees what the previous writer committed
        list(Session.objects.select_for_update().filter(address=address).values_list("pk"))
    read = time.time()
    asked = [key, visitor.number, visitor.number, address]
    session, seats, permissions = _read(asked, visitor)
    if GAME_CACHE.is_ahead(session, session.count):
        # a write came in between and its game is cached; the older one would have to be replayed
        session, seats, permissions = _read(asked, visitor)
    replayed = _replayed(session, seats, session.count)
    return Table(session, seats, session.count, replayed, session.wrote, permissions, read)


def _read(asked: list[Any], visitor: Visitor) -> tuple[Any, tuple[Seat, ...], Permissions]:
    """The session, its seats and the permissions of the visitor.

    Raises Http404.
    """
    session: Any = next(iter(rows_of(Session, sql.TABLE, asked)), None)
    permissions = None if session is None else permissions_of(session, visitor, _status(session))
    if permissions is None and session is not None and session.phone_removed and not session.removed:
        raise RemovedDeviceError
    if permissions is None:
        raise Http404
    fall_back(session.group_zone)
    seats = tuple(_seated(seat) for seat in rows_of(Seat, sql.SEATS, [session.pk]))
    own = next((seat.key for seat in seats if _is_own(seat, session)), None)
    wanted = next((seat.key for seat in seats if seat.pk == session.phone_wanted), None)
    has_requests = permissions.is_host and bool(session.has_requests)
    return session, seats, replace(permissions, seat=own, requested_seat=wanted, has_requests=has_requests)


def _is_own(seat: Seat, row: Any) -> bool:
    """Return whether a seat is the visitor's.

    It is by their phone, or without a phone here by their player in the group.
    """
    if row.phone is None:
        return row.member_player is not None and seat.player_id == row.member_player
    return row.phone_removed is None and seat.pk == row.phone_seat


def _status(row: Any) -> VisitorStatus:
    owner = None if row.owner is None else bool(row.owner)
    return VisitorStatus(owner, row.phone is not None, row.phone_removed is not None, bool(row.phone_late))


def _seated(row: Any) -> Seat:
    """A seat with its player, from a row that holds both.

    Other fields of the player are deferred.
    """
    known = (row.player_id, row.player_group, row.player_name, row.player_folded, row.player_colour)
    row.player = Player.from_db(row._state.db, _PLAYER, known)  # noqa: SLF001
    return cast("Seat", row)


def _count() -> Coalesce:
    """The number of entries of a session, which are numbered without gaps."""
    last = Entry.objects.filter(session=OuterRef("pk")).order_by().values("session")
    return Coalesce(Subquery(last.annotate(last=Max("number")).values("last")), 0)


def load_tables(sessions: QuerySet[Session]) -> list[Table]:
    """The tables of any number of sessions, whose seats are prefetched, in two or three queries."""
    found = [(each, tuple(each.seats.all()), each.count) for each in sessions.annotate(count=_count())]
    known = {each.pk: GAME_CACHE.get(each, seats, count) for each, seats, count in found}
    logs = current_entries({each.pk: count for each, _seats, count in found if known[each.pk] is None})
    tables = []
    for session, seats, count in found:
        replayed = known[session.pk]
        table = Table(session, seats, count, replayed or _replay(session, seats, logs[session.pk]))
        if replayed is None:
            GAME_CACHE.put_on_commit(table)
        tables.append(table)
    return tables


def load_from_log(session: Session) -> Table:
    """The table of a session replayed from its log, without the cache.

    Raises BrokenLineError and RuleError for entries that the rules refuse. Takes no lock.
    """
    seats = tuple(session.seats.order_by("position", "number"))
    stored = read_entries(session)
    return Table(session, seats, len(stored), _replay(session, seats, stored))


def _replayed(session: Session, seats: tuple[Seat, ...], count: int) -> ReplayedGame:
    replayed = GAME_CACHE.get(session, seats, count)
    if replayed is None:
        replayed = _replay(session, seats, current_entries({session.pk: count})[session.pk])
        GAME_CACHE.put_on_commit(Table(session, seats, count, replayed))
    return replayed


def _replay(session: Session, seats: tuple[Seat, ...], stored: list[StoredEntry]) -> ReplayedGame:
    game = GAMES[session.game]
    options = game.resolve(session.options, session.rules_version)
    return replay_lines(game, options, rule_seats(seats), current_lines(stored))


# --- entries of the log -------------------------------------------------------------------------------------


def read_entries(
    session: Session, count: int | None = None, numbers: Collection[int] | None = None
) -> list[StoredEntry]:
    """The entries up to `count`, oldest first; only those with these numbers, if any are named."""
    rows = Entry.objects.filter(session=session).order_by("number")
    if count is not None:
        rows = rows.filter(number__lte=count)
    if numbers is not None:
        rows = rows.filter(number__in=numbers)
    return [StoredEntry(*row) for row in rows.values_list(*STORED_FIELDS)]


def count_undone(tables: Iterable[Table]) -> Counter[int]:
    """The number of undone lines of each table, by id of the session.

    One query, none if no log has more entries than its table has lines.
    """
    asked = {table.session.pk: table for table in tables if table.count > len(table.replayed.lines)}
    undone: Counter[int] = Counter()
    if asked:
        added = Entry.objects.filter(session__in=asked, target=None, kind=Entry.Kind.APPEND)
        for session, number in added.values_list("session_id", "number"):
            undone[session] += number <= asked[session].count
        undone.subtract({session: len(table.replayed.lines) for session, table in asked.items()})
    return undone


def current_entries(counts: Mapping[int, int]) -> dict[int, list[StoredEntry]]:
    """The entries that determine the lines of several sessions, oldest first.

    `counts`: entries to read, by id of the session.

    Short logs are returned whole: the other entries make no difference in `current_lines`.
    """
    found: dict[int, list[StoredEntry]] = {session: [] for session in counts}
    long = {session: count for session, count in counts.items() if count > SHORT_LOG}
    sources = []
    if short := counts.keys() - long.keys():
        sources.append(Entry.objects.filter(session__in=short))
    if long:
        query = sql.ENTRIES_IN_EFFECT.format(asked=", ".join(["(%s, %s)"] * len(long)))
        asked = [number for pair in long.items() for number in pair]
        in_effect = RawSQL(query, asked)  # noqa: S611 - made of constants
        sources.append(Entry.objects.filter(pk__in=in_effect))
    for rows in sources:
        for session, *row in rows.order_by("number").values_list("session_id", *STORED_FIELDS):
            entry = StoredEntry(*row)
            if entry.number <= counts[session]:
                found[session].append(entry)
    return found


def stored_entry(table: Table, number: int) -> StoredEntry | None:
    """Entry `number` of a table's log, None if there is none."""
    rows = Entry.objects.filter(session=table.session, number=number).values_list(*STORED_FIELDS)
    return next((StoredEntry(*row) for row in rows), None)

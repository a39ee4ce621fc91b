"""Verify the whole database: replay every session from its log and compare.

Reads a few hundred sessions at a time without a lock, so that memory stays small and play goes on. A session or group
with a fault is read once more under a lock: a write may have come between two queries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

from scorekeeper.core.db import router
from scorekeeper.ledger.verify import ledger_faults
from scorekeeper.people.groups import locked_group
from scorekeeper.people.verify import people_faults
from scorekeeper.play import sql
from scorekeeper.play.hooks import group_checkers
from scorekeeper.play.session_checks import Fault, faults_of, is_unreadable
from scorekeeper.play.session_reader import SessionReader

from .row_checks import index_faults, row_faults


@dataclass
class Verified:
    """Counts of what was checked so far."""

    sessions: int = 0
    entries: int = 0
    faults: int = 0


def verify(verified: Verified, using: str = DEFAULT_DB_ALIAS) -> Iterator[Fault]:
    """Every fault of a database, one by one.

    `verified` is counted up; `using`: the database alias.
    """
    try:
        for fault in _faults(SessionReader(connections[using]), verified):
            verified.faults += 1
            yield fault
    except DatabaseError as error:
        verified.faults += 1
        yield Fault("the database", None, f"it cannot be read: {error}")


def _faults(reader: SessionReader, verified: Verified) -> Iterator[Fault]:
    yield from _file_faults(reader)
    ledger = _until_unexpected(ledger_faults(reader.rows, reader.connection.alias), "the ledger")
    people = chain(people_faults(reader.rows), row_faults(reader.rows))
    yield from (Fault(place, None, what) for place, what in chain(people, ledger))
    yield from _every_group(reader)
    for rows in reader.every_session():
        verified.sessions += 1
        verified.entries += len(rows.entries)
        if faults_of(rows):
            yield from reader.locked_faults(rows.session["id"])


def _file_faults(reader: SessionReader) -> Iterator[Fault]:
    """Missing unique indexes, and on SQLite damage of the file and broken foreign keys."""
    yield from (Fault("the database", None, what) for what in index_faults(reader.connection))
    if reader.connection.vendor != "sqlite":
        return
    with reader.connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        for (said,) in cursor.fetchall():
            if said != "ok":
                yield Fault("the database", None, f"the file is damaged: {said}")
        cursor.execute("PRAGMA foreign_key_check")
        for table, row, parent, _place in cursor.fetchall():
            what = f"row {row} of {table} belongs to a row of {parent} that is gone"
            yield Fault("the database", None, what)


def _every_group(reader: SessionReader) -> Iterator[Fault]:
    """Faults in the sums of each group, read once more under the lock of the group."""
    using = reader.connection.alias
    with router.working_on(using):
        for row in reader.rows(sql.GROUPS, []):
            group = row["id"]
            if not _group_faults(group):
                continue
            with locked_group(group, using):
                found = _group_faults(group)
            yield from found


def _group_faults(group: int) -> list[Fault]:
    place = f"the history of group {group}"
    found = ((place, what) for checker in group_checkers for what in checker.faults(group))
    return [Fault(place, None, what) for place, what in _until_unexpected(found, place)]


def _until_unexpected(found: Iterable[tuple[str, str]], place: str) -> Iterator[tuple[str, str]]:
    """Pass faults on; report an unexpected exception of a check as the last fault."""
    try:
        yield from found
    except DatabaseError:
        raise
    except Exception as error:
        yield place, is_unreadable(error)

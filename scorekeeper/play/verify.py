"""Whether everything that is kept still adds up: every session is read again from its log and compared.

Reads by plain queries, a few hundred sessions at a time, so that any number of them takes little memory, holds no
lock, and meets rows that no form of ours could have written. Only a session or a group in which something seems
wrong is held for a moment and read once more: somebody may have written between two of the queries.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from scorekeeper.core.db import router
from scorekeeper.ledger.verify import ledger_faults
from scorekeeper.people.groups import locked_group
from scorekeeper.people.verify import people_faults

from .models import Session
from .projections import checkers, group_checkers
from .verify_rows import index_faults, row_faults
from .verify_session import Fault, Kept, faults_of, too_odd

BATCH = 200

_KEPT = """
SELECT s.*, s.host_id IS NULL
OR EXISTS (SELECT 1 FROM people_member m WHERE m.group_id = s.group_id AND m.person_id = s.host_id)
OR EXISTS (SELECT 1 FROM play_phone p WHERE p.session_id = s.id AND p.person_id = s.host_id AND p.removed IS NULL)
AS host_is_there FROM play_session s
"""
# half of a group that arrives does not add up, and need not; one that has members has arrived, whatever it says
_ARRIVES = "g.arriving IS NOT NULL AND NOT EXISTS (SELECT 1 FROM people_member m WHERE m.group_id = g.id)"
_THERE = f"s.group_id NOT IN (SELECT g.id FROM people_group g WHERE {_ARRIVES})"  # noqa: S608 - our own words
_GROUPS = f"SELECT g.id FROM people_group g WHERE NOT ({_ARRIVES}) ORDER BY g.id"  # noqa: S608
_SESSIONS = f"{_KEPT} WHERE {_THERE} AND s.id > %s ORDER BY s.id LIMIT %s"
_OF_GROUP = f"{_KEPT} WHERE s.group_id = %s AND s.id > %s ORDER BY s.id LIMIT %s"
_SESSION = f"{_KEPT} WHERE s.id = %s"
_SEATS = """
SELECT t.*, p.group_id AS player_group, p.merged_into_id AS player_merged
FROM play_seat t LEFT JOIN people_player p ON p.id = t.player_id
WHERE t.session_id BETWEEN %s AND %s ORDER BY t.session_id, t.position, t.number
"""
_DRAFTS = "SELECT d.* FROM play_draft d WHERE d.session_id BETWEEN %s AND %s ORDER BY d.session_id, d.line"
_PHONES = """
SELECT f.*, t.session_id AS seat_session, w.session_id AS wanted_session
FROM play_phone f LEFT JOIN play_seat t ON t.id = f.seat_id LEFT JOIN play_seat w ON w.id = f.wanted_id
WHERE f.session_id BETWEEN %s AND %s ORDER BY f.session_id, f.id
"""
_POSTINGS = """
SELECT p.group_id, p.amount, p.unit, p.kind, s.id AS session_id,
COALESCE(d.merged_into_id, p.debtor_id) AS debtor_id, COALESCE(c.merged_into_id, p.creditor_id) AS creditor_id
FROM ledger_posting p JOIN play_session s ON s.address = p.session
LEFT JOIN people_player d ON d.id = p.debtor_id LEFT JOIN people_player c ON c.id = p.creditor_id
WHERE s.id BETWEEN %s AND %s ORDER BY s.id, p.id
"""
_ENTRIES = """
SELECT e.number, e.kind, e.target, e.data, e.author_id, e.device_id, e.key, e.at FROM play_entry e
WHERE e.session_id = %s ORDER BY e.number, e.id
"""

Row = dict[str, Any]


@dataclass
class Verified:
    """How much was looked at so far."""

    sessions: int = 0
    entries: int = 0
    faults: int = 0


def verify(verified: Verified, using: str = DEFAULT_DB_ALIAS) -> Iterator[Fault]:
    """Every fault there is, one after the other; `verified` counts what has been looked at meanwhile.

    `using`: the database, as Django's settings call it.
    """
    try:
        for fault in _Reader(connections[using]).faults(verified):
            verified.faults += 1
            yield fault
    except DatabaseError as error:
        verified.faults += 1
        yield Fault("the database", None, f"it cannot be read: {error}")


def verify_one(session: int, using: str = DEFAULT_DB_ALIAS) -> list[Fault]:
    """The faults of one session, to which nobody writes meanwhile."""
    return _Reader(connections[using]).second_look(session)


def verify_group(group: int, using: str = DEFAULT_DB_ALIAS) -> Iterator[Fault]:
    """The faults of the sessions of a group that arrives: nobody writes to them meanwhile."""
    for kept in _Reader(connections[using]).every_session(_OF_GROUP, [group]):
        yield from faults_of(kept)


@dataclass(frozen=True)
class _Reader:
    """One database under the eye."""

    connection: BaseDatabaseWrapper

    def faults(self, verified: Verified) -> Iterator[Fault]:
        yield from self.file_faults()
        ledger = _until_odd(ledger_faults(self.rows, self.connection.alias), "the ledger")
        people = chain(people_faults(self.rows), row_faults(self.rows))
        yield from (Fault(place, None, what) for place, what in chain(people, ledger))
        yield from self.group_faults()
        for kept in self.every_session():
            verified.sessions += 1
            verified.entries += len(kept.entries)
            if faults_of(kept):
                yield from self.second_look(kept.session["id"])

    def group_faults(self) -> Iterator[Fault]:
        """What was added up over the sessions of a group; what seems wrong is looked at twice, as with a session."""
        using = self.connection.alias
        with router.working_on(using):
            for row in self.rows(_GROUPS, []):
                group = row["id"]
                if not _group_faults(group):
                    continue
                with locked_group(group, using):
                    found = _group_faults(group)
                yield from found

    def every_session(self, query: str = _SESSIONS, asked: Sequence[Any] = ()) -> Iterator[Kept]:
        last = 0
        while sessions := self.rows(query, [*asked, last, BATCH]):
            yield from self.kept(sessions)
            last = sessions[-1]["id"]

    def second_look(self, session: int) -> list[Fault]:
        """The faults of a session that nobody can write to while it is read."""
        using = self.connection.alias
        with transaction.atomic(using=using):
            if self.connection.features.has_select_for_update:
                locked = Session.objects.using(using).select_for_update().filter(pk=session)
                list(locked.values_list("pk"))
            return [fault for kept in self.kept(self.rows(_SESSION, [session])) for fault in faults_of(kept)]

    def kept(self, sessions: Sequence[Row]) -> Iterator[Kept]:
        """What the database keeps of these sessions, which follow one another."""
        if not sessions:
            return
        ends = [sessions[0]["id"], sessions[-1]["id"]]
        queries = (_SEATS, _DRAFTS, _PHONES, _POSTINGS)
        seats, drafts, phones, postings = (_by_session(self.rows(query, ends)) for query in queries)
        others = [checker.kept(self.rows, *ends) for checker in checkers]
        for session in sessions:
            key = session["id"]
            entries = self.rows(_ENTRIES, [key])
            projections = [found.get(key) for found in others]
            yield Kept(session, seats[key], entries, drafts[key], phones[key], postings[key], projections)

    def rows(self, query: str, values: Sequence[Any]) -> list[Row]:
        with self.connection.cursor() as cursor:
            cursor.execute(query, values)
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def file_faults(self) -> Iterator[Fault]:
        """Indexes that are gone, and what SQLite says of its own file: PostgreSQL holds its rows together itself."""
        yield from (Fault("the database", None, what) for what in index_faults(self.connection))
        if self.connection.vendor != "sqlite":
            return
        with self.connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check")
            for (said,) in cursor.fetchall():
                if said != "ok":
                    yield Fault("the database", None, f"the file is damaged: {said}")
            cursor.execute("PRAGMA foreign_key_check")
            for table, row, parent, _place in cursor.fetchall():
                what = f"row {row} of {table} belongs to a row of {parent} that is gone"
                yield Fault("the database", None, what)


def _group_faults(group: int) -> list[Fault]:
    place = f"the history of group {group}"
    found = ((place, what) for checker in group_checkers for what in checker.faults(group))
    return [Fault(place, None, what) for place, what in _until_odd(found, place)]


def _until_odd(found: Iterable[tuple[str, str]], place: str) -> Iterator[tuple[str, str]]:
    """Places and what is wrong there. What is odder than any check can look at is a fault too, and the last one."""
    try:
        yield from found
    except DatabaseError:
        raise
    except Exception as error:
        yield place, too_odd(error)


def _by_session(rows: Sequence[Row]) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["session_id"]].append(row)
    return found

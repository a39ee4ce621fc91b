"""Read stored sessions as plain rows, so that they can be checked against their logs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from . import sql
from .hooks import checkers
from .models import Session
from .session_checks import Fault, SessionRows, faults_of

BATCH = 200  # sessions per query, so that memory does not grow with the database

Row = dict[str, Any]


def verify_group(group: int, using: str = DEFAULT_DB_ALIAS) -> Iterator[Fault]:
    """The faults of the sessions of a group that is being imported and has no other writers yet."""
    for rows in SessionReader(connections[using]).every_session(sql.SESSIONS_OF_GROUP, [group]):
        yield from faults_of(rows)


@dataclass(frozen=True)
class SessionReader:
    """Reads sessions of one database by plain queries.

    These also accept rows that no form could have written.
    """

    connection: BaseDatabaseWrapper

    def every_session(self, query: str = sql.SESSIONS, values: Sequence[Any] = ()) -> Iterator[SessionRows]:
        """All sessions of a query, in batches.

        The query takes `values`, the last id read and the size of a batch.
        """
        last = 0
        while sessions := self.rows(query, [*values, last, BATCH]):
            yield from self._with_related(sessions)
            last = sessions[-1]["id"]

    def locked_faults(self, session: int) -> list[Fault]:
        """The faults of one session, read while its row is locked against writers."""
        using = self.connection.alias
        with transaction.atomic(using=using):
            if self.connection.features.has_select_for_update:
                locked = Session.objects.using(using).select_for_update().filter(pk=session)
                list(locked.values_list("pk"))
            found = self._with_related(self.rows(sql.ONE_SESSION, [session]))
            return [fault for rows in found for fault in faults_of(rows)]

    def rows(self, query: str, values: Sequence[Any]) -> list[Row]:
        """The result of a query as dictionaries by column."""
        with self.connection.cursor() as cursor:
            cursor.execute(query, values)
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def _with_related(self, sessions: Sequence[Row]) -> Iterator[SessionRows]:
        """Add the related rows to sessions with consecutive ids."""
        if not sessions:
            return
        ends = [sessions[0]["id"], sessions[-1]["id"]]
        queries = (sql.SEATS_OF, sql.DRAFTS_OF, sql.PHONES_OF, sql.POSTINGS_OF)
        seats, drafts, phones, postings = (_by_session(self.rows(query, ends)) for query in queries)
        others = [checker.stored(self.rows, *ends) for checker in checkers]
        for session in sessions:
            key = session["id"]
            entries = self.rows(sql.ENTRIES_OF, [key])
            projections = [found.get(key) for found in others]
            yield SessionRows(
                session, seats[key], entries, drafts[key], phones[key], postings[key], projections
            )


def _by_session(rows: Sequence[Row]) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["session_id"]].append(row)
    return found

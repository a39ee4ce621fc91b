"""Reads the log. Of a long one only what its game stands by now: as quick after 10,000 corrections as after ten."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db.models.expressions import RawSQL

from . import sql
from .models import Entry, Session
from .replay import STORED_FIELDS, Stored

# Logs with more entries are read in part. A whole one of so many is read in 3 ms, and PostgreSQL may plan and compile
# the query for a part of it for seconds.
SHORT = 500


def entries(
    session: Session, count: int | None = None, numbers: Collection[int] | None = None
) -> list[Stored]:
    """The log, as it was with so many entries, oldest first; only these of them, where some are named."""
    rows = Entry.objects.filter(session=session).order_by("number")
    if count is not None:
        rows = rows.filter(number__lte=count)
    if numbers is not None:
        rows = rows.filter(number__in=numbers)
    return [Stored(*row) for row in rows.values_list(*STORED_FIELDS)]


def count_lines(session: Session, count: int) -> int:
    """How many lines were ever written, of so many entries; also those that were taken back."""
    lines = Entry.objects.filter(session=session, target=None, kind=Entry.Kind.APPEND, number__lte=count)
    return lines.count() if count else 0


def standing_entries(counts: Mapping[int, int]) -> dict[int, list[Stored]]:
    """What the lines of several sessions stand by, oldest first, as they were with so many entries each.

    `counts`: by the session's number, as is what comes back. Short logs come whole: the other entries change nothing in
    `standing_lines`.
    """
    found: dict[int, list[Stored]] = {session: [] for session in counts}
    long = {session: count for session, count in counts.items() if count > SHORT}
    sources = []
    if short := counts.keys() - long.keys():
        sources.append(Entry.objects.filter(session__in=short))
    if long:
        query = sql.STANDING_ENTRIES.format(asked=", ".join(["(%s, %s)"] * len(long)))
        asked = [number for pair in long.items() for number in pair]
        standing = RawSQL(query, asked)  # noqa: S611 - made of constants
        sources.append(Entry.objects.filter(pk__in=standing))
    for rows in sources:
        for session, *row in rows.order_by("number").values_list("session_id", *STORED_FIELDS):
            entry = Stored(*row)
            if entry.number <= counts[session]:
                found[session].append(entry)
    return found

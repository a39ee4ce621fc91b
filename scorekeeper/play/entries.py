"""Read the log.

Of a long log only the entries that determine the game are read.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db.models.expressions import RawSQL

from . import sql
from .models import Entry, Session
from .replay import STORED_FIELDS, StoredEntry

# Longer logs are read in part. A whole log of this length is read in 3 ms; PostgreSQL may plan and compile the query
# for a part of it for seconds.
SHORT_LOG = 500


def entries(
    session: Session, count: int | None = None, numbers: Collection[int] | None = None
) -> list[StoredEntry]:
    """The entries up to `count`, oldest first; only those with these numbers, if any are named."""
    rows = Entry.objects.filter(session=session).order_by("number")
    if count is not None:
        rows = rows.filter(number__lte=count)
    if numbers is not None:
        rows = rows.filter(number__in=numbers)
    return [StoredEntry(*row) for row in rows.values_list(*STORED_FIELDS)]


def count_lines(session: Session, count: int) -> int:
    """The number of lines ever written in the first `count` entries, including undone ones."""
    lines = Entry.objects.filter(session=session, target=None, kind=Entry.Kind.APPEND, number__lte=count)
    return lines.count() if count else 0


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
        query = sql.STANDING_ENTRIES.format(asked=", ".join(["(%s, %s)"] * len(long)))
        asked = [number for pair in long.items() for number in pair]
        standing = RawSQL(query, asked)  # noqa: S611 - made of constants
        sources.append(Entry.objects.filter(pk__in=standing))
    for rows in sources:
        for session, *row in rows.order_by("number").values_list("session_id", *STORED_FIELDS):
            entry = StoredEntry(*row)
            if entry.number <= counts[session]:
                found[session].append(entry)
    return found

"""Reads the log. Of a long one only what its game stands by now: as quick after 10,000 corrections as after ten."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db.models.expressions import RawSQL

from .fold import STORED_FIELDS, Stored
from .models import Entry, Session

# How many entries may take back one another in a chain; `log` lets nobody make a longer one.
MOST_CHAINED = 4
# Logs with more entries are read in part. A whole one of so many is read in 3 ms, and PostgreSQL may plan and compile
# the query for a part of it for seconds.
SHORT = 500


def _stands(entry: str, depth: int = MOST_CHAINED) -> str:
    """That nothing takes an entry back which is not taken back itself.

    Asked of each entry by itself, through the index: PostgreSQL makes one join of nested NOT EXISTS, which may take
    seconds.
    """
    if not depth:
        return "TRUE"
    void = f"v{depth}"
    return f"""(
        SELECT 1 FROM play_entry {void} WHERE {void}.session_id = {entry}.session_id
        AND {void}.target = {entry}.number AND {void}.kind = 'void' AND {void}.number <= line.count
        AND {_stands(void, depth - 1)} LIMIT 1
    ) IS NULL"""  # noqa: S608 - made of constants


def _newest(before: str) -> str:
    """The newest standing correction of a line."""
    return f"""(
        SELECT a.number FROM play_entry a WHERE a.session_id = line.session_id AND a.target = line.number
        AND a.kind = 'amend' AND a.number <= {before} AND {_stands("a")} ORDER BY a.number DESC LIMIT 1
    )"""  # noqa: S608 - made of constants


# The entries of the lines that stand: how each began, and the last two that put it right. All by one index.
_STANDING = f"""
WITH asked(session_id, count) AS (VALUES {{asked}}), begun AS (
    SELECT e.session_id, e.number, line.count FROM asked line JOIN play_entry e ON e.session_id = line.session_id
    WHERE e.target IS NULL AND e.kind = 'append' AND e.number <= line.count AND {_stands("e")}
), right_once AS (
    SELECT line.*, {_newest("line.count")} AS latest FROM begun line
), right_twice AS (
    SELECT line.*, {_newest("line.latest - 1")} AS earlier FROM right_once line
)
SELECT e.id FROM (
    SELECT session_id, number FROM right_twice
    UNION ALL SELECT session_id, latest FROM right_twice
    UNION ALL SELECT session_id, earlier FROM right_twice
) standing JOIN play_entry e ON e.session_id = standing.session_id AND e.number = standing.number
"""  # noqa: S608 - made of constants


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
        query = _STANDING.format(asked=", ".join(["(%s, %s)"] * len(long)))
        asked = [number for pair in long.items() for number in pair]
        standing = RawSQL(query, asked)  # noqa: S611 - made of constants
        sources.append(Entry.objects.filter(pk__in=standing))
    for rows in sources:
        for session, *row in rows.order_by("number").values_list("session_id", *STORED_FIELDS):
            entry = Stored(*row)
            if entry.number <= counts[session]:
                found[session].append(entry)
    return found

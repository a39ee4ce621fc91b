"""The outline of a log: what each entry is and what it is about, without what it holds. A long one is read quickly.

Taking back needs even less: the entries about one line, however long the log is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db import connection

from .fold import Line, Stored, live_lines
from .models import Entry
from .table import Table, entries

Kind = Entry.Kind

# From an entry up to its line, by chains of any length, and down to all that is about this line: by indexes alone.
_ABOUT = """
WITH RECURSIVE asked(number, target) AS (
    SELECT e.number, e.target FROM play_entry e
    WHERE e.session_id = %(session)s AND e.number = %(number)s AND e.kind <> 'change'
    UNION ALL
    SELECT e.number, e.target FROM asked JOIN play_entry e
    ON e.session_id = %(session)s AND e.number = asked.target
), about(number, kind, target) AS (
    SELECT e.number, e.kind, e.target FROM asked JOIN play_entry e
    ON e.session_id = %(session)s AND e.number = asked.number WHERE asked.target IS NULL
    UNION ALL
    SELECT e.number, e.kind, e.target FROM about JOIN play_entry e
    ON e.session_id = %(session)s AND e.target = about.number
)
SELECT number, kind, target FROM about WHERE number <= %(count)s ORDER BY number
"""


class Row(NamedTuple):
    """An entry without what it holds."""

    number: int
    kind: str
    target: int | None


@dataclass(frozen=True, slots=True)
class Outline:
    """`rows`: by number, oldest first. `line_of`: the line that each entry is about, itself for a change of the table;
    `about`: all entries of each line."""

    rows: dict[int, Row]
    line_of: dict[int, int]
    about: dict[int, list[Row]]

    @property
    def newest(self) -> int:
        """The newest entry that is no change of the table; 0 where there is none."""
        return next((row.number for row in reversed(self.rows.values()) if row.kind != Kind.CHANGE), 0)

    def earlier(self, number: int) -> int:
        """The entry that says what this one found: what a line stood by when it was put right, the line or correction
        that was taken back; itself for all others.
        """
        row = self.rows[number]
        if row.kind == Kind.AMEND:
            return self._stood(row)
        while row.kind == Kind.VOID and row.target is not None:
            row = self.rows[row.target]
        return row.number

    def _stood(self, amend: Row) -> int:
        """What was taken back by then did not stand."""
        before = [row for row in self.about[self.line_of[amend.number]] if row.number < amend.number]
        dead: set[int | None] = set()
        for row in reversed(before):
            if row.kind == Kind.AMEND and row.number not in dead:
                return row.number
            if row.kind == Kind.VOID and row.number not in dead:
                dead.add(row.target)
        return self.line_of[amend.number]


def read_outline(table: Table) -> Outline:
    """The outline of the log as it was when the table was read."""
    found = Entry.objects.filter(session=table.session, number__lte=table.count).order_by("number")
    rows = {row[0]: Row(*row) for row in found.values_list("number", "kind", "target")}
    line_of: dict[int, int] = {}
    about: dict[int, list[Row]] = defaultdict(list)
    for row in rows.values():
        line = line_of[row.number] = row.number if row.target is None else line_of[row.target]
        about[line].append(row)
    return Outline(rows, line_of, about)


def read_about(table: Table, number: int) -> list[Row]:
    """All entries about the line that entry `number` is about, oldest first, as the log was when the table was read.

    Empty where there is no such entry, and for a change of the table.
    """
    with connection.cursor() as cursor:
        cursor.execute(_ABOUT, {"session": table.session.pk, "number": number, "count": table.count})
        return [Row(*row) for row in cursor.fetchall()]


def taken_back(rows: Sequence[Row]) -> set[int | None]:
    """The entries that others take back, of these about one line."""
    dead: set[int | None] = set()
    for row in reversed(rows):
        if row.kind == Kind.VOID and row.number not in dead:
            dead.add(row.target)
    return dead


def lines_by(table: Table, rows: Sequence[Row], new: Stored | None = None) -> tuple[Line, ...]:
    """The lines of the table, the one that these entries are about as they make it. `new`: one that is not stored yet,
    the last of them.

    Only what makes the line is read: its first entry, the last two that put it right, and what took it back.
    """
    every = [*rows, Row(new.number, new.kind, new.target)] if new else list(rows)
    number, dead = every[0].number, taken_back(every)
    standing = [row for row in every if row.number not in dead or row.number == number]
    right = [row.number for row in standing if row.kind == Kind.AMEND][-2:]
    back = [row.number for row in standing if row.kind == Kind.VOID and row.target == number]
    line = next(each for each in table.folded.lines if each.number == number)
    known = {
        each.number: each for each in (line.first, line.before, line.latest, line.taken_back, new) if each
    }
    wanted = {number, *right, *back}
    if missing := wanted - known.keys():
        known |= {each.number: each for each in entries(table.session, table.count, missing)}
    (made,) = live_lines([known[each] for each in sorted(wanted)])
    return tuple(made if each is line else each for each in table.folded.lines)

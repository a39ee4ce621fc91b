"""The outline of a log: what each entry is and what it is about, without what it holds. A long one is read quickly."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import NamedTuple

from .models import Entry
from .table import Table

Kind = Entry.Kind


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

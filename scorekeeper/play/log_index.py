"""An index of the log without the data of the entries, and the entries about a single line.

Undo reads only the newest entries about one line, however long the log is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile

from django.db import connection
from django.db.models import Max

from . import sql
from .loading import current_entries, read_entries, stored_entry
from .models import Entry
from .replay import EntryRow, Line, StoredEntry, current_lines, undone_entries
from .table import Table

Kind = Entry.Kind


@dataclass(frozen=True, slots=True)
class LogIndex:
    """The index of a log.

    `rows`: entries by number, oldest first. `line_number_of`: the line of each entry, itself for a change of the table.
    `entries_of_line`: all entries of each line.
    """

    rows: dict[int, EntryRow]
    line_number_of: dict[int, int]
    entries_of_line: dict[int, list[EntryRow]]

    @property
    def newest(self) -> int:
        """The newest entry that is not a change of the table; 0 without one."""
        return next((row.number for row in reversed(self.rows.values()) if row.kind != Kind.CHANGE), 0)

    def replaced_entry(self, number: int) -> int:
        """The entry whose content an entry replaced.

        This is the previous content of a corrected or undone line, the correction that was undone, and otherwise the
        entry itself.
        """
        row = base = self.rows[number]
        while base.kind == Kind.VOID and base.target is not None:
            base = self.rows[base.target]
        if row.kind == Kind.AMEND or (row.kind == Kind.VOID and base.kind == Kind.APPEND):
            return self._previous_correction(row)
        return base.number

    def _previous_correction(self, entry: EntryRow) -> int:
        """The correction that stood before an entry, or the line itself."""
        before = [
            row
            for row in self.entries_of_line[self.line_number_of[entry.number]]
            if row.number < entry.number
        ]
        undone = undone_entries(before)
        corrections = (
            row.number for row in reversed(before) if row.kind == Kind.AMEND and row.number not in undone
        )
        return next(corrections, self.line_number_of[entry.number])


def read_log_index(table: Table) -> LogIndex:
    """Read the index of the log as it was when the table was read."""
    found = Entry.objects.filter(session=table.session, number__lte=table.count).order_by("number")
    rows = {row[0]: EntryRow(*row) for row in found.values_list("number", "kind", "target")}
    line_number_of: dict[int, int] = {}
    entries_of_line: dict[int, list[EntryRow]] = defaultdict(list)
    for row in rows.values():
        line = line_number_of[row.number] = row.number if row.target is None else line_number_of[row.target]
        entries_of_line[line].append(row)
    return LogIndex(rows, line_number_of, entries_of_line)


def lines_at_time(table: Table, at: int | datetime) -> tuple[Line, ...]:
    """The lines that stood after a number of entries, or at a time."""
    session = table.session.pk
    if isinstance(at, datetime):
        then = Entry.objects.filter(session=session, number__lte=table.count, at__lte=at)
        at = then.aggregate(last=Max("number"))["last"] or 0
    return current_lines(current_entries({session: at})[session])


def read_line_entries(table: Table, number: int) -> list[EntryRow]:
    """The entries about the line of entry `number`, oldest first.

    They are read as they were when the table was read. Of a line with many corrections only the last ones are read, at
    least three that stand: undo can remove one, one stands then, and one stood before. Empty for an unknown entry and
    for a change of the table.
    """
    most = 16
    while True:
        asked = {"session": table.session.pk, "number": number, "count": table.count, "most": most}
        with connection.cursor() as cursor:
            cursor.execute(sql.ENTRIES_ABOUT, asked)
            rows = [EntryRow(*row) for row in cursor.fetchall()]
        undone = undone_entries(rows)
        corrections = [row for row in rows if row.kind == Kind.AMEND][-most:]
        if len(corrections) < most or sum(row.number not in undone for row in corrections) >= 3:
            return rows
        most *= 8


def newest_undo(table: Table) -> tuple[EntryRow, StoredEntry] | None:
    """The newest undo without a later line, and the line or correction that it undoes.

    None without one. No query where the newest entry is a line; at most two otherwise.
    """
    newest = table.last_line.latest.number if table.last_line else 0
    if newest == table.count:
        return None
    later = Entry.objects.filter(session=table.session, number__gt=newest, number__lte=table.count)
    found = later.exclude(kind=Kind.CHANGE).order_by("-number").values_list("number", "kind", "target")
    undos = list(takewhile(lambda row: row.kind == Kind.VOID, (EntryRow(*row) for row in found)))
    again = {row.number for row in undos} & undone_entries(undos)
    for row in undos:
        if row.number not in again and row.target is not None and row.target not in again:
            entry = stored_entry(table, row.target)
            return (row, entry) if entry is not None and entry.kind != Kind.VOID else None
    return None


def lines_after(table: Table, rows: Sequence[EntryRow], new: StoredEntry | None = None) -> tuple[Line, ...]:
    """The lines of the table after these entries about one line.

    `new`: the last of them, not stored yet. Reads only the first entry of the line and its last two corrections.
    """
    all_rows = [*rows, EntryRow(new.number, new.kind, new.target)] if new else list(rows)
    number, undone = all_rows[0].number, undone_entries(all_rows)
    others = [line for line in table.replayed.lines if line.number != number]
    if number in undone:
        return tuple(others)
    corrections = [row.number for row in all_rows if row.kind == Kind.AMEND and row.number not in undone][-2:]
    wanted, line = {number, *corrections}, table.replayed.line(number)
    known = {each.number: each for each in (line.first, line.before, line.latest) if each} if line else {}
    if missing := wanted - known.keys():
        known |= {each.number: each for each in read_entries(table.session, table.count, missing)}
    changed_lines = current_lines([known[each] for each in sorted(wanted)])
    return tuple(sorted((*others, *changed_lines), key=lambda each: each.number))

"""All corruptions: `build` writes healthy tables by the log, `plant` corrupts them by SQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from tests.factories import SampleTable, new_writer

from . import corruptions_at_tables, corruptions_in_groups
from .corruption_base import GONE

PLANTS = (*corruptions_at_tables.PLANTS, *corruptions_in_groups.PLANTS)
PRAGMAS = "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA synchronous = OFF;"
BARE = "".join(
    f"CREATE TABLE bare AS SELECT * FROM {table}; DROP TABLE {table}; ALTER TABLE bare RENAME TO {table};"
    for table in (
        *("play_entry", "play_seat", "play_phone", "play_draft", "play_session"),
        *("history_result", "history_score", "history_cell", "ledger_posting", "ledger_clearing"),
        "archive_importedgame",
    )
)
# of a table: the session's number, its address, the group's number
Made = tuple[int, str, int]


def build() -> list[Made]:
    """A healthy table for each plant, and at last one that is left alone."""
    writer = new_writer()
    desks = [each.desk(new_writer() if each.alone else writer) for each in PLANTS]
    desks.append(SampleTable("general", ["Zoe", "Yan"]))
    return [(desk.session.pk, desk.address, desk.group.pk) for desk in desks]


def plant(file: Path, made: Sequence[Made]) -> list[str]:
    """Plant everything in a copy; return the expected lines, with * for unpredictable parts."""
    *spoilt, (other, _address, _group) = made
    messages = []
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.executescript(PRAGMAS + BARE)  # without the constraints, which would not have let them in
        for each, (session, address, group) in zip(PLANTS, spoilt, strict=True):
            numbers = {"s": session, "o": other, "g": group}
            assert database.execute(each.sql, numbers).rowcount == 1, each.message
            messages.append(each.place.format(address=address, group=group) + each.message)
    return messages


def places(made: Sequence[Made]) -> set[str]:
    """Return all places of possible reports.

    A fault may cause others, but at its own table, in sums over its group, and beside it if the group is its own.
    """
    found = {"the database", f"the ledger of group {GONE}"}
    for each, (_session, address, group) in zip(PLANTS, made, strict=False):
        found |= {address, f"the history of group {group}"}
        if each.alone:
            found |= {f"group {group}", f"the ledger of group {group}"}
    return found | {f"person {number}" for number in range(1, len(made) + 2)}

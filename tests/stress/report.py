"""The table of all results, as in docs/reliability.md."""

from __future__ import annotations

import platform
import sqlite3
import time
from collections.abc import Mapping, Sequence

from .case import SLACK, Result

HEAD = "| bar | what | counts | database | result | measured | s |\n|---|---|---|---|---|---|---|"


def table(results: Mapping[str, Sequence[Result]], feet: Sequence[str]) -> str:
    """Return the rows of all databases, case by case, and notes."""
    order = sorted({result.case for column in results.values() for result in column})
    rows = [
        row(database, result)
        for case in order
        for database, column in results.items()
        for result in column
        if result.case == case
    ]
    return "\n".join([HEAD, *rows, "", *feet])


def foot(seed: int, spent: float, promised: float, missing: str | None) -> list[str]:
    """Return the notes below the table: machine, seed and duration.

    `spent`: seconds in all, as some cases ran in parallel; `promised`: minutes, 0 for none; `missing`: the reason for
    skipping PostgreSQL.
    """
    where = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {platform.machine()}"
    notes = [f"{time.strftime('%Y-%m-%d %H:%M')}, seed {seed}, {where}."]
    took = f"{spent / 60:.1f} minutes"
    late = f"**Missed**: it took {took}, {promised:g} are promised."
    notes.append(late if is_late(spent, promised) else f"It took {took}.")
    if missing:
        notes.append(f"It was not run on PostgreSQL: {missing}.")
    if SLACK != 1:
        notes.append(f"The time goals were {SLACK:g} times as long as on a quiet machine.")
    return notes


def is_late(spent: float, promised: float) -> bool:
    """Return whether the run exceeded its time limit; without a limit it never does."""
    return 0 < 60 * promised < spent


def row(database: str, result: Result) -> str:
    """Return the row of a case on a database."""
    how = f"**missed**: {_first(result.faults)}" if result.faults else "left out" if result.left_out else "ok"
    return (
        f"| {result.case} | {result.what} | {result.asked} | {database} | {how} | {result.figures} |"
        f" {result.seconds:.0f} |"
    )


def _first(faults: Sequence[str]) -> str:
    """Return the first fault in one line, and the number of others."""
    line = faults[0].strip().splitlines()[-1].replace("|", "/")[:200]
    return line if len(faults) == 1 else f"{line} (and {len(faults) - 1} more)"

"""The table of all results, as in docs/reliability.md."""

from __future__ import annotations

import platform
import sqlite3
import time
from collections.abc import Mapping, Sequence

from .case import SLACK, Result

# Continuous integration shows the last 3,000 characters of its output.
FAULTS_SHOWN, FAULT_LENGTH = 4, 400
HEAD = "| bar | what | counts | database | result | measured | s |\n|---|---|---|---|---|---|---|"


def table(results: Mapping[str, Sequence[Result]], feet: Sequence[str]) -> str:
    """Return the rows of all databases, case by case, notes, and the missed goals."""
    ordered = sorted(
        ((database, result) for database, column in results.items() for result in column),
        key=lambda each: each[1].case,
    )
    rows = [row(*each) for each in ordered]
    missed = [line for database, result in ordered if result.faults for line in misses(database, result)]
    return "\n".join([HEAD, *rows, "", *feet, *missed])


def misses(database: str, result: Result) -> list[str]:
    """Return the first faults of a case; of a long one, such as a traceback, its end."""
    head = f"{result.case} on {database} missed (seed {result.seed}):"
    return [head, *(f"    {fault.strip()[-FAULT_LENGTH:]}" for fault in result.faults[:FAULTS_SHOWN])]


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

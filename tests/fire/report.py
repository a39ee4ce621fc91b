"""One table of everything that was run, as it stands in docs/reliability.md."""

from __future__ import annotations

import platform
import sqlite3
import time
from collections.abc import Mapping, Sequence

from .case import Result

HEAD = "| bar | what | counts | database | result | measured | s |\n|---|---|---|---|---|---|---|"


def table(results: Mapping[str, Sequence[Result]], seed: int, spent: float) -> str:
    """The rows of all databases, case by case. `spent`: seconds in all; some cases ran beside others."""
    order = sorted({result.case for column in results.values() for result in column})
    rows = [
        row(database, result)
        for case in order
        for database, column in results.items()
        for result in column
        if result.case == case
    ]
    foot = (
        f"{time.strftime('%Y-%m-%d %H:%M')}, {spent / 60:.0f} minutes, seed {seed}, Python {platform.python_version()},"
        f" SQLite {sqlite3.sqlite_version}, {platform.machine()}."
    )
    return "\n".join([HEAD, *rows, "", foot])


def row(database: str, result: Result) -> str:
    """One case on one database."""
    how = "ok" if not result.faults else f"**missed**: {_first(result.faults)}"
    return (
        f"| {result.case} | {result.what} | {result.asked} | {database} | {how} | {result.figures} |"
        f" {result.seconds:.0f} |"
    )


def _first(faults: Sequence[str]) -> str:
    """The first fault in one line, and how many more there are."""
    said = faults[0].strip().splitlines()[-1].replace("|", "/")[:200]
    return said if len(faults) == 1 else f"{said} (and {len(faults) - 1} more)"

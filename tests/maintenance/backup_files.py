"""The content of a backup file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def addresses(file: Path) -> list[str]:
    """The tables in a database file."""
    with closing(sqlite3.connect(file)) as found:
        return [address for (address,) in found.execute("SELECT address FROM play_session ORDER BY id")]

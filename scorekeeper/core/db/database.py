"""Settings of the database connection, and checks that they are in effect."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

FIRST_SOUND_WAL = (3, 51, 3)
BUSY_SECONDS = 10
FULL = 2
SQLITE = "django.db.backends.sqlite3"
POSTGRESQL = "django.db.backends.postgresql"
DURABLE = "PRAGMA synchronous=FULL;PRAGMA foreign_keys=ON;PRAGMA fullfsync=ON;PRAGMA checkpoint_fullfsync=ON"
LIMITS = {"lock_timeout": 1000, "idle_in_transaction_session_timeout": 3000}  # ms per second of patience
LOSSY = "off"  # the only value of synchronous_commit with which a crash loses acknowledged writes


def journal_mode(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> str:
    """Choose the journal mode by the version of the loaded SQLite library."""
    return "wal" if version >= FIRST_SOUND_WAL else "truncate"


def sqlite_settings(path: Path | str, patience: float = BUSY_SECONDS) -> dict[str, Any]:
    """Django's settings of one SQLite database."""
    return {
        "ENGINE": SQLITE,
        "NAME": path,
        # The server's few threads live as long as the server, and so do their connections.
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            # A transaction that reads first and then writes fails at once unless it started as a writer.
            "transaction_mode": "IMMEDIATE",
            "timeout": patience,
            "init_command": f"PRAGMA journal_mode={journal_mode()};{DURABLE}",
        },
    }


def postgresql_settings(chosen: dict[str, Any], patience: float = BUSY_SECONDS) -> dict[str, Any]:
    """Django's settings of a PostgreSQL database.

    Options that the database URL sets are left alone.
    """
    limits = {name: patience * milliseconds for name, milliseconds in LIMITS.items()}
    options: dict[str, Any] = {
        "application_name": "scorekeeper",
        "connect_timeout": max(int(patience / 2), 2),
        # Give up on a database server that has become unreachable.
        "tcp_user_timeout": int(patience * 1000),
        "options": " ".join(f"-c {name}={value:.0f}" for name, value in limits.items()),
    }
    return chosen | {
        "CONN_MAX_AGE": None,
        # Replace a connection that broke between two requests.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options | chosen.get("OPTIONS", {}),
    }


def settings_for(chosen: dict[str, Any] | None, path: Path, patience: float = BUSY_SECONDS) -> dict[str, Any]:
    """Settings of the configured database, otherwise of the SQLite file in the data folder."""
    if chosen is None:
        return sqlite_settings(path, patience)
    if chosen["ENGINE"] == SQLITE:
        return sqlite_settings(chosen["NAME"], patience)
    return postgresql_settings(chosen, patience)


def patience_of(connection: BaseDatabaseWrapper) -> float:
    """The seconds that a write waits for a lock on this connection."""
    options = connection.settings_dict["OPTIONS"]
    if connection.vendor == "sqlite":
        return float(options.get("timeout", BUSY_SECONDS))
    found = re.search(r"lock_timeout=(\d+)", options.get("options", ""))
    return int(found[1]) / 1000 if found else BUSY_SECONDS


@contextmanager
def waiting(connection: BaseDatabaseWrapper, seconds: float, usual: float) -> Iterator[None]:
    """Wait for a lock for `seconds` instead of `usual`.

    Does nothing within a transaction.
    """
    if seconds == usual or connection.in_atomic_block:
        yield
        return
    name = "PRAGMA busy_timeout" if connection.vendor == "sqlite" else "SET lock_timeout"
    with connection.cursor() as cursor:
        cursor.execute(f"{name} = {seconds * 1000:.0f}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"{name} = {usual * 1000:.0f}")


def faults(connection: BaseDatabaseWrapper) -> list[str]:
    """List the settings of the live connection that durability forbids; empty if there are none."""
    return _sqlite_faults(connection) if connection.vendor == "sqlite" else _postgresql_faults(connection)


def _sqlite_faults(connection: BaseDatabaseWrapper) -> list[str]:
    wanted: dict[str, tuple[Any, ...]] = {
        # A database in memory, as some tests use, has no journal on disk.
        "journal_mode": (journal_mode(), "memory") if connection.is_in_memory_db() else (journal_mode(),),  # type: ignore[attr-defined]
        "synchronous": (FULL,),
        "foreign_keys": (1,),
        "busy_timeout": (int(connection.settings_dict["OPTIONS"].get("timeout", BUSY_SECONDS) * 1000),),
    }
    found = []
    with connection.cursor() as cursor:
        for pragma, good in wanted.items():
            cursor.execute(f"PRAGMA {pragma}")
            value = cursor.fetchone()[0]
            if value not in good:
                found.append(f"PRAGMA {pragma} is {value!r} and should be {good[0]!r}")
    if getattr(connection, "transaction_mode", None) != "IMMEDIATE":
        found.append("transaction_mode is not IMMEDIATE")
    return found


def _postgresql_faults(connection: BaseDatabaseWrapper) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('synchronous_commit'), current_setting('server_encoding')")
        commit, encoding = cursor.fetchone()
        cursor.execute("SELECT name FROM pg_settings WHERE name = ANY(%s) AND setting = '0'", [[*LIMITS]])
        endless = [name for (name,) in cursor.fetchall()]
    found = []
    if commit == LOSSY:
        found.append("synchronous_commit is off: a crash would lose lines that phones show as saved")
    if encoding != "UTF8":
        found.append(f"the database's encoding is {encoding} and should be UTF8")
    # settings in `options` can be lost in a pooler, or replaced by options of the database URL
    found += [
        f"{name} is 0: a lock could be waited for without end. Set it for the role"
        for name in sorted(endless)
    ]
    return found


def close_failed(connection: BaseDatabaseWrapper) -> None:
    """Close a connection on which something failed; the next request opens another.

    Python keeps the failed statement in a reference cycle with its error. The thread that collects this garbage would
    need SQLite's lock on the connection, and wait as long as the next writer. Closing the connection releases it here.
    """
    if not connection.in_atomic_block:
        connection.close()


def describe(connection: BaseDatabaseWrapper) -> str:
    """Describe the database and its journal for the start line."""
    if connection.vendor != "sqlite":
        return f"{connection.display_name} at {connection.settings_dict['HOST'] or 'this machine'}"
    mode = journal_mode().upper()
    why = "" if mode == "WAL" else ": WAL wants SQLite 3.51.3"
    return f"SQLite {sqlite3.sqlite_version} (journal {mode}{why}) in {connection.settings_dict['NAME']}"

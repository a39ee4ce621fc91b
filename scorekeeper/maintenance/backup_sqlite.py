"""Backup of a SQLite database by SQLite's online backup API.

Copying the database file while it is in use loses entries. The copy is made in one step: writers wait for it, and it
never has to start again because of a write.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from copy import deepcopy
from pathlib import Path

from django.core.management import call_command
from django.db import connection, connections

from scorekeeper.core.conf import instance_lock
from scorekeeper.core.db import database

from .backup_files import BackupError, add_name, atomic_write, fsync, must_be_known, must_be_new, stamp

HEAD = b"SQLite format 3\0"
SUFFIXES = ("-journal", "-wal", "-shm")  # of SQLite's files beside the database
COPY = "copy"  # database alias of an opened backup


class SqliteBackup:
    """Backup and restore of the database file of the settings."""

    def __init__(self) -> None:
        self.database = Path(connection.settings_dict["NAME"])

    def save(self, file: Path) -> str:
        """See `Backup`."""
        must_be_new(file)
        connection.ensure_connection()
        self._copy(connection.connection, file)
        open_as_copy(file)
        return COPY

    def check(self, file: Path) -> int:
        """See `Backup`."""
        try:
            with file.open("rb") as opened:
                if opened.read(len(HEAD)) != HEAD:
                    raise BackupError(f"{file} is no backup of Scorekeeper.")
            with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as found:
                return _sessions(found, file)
        except OSError as error:
            raise BackupError(f"{file} cannot be read: {error.strerror}.") from error
        except sqlite3.DatabaseError as error:
            raise BackupError(f"{file} is damaged: {error}.") from error

    def restore(self, file: Path) -> str:
        """See `Backup`.

        The path of the database always holds the old or the new database.
        """
        try:
            instance_lock.hold(self.database)
        except instance_lock.TakenError as error:
            raise BackupError("A server is running on this database: stop it first.") from error
        try:
            return self._restore(file)
        finally:
            instance_lock.release(self.database)

    def _restore(self, file: Path) -> str:
        new = self.database.with_name(f"{self.database.name}.new-{stamp()}")
        try:
            with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as found:
                self._copy(found, new)
            with opened_as_copy(new):
                call_command("migrate", database=COPY, interactive=False, verbosity=0)
            connection.close()
            kept = self._keep_old()
            new.replace(self.database)
        except OSError as error:
            raise BackupError(f"{self.database} cannot be replaced: {error.strerror}.") from error
        finally:
            for each in (new, *_journals(new)):
                each.unlink(missing_ok=True)
        fsync(self.database)
        return str(kept) if kept else ""

    def _keep_old(self) -> Path | None:
        """Link the present database, and a journal left by a crash, under a second name."""
        if not self.database.exists():
            return None
        with contextlib.suppress(sqlite3.DatabaseError), closing(sqlite3.connect(self.database)) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            old.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
        kept = self.database.with_name(f"{self.database.name}.before-{stamp()}")
        add_name(self.database, kept)
        for name, each in zip(SUFFIXES, _journals(self.database), strict=True):
            if each.exists() and not each.stat().st_size:
                each.unlink()
            elif each.exists():
                each.replace(kept.with_name(kept.name + name))
        return kept

    def _copy(self, source: sqlite3.Connection, file: Path) -> None:
        try:
            with atomic_write(file) as part, closing(sqlite3.connect(part)) as target:
                source.backup(target)
                target.execute("PRAGMA journal_mode=DELETE")  # so that the backup is a single file
        except sqlite3.Error as error:
            raise BackupError(f"{file} cannot be written: {error}.") from error


def _sessions(found: sqlite3.Connection, file: Path) -> int:
    """Check a backup from end to end; return the number of its sessions."""
    said = found.execute("PRAGMA integrity_check").fetchone()[0]
    if said != "ok":
        raise BackupError(f"{file} is damaged: {said}.")
    tables = {name for (name,) in found.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not {"django_migrations", "play_session", "play_entry"} <= tables:
        raise BackupError(f"{file} is no backup of Scorekeeper.")
    must_be_known(found.execute("SELECT app, name FROM django_migrations").fetchall())
    return int(found.execute("SELECT COUNT(*) FROM play_session").fetchone()[0])


def _journals(file: Path) -> list[Path]:
    return [file.with_name(file.name + each) for each in SUFFIXES]


def open_as_copy(file: Path) -> None:
    """Register a file as a second, read-only database."""
    _register_copy(f"{file.resolve().as_uri()}?mode=ro", transaction_mode=None)


@contextmanager
def opened_as_copy(file: Path) -> Iterator[None]:
    """Register a file as a second, writable database within the block."""
    _register_copy(str(file))
    try:
        yield
    finally:
        connections[COPY].close()
        del connections[COPY]
        del connections.databases[COPY]


def _register_copy(name: str, **options: None) -> None:
    """Use the settings of the live database for a file.

    The copy has no write-ahead log, which would be a second file.
    """
    settings = deepcopy(connections.databases["default"])
    settings["OPTIONS"] |= {"init_command": database.DURABLE} | options
    connections.databases[COPY] = settings | {"NAME": name}

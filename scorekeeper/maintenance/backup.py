"""Backups of the whole database: made during play, restored while no server runs."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from django.db import connection


class Backup(Protocol):
    """Backup and restore for one kind of database.

    Every method raises BackupError.
    """

    def save(self, file: Path) -> str:
        """Copy the database into a new file; return the alias by which the copy can be verified."""

    def check(self, file: Path) -> int:
        """Check that a backup can be restored; return the number of sessions in it."""

    def restore(self, file: Path) -> str:
        """Replace the database by a checked backup; return where the replaced data is kept."""


def database_backup() -> Backup:
    """The implementation for the database of the settings."""
    if connection.vendor == "sqlite":
        from .backup_sqlite import SqliteBackup  # noqa: PLC0415 - each needs its own driver

        return SqliteBackup()
    from .backup_postgres import PostgresBackup  # noqa: PLC0415

    return PostgresBackup()

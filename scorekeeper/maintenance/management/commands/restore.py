"""Replace the database by a backup while no server runs."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, no_translations
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection

from scorekeeper.maintenance.backup import database_backup
from scorekeeper.maintenance.backup_files import BackupError

from .verify import report


class Command(BaseCommand):
    """Check the file, ask, replace and verify."""

    help = (
        "Replace the database by a backup, and verify it. Asks before it replaces anything, and keeps the"
        " replaced database. Stop the server first."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file, and --yes to skip the question."""
        parser.add_argument("file", metavar="FILE", type=Path, help="a file made by `backup`")
        parser.add_argument("--yes", action="store_true", help="replace the database without asking")

    @no_translations
    def handle(self, *_: Any, file: Path, yes: bool, **__: Any) -> None:
        """Print one line of success, or fail with a one-line reason; then nothing was changed."""
        found = database_backup()
        try:
            new = found.check(file)
            present = sessions_now()
            if present and not (yes or confirmed(present, new)):
                raise CommandError("Nothing was changed.")
            kept = found.restore(file)
        except BackupError as error:
            raise CommandError(f"{error} Nothing was changed.") from error
        self.stdout.write(f"restored from {file}" + (f"; the replaced database is in {kept}" if kept else ""))
        report(self, DEFAULT_DB_ALIAS)


def sessions_now() -> int:
    """The number of sessions that would be replaced; 0 without a database of Scorekeeper."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT COUNT(*) FROM play_session")
            return int(cursor.fetchone()[0])
    except DatabaseError:
        return 0


def confirmed(present: int, new: int) -> bool:
    """Ask for a confirmation.

    Raises CommandError without a terminal.
    """
    if not sys.stdin.isatty():
        raise CommandError(
            f"There are {present} games here already; --yes replaces them. Nothing was changed."
        )
    answer = input(f"Replace the {present} games here by the {new} of the backup? (yes/no) ")
    return answer.strip().lower() in {"y", "yes"}

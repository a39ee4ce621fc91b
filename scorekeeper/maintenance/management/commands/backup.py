"""Copy the whole database into a file, while people play."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, no_translations

from scorekeeper.maintenance.backup import database_backup
from scorekeeper.maintenance.backup_files import BackupError

from .verify import report


class Command(BaseCommand):
    """Copy the database, check the copy, and print the number of games in it."""

    help = (
        "Copy the whole database into FILE while the server runs, and verify the copy."
        " (Of PostgreSQL it is a dump for pg_restore, which unpacks all of it; the database itself is verified.)"
        " An existing file is never replaced."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file."""
        parser.add_argument("file", metavar="FILE", type=Path, help="a new file")

    @no_translations
    def handle(self, *_: Any, file: Path, **__: Any) -> None:
        """Print one line of success, or fail with a one-line reason."""
        try:
            using = database_backup().save(file)
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"copied to {file}")
        report(self, using)

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
    """Copy, look through the copy, and say how many games are in it."""

    help = (
        "Copy the whole database into FILE while the server runs, and verify the copy."
        " (Of PostgreSQL it is a dump for pg_restore, which unpacks all of it; the database itself is verified.)"
        " A file that is there already is never replaced."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file."""
        parser.add_argument("file", metavar="FILE", type=Path, help="a new file")

    @no_translations
    def handle(self, *_: Any, file: Path, **__: Any) -> None:
        """One line of success, or one line that says why not."""
        try:
            using = database_backup().save(file)
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"copied to {file}")
        report(self, using)

"""Rebuild the results of finished games from their logs."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, no_translations

from scorekeeper.history.results import rebuild


class Command(BaseCommand):
    """Rebuild all results and print their number."""

    help = (
        "Rebuild the results of all finished games from their logs, and add missing postings to the ledger."
        " Safe while people play; on a healthy database it changes nothing."
    )
    requires_system_checks = []

    @no_translations
    def handle(self, *_: Any, **__: Any) -> None:
        """Print one line; exit with 1 if a log cannot be read."""
        done = rebuild()
        self.stdout.write(f"rebuilt the results of {done.results} games")
        if done.unread:
            raise CommandError(
                f"{done.unread} games cannot be read, and keep their former results: see verify"
            )

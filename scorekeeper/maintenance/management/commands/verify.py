"""Replay every session from its log and print the faults, one per line."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, no_translations
from django.db import DEFAULT_DB_ALIAS

from scorekeeper.maintenance.verify import Verified, verify


class Command(BaseCommand):
    """Print the faults; exit with 1 if there are any."""

    help = (
        "Replay every session from its log and check sequence, lines, totals, results, settlements, seats, drafts,"
        " phones, ledger and history."
        " Prints one line for each fault and exits with 1, or reports that all is well."
    )
    requires_system_checks = []

    @no_translations
    def handle(self, *_: Any, **__: Any) -> None:
        """Verify everything, including what follows the first fault."""
        report(self, DEFAULT_DB_ALIAS)


def report(command: BaseCommand, using: str) -> None:
    """Verify a database and print the result; exit with 1 if there are faults."""
    verified = Verified()
    for fault in verify(verified, using):
        command.stdout.write(str(fault))
    seen = f"{verified.sessions} sessions, {verified.entries} entries"
    if verified.faults:
        command.stderr.write(f"{verified.faults} faults in {seen}")
        sys.exit(1)
    command.stdout.write(f"all is well: {seen}")

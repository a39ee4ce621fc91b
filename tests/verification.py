"""Verify the database, or one session of it, in tests."""

from __future__ import annotations

from django.db import connection

from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.play.session_checks import Fault
from scorekeeper.play.session_reader import SessionReader


def verify_one(session: int) -> list[Fault]:
    """Return the faults that `verify` finds in one session."""
    return SessionReader(connection).locked_faults(session)


def faults() -> list[str]:
    """Return the faults that `verify` finds in the database."""
    return [str(fault) for fault in verify(Verified())]

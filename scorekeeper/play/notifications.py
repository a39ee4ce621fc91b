"""Notify open streams that a table has a new version, once the transaction is committed.

The version of a table counts its entries and its other changes, so a new entry needs no second write. PostgreSQL
notifies all processes by NOTIFY on commit. SQLite has a single process, which is notified by a signal.
"""

from __future__ import annotations

from django.db import connection, transaction
from django.dispatch import Signal

from . import sql

CHANNEL = "scorekeeper_tables"
PERSON_NOTICE = 0  # instead of the id of a session
UNKNOWN_VERSION = 0  # instead of a version: fetch the page, something may have changed

# Sent with `notice`, in the format of the PostgreSQL notification: session, version and whether streams end.
notified = Signal()


def notify_change(session: int, *, end_streams: bool = False) -> int:
    """Count a change that is not an entry, notify the streams, and return the new version.

    Such changes are drafts, seats and permissions. Must run in the transaction of the change.
    """
    with connection.cursor() as cursor:
        cursor.execute(sql.RAISE_VERSION, [session])
        cursor.execute(sql.VERSION, [session])
        version = int(cursor.fetchone()[0])
    notify(session, version, end_streams=end_streams)
    return version


def notify(session: int, version: int, *, end_streams: bool = False) -> None:
    """Notify the streams of a table of its version on commit.

    `end_streams`: permissions have ended, so all streams end, and phones with permission connect again.
    """
    _notify(f"{session} {version} {int(end_streams)}")


def end_streams_of(person: int) -> None:
    """End all streams of a person on commit.

    Their phones have to identify themselves again.
    """
    _notify(f"{PERSON_NOTICE} {person} 1")


def _notify(notice: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(sql.NOTIFY, [CHANNEL, notice])
    else:
        transaction.on_commit(lambda: notified.send(sender=None, notice=notice))

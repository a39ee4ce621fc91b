"""What tells the other phones that a table has changed: its version rises with the change, and is told once both stand.

A table's version is the count of its lines and of all its other changes, so that a line costs no second write.

On PostgreSQL the database itself tells every process, when and only when the transaction is committed. SQLite has
one process, which is told by a signal.
"""

from __future__ import annotations

from django.db import connection, transaction
from django.dispatch import Signal

CHANNEL = "scorekeeper_tables"
OF_A_PERSON = 0  # in the place of a session's number
LOOK = 0  # in the place of a version: something may have changed, fetch and see

# sent with `notice`, the text that PostgreSQL would have carried
told = Signal()

_RAISE = "UPDATE play_session SET version = version + 1 WHERE id = %s"
_VERSION = """
SELECT version + COALESCE((SELECT MAX(number) FROM play_entry WHERE session_id = play_session.id), 0)
FROM play_session WHERE id = %s
"""


def changed(session: int, *, shut: bool = False) -> int:
    """Count a change that is no line of the log (a draft, a seat, a right), within its transaction; tell and give
    the new version.
    """
    with connection.cursor() as cursor:
        cursor.execute(_RAISE, [session])
        cursor.execute(_VERSION, [session])
        version = int(cursor.fetchone()[0])
    tell(session, version, shut=shut)
    return version


def tell(session: int, version: int, *, shut: bool = False) -> None:
    """Let every phone at a table know, once this transaction stands, that there is something new to fetch.

    `shut`: somebody's rights have ended, so every open stream ends, and whoever may still look begins another.
    """
    _tell(f"{session} {version} {int(shut)}")


def shut_out(person: int) -> None:
    """End every open stream of a person, once this transaction stands: his phones have to show who they are again."""
    _tell(f"{OF_A_PERSON} {person} 1")


def _tell(notice: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, notice])
    else:
        transaction.on_commit(lambda: told.send(sender=None, notice=notice))

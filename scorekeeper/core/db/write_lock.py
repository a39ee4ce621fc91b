"""A lock that serialises write transactions in this process.

It also limits the queue behind a locked database.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from time import monotonic
from uuid import UUID

from django.db import OperationalError, connection, transaction

from . import database

BRIEF = 0.25  # seconds of a short wait for a lock


class Writers:
    """The queue of writers of one database; a thread may enter it again."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._in_vain: float | None = None

    @contextmanager
    def one(self, patience: float, *, alone: bool = True) -> Iterator[float]:
        """Take the writer's turn; yield the seconds to wait for the database, at most `patience`.

        `alone`: whether others have to wait until this one is done. Raises OperationalError after `patience` seconds,
        or at once if another writer has just waited in vain.
        """
        if alone and not self._lock.acquire(timeout=0 if self._hopeless(patience) else patience):
            raise OperationalError("database is locked: another writer is still waiting for it")
        try:
            yield min(BRIEF, patience) if self._hopeless(patience) else patience
        except OperationalError:
            self._in_vain = monotonic()
            raise
        else:
            self._in_vain = None
        finally:
            if alone:
                self._lock.release()

    def _hopeless(self, patience: float) -> bool:
        """Return whether another writer has just waited in vain."""
        since = self._in_vain
        return since is not None and monotonic() - since < patience


_writers = Writers()


@contextmanager
def writing() -> Iterator[None]:
    """A write transaction, one at a time in this process."""
    patience = database.patience_of(connection)
    with (
        _writers.one(patience, alone=connection.vendor == "sqlite") as seconds,
        database.waiting(connection, seconds, patience),
        transaction.atomic(),
    ):
        yield


@contextmanager
def alone() -> Iterator[None]:
    """Exclude all writers of this process, without a transaction.

    Raises OperationalError while one is active.
    """
    with _writers.one(BRIEF), database.waiting(connection, BRIEF, database.patience_of(connection)):
        yield


@contextmanager
def one_by_one(key: UUID) -> Iterator[None]:
    """A write transaction that also excludes others with the same key.

    SQLite allows one writer anyway.
    """
    with writing():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key.int % 2**63])
        yield

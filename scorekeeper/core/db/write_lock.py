"""One writer at a time in this process, and no crowd behind a database that lets nobody write.

SQLite's own waiting is unfair, so its writers queue here. Where one has waited in vain, those who come in the next
moments wait briefly only, and at once hear it where somebody is trying already: the server's few threads stay free for
readers, and nobody who stood behind the first one waits as long again.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from time import monotonic
from uuid import UUID

from django.db import OperationalError, connection, transaction

from . import database

BRIEF = 0.25  # seconds


class Writers:
    """The queue of one database. A writer may join it again from within."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._in_vain: float | None = None

    @contextmanager
    def one(self, patience: float, *, alone: bool = True) -> Iterator[float]:
        """Be the writer: for how many seconds the database may be waited for, `patience` at most.

        `alone`: whether others have to wait until this one is done. Raises OperationalError after so many seconds,
        or at once where others waited in vain.
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
        """Whether somebody has waited in vain within the last moments."""
        since = self._in_vain
        return since is not None and monotonic() - since < patience


_writers = Writers()


@contextmanager
def writing() -> Iterator[None]:
    """One transaction, one writer at a time."""
    patience = database.patience_of(connection)
    with (
        _writers.one(patience, alone=connection.vendor == "sqlite") as seconds,
        database.waiting(connection, seconds, patience),
        transaction.atomic(),
    ):
        yield


@contextmanager
def alone() -> Iterator[None]:
    """Let nobody of this process write, without a transaction. Raises OperationalError where somebody is at it."""
    with _writers.one(BRIEF), database.waiting(connection, BRIEF, database.patience_of(connection)):
        yield


@contextmanager
def one_by_one(key: UUID) -> Iterator[None]:
    """The same, in which nobody else begins anything by the same form. SQLite has one writer anyway."""
    with writing():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key.int % 2**63])
        yield

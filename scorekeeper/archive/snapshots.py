"""Snapshot reads that do not block writers, and rows in batches.

PostgreSQL and SQLite with a write-ahead log give a transaction a consistent snapshot while others write. SQLite with a
rollback journal blocks writers during a read, so queries must be short there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, TypeVar

from django.db import connection, transaction
from django.db.models import Model, QuerySet

from scorekeeper.core.db.database import journal_mode

from . import sql
from .chunked_transactions import batched

BATCH = 500
Row = TypeVar("Row", bound=Model)


def supports_snapshots() -> bool:
    """Return whether the database gives snapshots; True within a transaction."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return True
    return journal_mode() == "wal"


@contextmanager
def snapshot() -> Iterator[None]:
    """Open a read transaction with a consistent snapshot; without effect if unsupported."""
    if not supports_snapshots():
        yield
    elif connection.in_atomic_block or connection.vendor == "sqlite":
        with _reading():
            yield
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql.REPEATABLE_READ)
            yield


@contextmanager
def _reading() -> Iterator[None]:
    """Open a transaction that takes no write lock on SQLite, unlike the default of this project."""
    here: Any = connection
    usual = getattr(here, "transaction_mode", None)
    with ExitStack() as transactions:
        here.transaction_mode = "DEFERRED"
        try:
            transactions.enter_context(transaction.atomic())
        finally:
            here.transaction_mode = usual
        yield


def in_batches(rows: QuerySet[Row], batch: int = BATCH) -> Iterator[Row]:
    """Yield rows in order, in batches: an open cursor blocks writers under a rollback journal."""
    for few in batched(list(rows.values_list("pk", flat=True)), batch):
        found = rows.order_by().in_bulk(few)
        yield from (found[number] for number in few if number in found)

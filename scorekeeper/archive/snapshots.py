"""Reading much without holding anybody up: a database as it was at one moment, and rows in batches.

PostgreSQL and SQLite with a write-ahead log show one moment to whoever asks for it, and others write meanwhile. SQLite
with a rollback journal lets nobody write while somebody reads: there each question must be a short one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, TypeVar

from django.db import connection, transaction
from django.db.models import Model, QuerySet

from scorekeeper.core.db.database import journal_mode

from .chunked_transactions import batched

BATCH = 500
Row = TypeVar("Row", bound=Model)


def supports_snapshots() -> bool:
    """Whether the database shows one moment while others write; within a transaction it does so already."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return True
    return journal_mode() == "wal"


@contextmanager
def snapshot() -> Iterator[None]:
    """A transaction that shows everything as it was when it began, and never keeps others from writing; nothing more
    than single questions where the database cannot do that."""
    if not supports_snapshots():
        yield
    elif connection.in_atomic_block or connection.vendor == "sqlite":
        with _reading():
            yield
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield


@contextmanager
def _reading() -> Iterator[None]:
    """A transaction that takes no lock as it begins, as those of SQLite otherwise do here."""
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
    """The rows in their order, some at a time: a cursor that stays open would keep a rollback journal from writers."""
    for few in batched(list(rows.values_list("pk", flat=True)), batch):
        found = rows.order_by().in_bulk(few)
        yield from (found[number] for number in few if number in found)

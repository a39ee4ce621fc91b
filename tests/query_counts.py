"""Count the queries of a request, and insert long logs."""

from __future__ import annotations

import json
from typing import Any

from django.db import connection
from django.test import Client, TestCase
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factories import HTMX, new_key

LOCKS = "FOR UPDATE", "FOR NO KEY UPDATE"


TRANSACTION = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "SELECT pg_notify")


def asked(client: Client, method: str, url: str, form: dict[str, Any] | None = None) -> list[str]:
    """Return the queries of a request, without transaction control, locks, notifications."""
    with CaptureQueriesContext(connection) as captured, TestCase.captureOnCommitCallbacks(execute=True):
        answer = client.generic(method, url) if form is None else client.post(url, form, headers=HTMX)
    assert answer.status_code == 200
    found = [str(each["sql"]) for each in captured.captured_queries]
    return [each for each in found if not each.startswith(TRANSACTION) and not each.endswith(LOCKS)]


def insert_entries(rows: list[tuple[Any, ...]]) -> None:
    """Insert thousands of entries, which the log itself does not offer.

    Each is (session, number, kind, target, data).
    """
    now = timezone.now().isoformat(sep=" ").removesuffix("+00:00")
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO play_entry (session_id, number, kind, target, data, author_id, device_id, key, at)"
            " VALUES (%s, %s, %s, %s, %s, 1, 1, %s, %s)",
            [(*row[:4], json.dumps(row[4]), new_key(), now) for row in rows],
        )

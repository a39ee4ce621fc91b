"""Health check for balancers and monitors: `GET /health/`.

Bare ASGI before all checks of hosts and https, because monitors use the server's address. The database is checked on a
thread of its own, so that it works while all threads of Django are busy. It responds "ok" only, and logs nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from http import HTTPStatus

from django.db import DatabaseError, InterfaceError, connection

from scorekeeper.core.db import database

from .responses import Receive, Scope, Send

PATH = "/health/"
PATIENCE = 5  # seconds for the database to answer in
# Reads a row that every database has: "SELECT 1" alone would not even open SQLite's file.
_REACH = "SELECT 1 FROM django_migrations LIMIT 1"


def reach() -> bool:
    """Return whether the database responds on this thread's own connection."""
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()  # as Django does before each of its own requests
    try:
        with connection.cursor() as cursor:
            cursor.execute(_REACH)
    except (DatabaseError, InterfaceError):
        database.close_failed(connection)
        return False
    return True


class Health:
    """Responds 200 if the database is reached within `PATIENCE`, otherwise 503."""

    def __init__(self, headers: Sequence[tuple[bytes, bytes]], asks: Callable[[], bool] = reach) -> None:
        self.headers = headers
        self.asks = asks
        self.thread = ThreadPoolExecutor(1, "health")
        self.asked: Future[bool] | None = None

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        """Respond to one request."""
        if scope["method"] not in {"GET", "HEAD"}:
            await self._say(send, HTTPStatus.METHOD_NOT_ALLOWED, b"", (b"allow", b"GET, HEAD"))
        elif await self.well():
            await self._say(send, HTTPStatus.OK, b"ok\n")
        else:
            await self._say(send, HTTPStatus.SERVICE_UNAVAILABLE, b"the database does not answer\n")

    async def well(self) -> bool:
        """Return whether the database responds in time.

        Requests at the same time share one check.
        """
        if self.asked is None or self.asked.done():
            self.asked = self.thread.submit(self.asks)
        try:
            async with asyncio.timeout(PATIENCE):
                return await asyncio.shield(asyncio.wrap_future(self.asked))
        except TimeoutError:
            return False

    async def _say(self, send: Send, status: HTTPStatus, text: bytes, *more: tuple[bytes, bytes]) -> None:
        headers = [
            *self.headers,
            (b"content-type", b"text/plain"),
            (b"content-length", str(len(text)).encode()),
            *more,
        ]
        await send({"type": "http.response.start", "status": status.value, "headers": headers})
        await send({"type": "http.response.body", "body": text})

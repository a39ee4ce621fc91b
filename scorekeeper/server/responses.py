"""Send responses to phones of any speed without blocking Django's threads.

Threads hand over complete responses; what a slow phone has not read yet is held in memory. Few large responses are sent
at the same time, and a phone that stops reading is dropped.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import ExitStack
from http import HTTPStatus
from time import monotonic
from typing import Any

from django.conf import settings
from django.http import parse_cookie

from scorekeeper.core.web.concurrency_limit import ConcurrencyLimit, FullError, network_of_scope

logger = logging.getLogger(__name__)

# Types of ASGI messages and applications.
Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

STALLED = 60  # seconds without progress after which a phone is dropped
LARGE = 1 << 20  # bytes; every page is smaller
MOST_LARGE, OF_NETWORK, OF_PERSON = 4, 2, 1  # sent at the same time: in all, to a network, to a person
# bytes per second that a phone must take of a large response, once it was waited for GRACE seconds
LEAST, GRACE = 16 << 10, 30
PIECE = 1 << 16  # bytes; many responses are one piece


class ResponseLimits:
    """All responses being sent by one process."""

    def __init__(self, refuse: Callable[[Scope, Send, HTTPStatus], Awaitable[None]]) -> None:
        """`refuse`: sends a plain page with a status."""
        self.refuse = refuse
        self.large = ConcurrencyLimit(MOST_LARGE, OF_NETWORK, OF_PERSON)


class OutgoingResponse:
    """One response being sent to a phone; an async context manager that waits until it is sent.

    Failures of the connection are never raised to the application, whose thread would wait for ever.
    """

    def __init__(self, limits: ResponseLimits, scope: Scope, send: Send) -> None:
        self.limits = limits
        self.scope = scope
        self.phone = send
        self.over = False
        self.place = ExitStack()  # of a large response
        self.large = False
        self.waited, self.sent = 0.0, 0  # seconds waited for the phone, bytes it took in that time

    async def __aenter__(self) -> Send:
        return self.send

    async def __aexit__(self, *_failure: object) -> None:
        self.place.close()

    async def send(self, message: Message) -> None:
        """Send a part; nothing more if the phone is gone, has stalled or was refused."""
        if self.over:
            return
        if message["type"] == "http.response.start" and is_large(message):
            try:
                one = self.limits.large.acquire(network_of_scope(self.scope), session_of(self.scope))
                self.place.enter_context(one)
            except FullError:
                self.over = True
                await self.limits.refuse(self.scope, self.phone, HTTPStatus.SERVICE_UNAVAILABLE)
                return
            self.large = True
        try:
            for piece in pieces(message):
                await self._pass(piece)
        except TimeoutError:
            self.over = True
            logger.warning("A phone reads nothing, or next to nothing: its answer ends here")
        except Exception:
            self.over = True
            logger.exception("An answer could not be sent")

    async def _pass(self, piece: Message) -> None:
        """Raise TimeoutError if the phone has stalled, or takes a large response too slowly."""
        began = monotonic()
        async with asyncio.timeout(STALLED):
            await self.phone(piece)
        if not (taken := len(piece.get("body", b""))):
            return
        self.waited += monotonic() - began
        self.sent += taken
        if self.large and self.waited > GRACE and self.sent < LEAST * self.waited:
            raise TimeoutError


def session_of(scope: Scope) -> str:
    """A key that distinguishes persons without a database query; empty for strangers."""
    cookies = b";".join(value for name, value in scope["headers"] if name == b"cookie").decode("latin-1")
    return parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME, "")


def pieces(message: Message) -> Iterator[Message]:
    """Split a part of a response, so that even a slow reader finishes each piece in time."""
    body = message.get("body", b"")
    if len(body) <= PIECE:
        yield message
        return
    last = (len(body) - 1) // PIECE * PIECE
    for first in range(0, last, PIECE):
        yield {**message, "body": body[first : first + PIECE], "more_body": True}
    yield {**message, "body": body[last:]}


def is_large(start: Message) -> bool:
    """Return whether a response may be large.

    It is if its length says so, or if it has a body of unknown length.
    """
    lengths = [int(value) for name, value in start["headers"] if name == b"content-length"]
    if not lengths:
        return start["status"] not in (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED)
    return lengths[0] > LARGE

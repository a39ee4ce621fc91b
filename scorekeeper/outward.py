"""The way out between Django and the network: every phone reads in its own time, and holds up nobody.

Django's few threads hand over all that they have to say and are free again (`asgi.py`); what a slow phone has not read
yet waits here, in memory. So only a few large answers are on their way at once, and whoever reads nothing is given up.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from http import HTTPStatus
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.front import Message, Scope, Send

logger = logging.getLogger(__name__)

STALLED = 60  # seconds in which a phone takes nothing more
LARGE = 1 << 20  # bytes; no page has as many
MOST_LARGE = 3
PIECE = 1 << 16  # bytes; many answers are one part


class Outward:
    """All answers that are on their way from one process."""

    def __init__(self, refuse: Callable[[Scope, Send, HTTPStatus], Awaitable[None]]) -> None:
        """`refuse`: sends a plain page with a status."""
        self.refuse = refuse
        self.large = 0


class Way:
    """The way of one answer to its phone, to be left when it was sent.

    Nothing that happens to the connection is a failure of whoever answers: its thread would wait for ever behind it.
    """

    def __init__(self, outward: Outward, scope: Scope, send: Send) -> None:
        self.outward = outward
        self.scope = scope
        self.phone = send
        self.over = False
        self.large = False

    async def __aenter__(self) -> Send:
        return self.send

    async def __aexit__(self, *_failure: object) -> None:
        self.outward.large -= self.large

    async def send(self, message: Message) -> None:
        """Send a part on, or nothing more where the phone is gone, has stalled or was refused."""
        if self.over:
            return
        if message["type"] == "http.response.start" and is_large(message):
            if self.outward.large >= MOST_LARGE:
                self.over = True
                await self.outward.refuse(self.scope, self.phone, HTTPStatus.SERVICE_UNAVAILABLE)
                return
            self.large = True
            self.outward.large += 1
        try:
            for piece in pieces(message):
                async with asyncio.timeout(STALLED):
                    await self.phone(piece)
        except TimeoutError:
            self.over = True
            logger.warning("A phone has read nothing for %s seconds: its answer ends here", STALLED)
        except Exception:
            self.over = True
            logger.exception("An answer could not be sent")


def pieces(message: Message) -> Iterator[Message]:
    """A part of an answer so small that whoever reads at all, however slowly, has read each piece in time."""
    body = message.get("body", b"")
    if len(body) <= PIECE:
        yield message
        return
    last = (len(body) - 1) // PIECE * PIECE
    for first in range(0, last, PIECE):
        yield {**message, "body": body[first : first + PIECE], "more_body": True}
    yield {**message, "body": body[last:]}


def is_large(start: Message) -> bool:
    """Whether an answer may be large: it says so, or has a body and does not say."""
    lengths = [int(value) for name, value in start["headers"] if name == b"content-length"]
    if not lengths:
        return start["status"] not in (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED)
    return lengths[0] > LARGE

"""Limits of a client connection: the time until a request's head is complete, and its size.

Uvicorn keeps a connection for ever that sends nothing or half a head, and accepts a head of any size.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from contextlib import suppress

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

# until the head of a request is complete; its body has a time limit of its own (`requests.py`)
HEAD_SECONDS = 20
# Bytes of a request that are not its body (head, trailers, sizes of chunks), beyond the number of bytes of its body.
# The parser buffers a header until it is complete. A single read of the network, at most 256 KiB, is counted after it.
MOST_HEAD = 64 * 1024
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
MOST_DESCRIPTORS = 1 << 20  # if the system has no limit

logger = logging.getLogger(__name__)


class Connection(HttpToolsProtocol):
    """One connection of uvicorn, with limits.

    It is closed if no complete head arrives in time or if the head is too large. Between two requests uvicorn's own
    time limit applies.
    """

    ends: asyncio.TimerHandle | None = None
    head = 0  # bytes of a request that are no body

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the time limit for the first request."""
        super().connection_made(transport)
        # uvloop does this for all sockets, Python's own loop does not; a body would wait until its head is acknowledged
        with suppress(OSError):  # the phone has disconnected
            transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the time limit."""
        self._stop_expecting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count bytes.

        A blank line between two requests starts no request but ends uvicorn's own time limit.
        """
        if self.transport.is_closing():
            return
        self.head += len(data)
        super().data_received(data)
        if self.head > MOST_HEAD and not self.transport.is_closing():
            self.transport.write(TOO_LARGE)
            self.transport.close()
        request: RequestResponseCycle | None = self.cycle
        if request is None or request.response_complete:
            self._expect_head()

    def on_message_begin(self) -> None:
        """Start the head of a request."""
        super().on_message_begin()
        self.head = 0
        self._expect_head()

    def on_body(self, body: bytes) -> None:
        """Read a part of the body, which may consist of small chunks."""
        self.head -= 2 * len(body)
        super().on_body(body)

    def on_headers_complete(self) -> None:
        """End the head of a request."""
        self._stop_expecting()
        super().on_headers_complete()

    def _expect_head(self) -> None:
        if self.ends is None and not self.transport.is_closing():
            self.ends = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _stop_expecting(self) -> None:
        if self.ends is not None:
            self.ends.cancel()
            self.ends = None


def allow_many() -> None:
    """Raise this process's limit of open connections to the highest that the system allows.

    One phone could use up the usual 1,024.
    """
    try:
        import resource  # noqa: PLC0415 - Windows has none, and no such limit
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else hard
    if soft == resource.RLIM_INFINITY or soft >= most:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError):
        logger.warning("This process may hold %d connections only", soft)

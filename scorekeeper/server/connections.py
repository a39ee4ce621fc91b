"""Connections of phones: uvicorn's, which keeps one for ever that says nothing, or half a head, and a head of any size,
as ours do not."""

from __future__ import annotations

import asyncio
import logging
import socket
from contextlib import suppress

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

HEAD_SECONDS = 20  # until the head of a request is whole; its body has a time of its own (`front`)
# Bytes of a request that are no body, beyond as many as its body has: its head, trailers and the sizes of its parts.
# The parser keeps a header until it is whole. What the network gives at once, 256 KiB at most, is looked at after it.
MOST_HEAD = 64 * 1024
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
MOST_DESCRIPTORS = 1 << 20  # where a system names no end

logger = logging.getLogger(__name__)


class Connection(HttpToolsProtocol):
    """One connection. It ends where no whole head comes in time, or too much of one; between two requests uvicorn's own
    time holds."""

    ends: asyncio.TimerHandle | None = None
    head = 0  # bytes of a request that are no body

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the time limit for the first request."""
        super().connection_made(transport)
        # uvloop does so for all; Python's own loop overlooks it, and a body would wait until its head is confirmed
        with suppress(OSError):  # the phone has disconnected
            transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the time limit."""
        self._stop_expecting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count bytes; a blank line between two requests starts no request but ends uvicorn's own time limit."""
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
    """Let this process hold as many connections as the system lets it: the usual 1,024 are one phone's to take."""
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

"""The ASGI endpoint of event streams.

Django would hold a thread and a database connection for each stream. An event holds only the version of a table. The
phone then fetches the page, which checks its permissions.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any

from scorekeeper.core.web.networks import networks_of
from scorekeeper.play.notifications import UNKNOWN_VERSION
from scorekeeper.play.stream_token import read_stream_token

from .hub import FullError, Hub, NotListeningError
from .network_streams import Stream

PREFIX = "/live/"
HEARTBEAT_SECONDS = 25  # seconds between heartbeats; proxies close silent connections
HEARTBEAT = b":\nevent: beat\ndata: .\n\n"
RETRY_SECONDS = b"5"  # seconds after which a refused phone retries

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]


class Streams:
    """ASGI application under `/live/`.

    Opens a stream for a valid token, otherwise responds with an error status.
    """

    def __init__(self, hub: Hub, headers: list[tuple[bytes, bytes]]) -> None:
        self.hub = hub
        self.headers = headers
        self.heartbeat_task: asyncio.Task[None] | None = None

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Respond to one request."""
        if scope["method"] not in ("GET", "HEAD"):
            await self._refuse(send, HTTPStatus.METHOD_NOT_ALLOWED, (b"allow", b"GET, HEAD"))
            return
        token = read_stream_token(scope["path"].removeprefix(PREFIX).removesuffix("/"))
        if token is None:
            await self._refuse(send, HTTPStatus.FORBIDDEN)
            return
        try:
            stream = self.hub.open(token, networks_of((scope.get("client") or ("",))[0]))
        except PermissionError:
            await self._refuse(send, HTTPStatus.FORBIDDEN)
        except (FullError, NotListeningError):
            await self._refuse(send, HTTPStatus.SERVICE_UNAVAILABLE, (b"retry-after", RETRY_SECONDS))
        else:
            self._start_heartbeats()
            try:
                await self._send_events(stream, receive, send, head=scope["method"] == "HEAD")
            finally:
                self.hub.close(stream)

    async def _send_events(self, stream: Stream, receive: Receive, send: Send, *, head: bool) -> None:
        started = [*self.headers, (b"content-type", b"text/event-stream"), (b"x-accel-buffering", b"no")]
        await send({"type": "http.response.start", "status": 200, "headers": started})
        # a first heartbeat at once, by which the page knows that no proxy buffers the stream
        await _send_body(send, HEARTBEAT)
        gone = asyncio.create_task(_until_gone(receive, stream))
        try:
            while not (stream.over or head):
                await stream.woken.wait()
                stream.woken.clear()
                version, stream.version = stream.version, None
                if not stream.over:
                    await _send_body(send, HEARTBEAT if version is None else _event(version))
        finally:
            gone.cancel()
        with contextlib.suppress(OSError):
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _refuse(self, send: Send, status: HTTPStatus, *more: tuple[bytes, bytes]) -> None:
        headers = [*self.headers, (b"content-type", b"text/plain; charset=utf-8"), *more]
        await send({"type": "http.response.start", "status": status.value, "headers": headers})
        await send({"type": "http.response.body", "body": status.phrase.encode()})

    def _start_heartbeats(self) -> None:
        """Start the task that sends heartbeats to all streams."""
        if self.heartbeat_task is None or self.heartbeat_task.done():
            self.heartbeat_task = asyncio.create_task(self._send_heartbeats())

    async def _send_heartbeats(self) -> None:
        while self.hub.count:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            self.hub.send_heartbeats()


def _event(version: int) -> bytes:
    return (
        f"data: {version}\n\n" if version == UNKNOWN_VERSION else f"id: {version}\ndata: {version}\n\n"
    ).encode()


async def _send_body(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _until_gone(receive: Receive, stream: Stream) -> None:
    """End the stream when the phone disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()

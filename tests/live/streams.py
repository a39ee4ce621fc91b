"""Streams of a hub in tests, without a server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from threading import Thread
from typing import Any

from scorekeeper.live.hub import Hub
from scorekeeper.live.network_streams import Stream
from scorekeeper.play.stream_token import StreamToken
from tests.http_client import on_a_loop

TABLE, OTHER = 7, 8


def token(session: int = TABLE, version: int = 3, person: int = 0, age: float = 0) -> StreamToken:
    return StreamToken(session, version, person, time.time() + 0.001 - age)


def tried(test: Callable[[Hub], Coroutine[Any, Any, None]], **most: int) -> None:
    on_a_loop(test(Hub(**most)))


async def heard(hub: Hub, notice: str) -> None:
    """Announced in a thread, as a writer does."""
    thread = Thread(target=hub.receive, args=[notice])
    thread.start()
    await asyncio.to_thread(thread.join)
    await asyncio.sleep(0)


def newest_version(stream: Stream) -> int | None:
    """Return the next event of the stream."""
    stream.woken.clear()
    version, stream.version = stream.version, None
    return version

"""Call an ASGI application without a server."""

import asyncio
from typing import Any

from scorekeeper.server.responses import App, Message


def call(app: App, scope: dict[str, Any], *messages: dict[str, Any]) -> list[dict[str, Any]]:
    """Play the server: give the messages, collect what is sent.

    On a separate loop: a browser test before this one may have left Playwright's running.
    """
    sent: list[dict[str, Any]] = []
    waiting = list(messages)

    async def receive() -> Message:
        return waiting.pop(0) if waiting else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(dict(message))

    request = {"type": "http", "headers": [], "query_string": b"", **scope}
    coroutine = app(request, receive, send)
    loop = asyncio.new_event_loop()
    try:
        previous = asyncio._get_running_loop()
        asyncio._set_running_loop(None)
        try:
            loop.run_until_complete(coroutine)
        finally:
            asyncio._set_running_loop(previous)
    finally:
        loop.close()
    return sent

"""Run Django as a WSGI application in a few threads behind an ASGI server.

Each step between a thread and the event loop makes one of them wait for the other. So a page is handed over in one
step; only a response longer than `PIECE` is handed over in parts while the rest of it is made. Threads never wait for
the network: Django makes a response at its own speed, and `responses` limits what is not sent yet.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import lru_cache
from typing import Any

from .responses import PIECE, Message, Receive, Scope, Send

Wsgi = Callable[[dict[str, Any], Any], Any]
Messages = list[Message]


class WsgiThreads:
    """An ASGI application that runs a WSGI application in a fixed number of threads.

    The threads keep their database connections.
    """

    def __init__(self, app: Wsgi, count: int) -> None:
        """`app`: must call `start_response` before it returns, as Django does, and never `write`."""
        self.app = app
        self.pool = ThreadPoolExecutor(count, thread_name_prefix="django")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond to one request, whose body `requests` has read.

        Raises the exceptions of the application.
        """
        request = environ(scope, (await receive())["body"])
        loop = asyncio.get_running_loop()
        made: asyncio.Queue[Messages | BaseException] = asyncio.Queue()

        def hand_over(said: Messages | BaseException) -> None:
            loop.call_soon_threadsafe(made.put_nowait, said)

        work = self.pool.submit(copy_context().run, self.work, request, hand_over)
        try:
            more = True
            while more:
                said = await made.get()
                if isinstance(said, BaseException):
                    raise said
                for message in said:
                    await send(message)
                more = said[-1]["more_body"]
        finally:
            work.cancel()  # if it has not started

    def work(self, request: dict[str, Any], hand_over: Callable[[Messages | BaseException], None]) -> None:
        """Run in a thread: make a response and hand over its last part, or the exception."""
        try:
            hand_over(self.answer(request, hand_over))
        except BaseException as failure:
            hand_over(failure)

    def answer(self, request: dict[str, Any], hand_over: Callable[[Messages], None]) -> Messages:
        """Run in a thread: make a response, hand over each full piece, return the rest."""
        ready: Messages = []

        def start_response(status: str, headers: Iterable[tuple[str, str]], _failure: Any = None) -> None:
            said = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
            ready.append({"type": "http.response.start", "status": int(status[:3]), "headers": said})

        response = self.app(request, start_response)
        try:
            parts: list[bytes] = []
            size = 0
            for part in response:
                parts.append(part)
                size += len(part)
                if size >= PIECE:
                    hand_over([*ready, body(parts, more=True)])
                    ready, parts, size = [], [], 0
        finally:
            response.close()
        return [*ready, body(parts, more=False)]


def body(parts: list[bytes], *, more: bool) -> Message:
    """Parts of a response's body as one message."""
    return {"type": "http.response.body", "body": b"".join(parts), "more_body": more}


def environ(scope: Scope, content: bytes) -> dict[str, Any]:
    """The WSGI environment of a request.

    Its content length is that of the received body, not the announced one.
    """
    host, port = scope.get("server") or ("localhost", 80)
    found: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("ascii"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(content),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    if scope.get("client"):
        found["REMOTE_ADDR"] = scope["client"][0]
    for name, value in scope["headers"]:
        key, said = variable(name), value.decode("latin-1")
        found[key] = f"{found[key]},{said}" if key in found else said
    found["CONTENT_LENGTH"] = str(len(content))
    return found


@lru_cache(maxsize=256)
def variable(name: bytes) -> str:
    """The WSGI name of a header."""
    known = name.decode("latin-1").upper().replace("-", "_")
    return known if known == "CONTENT_TYPE" else f"HTTP_{known}"

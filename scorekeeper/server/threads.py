"""The bridge to Django: a request goes whole into one of a few threads, and its answer comes back in as few pieces as
possible.

Each step between a thread and the event loop makes one of them wait for the other. So a page is one step; only what
is longer than a piece is handed over while the rest of it is made. Nothing waits for the network here: an answer is
made as fast as Django makes it, and what is not sent yet is bounded by `responses`.
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


class Threads:
    """A WSGI application as an ASGI one, in a fixed number of threads that keep their database connections."""

    def __init__(self, app: Wsgi, count: int) -> None:
        """`app`: calls `start_response` before it returns, as Django does, and `write` never."""
        self.app = app
        self.pool = ThreadPoolExecutor(count, thread_name_prefix="django")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, whose body `front` has read. What the application raises is raised here."""
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
            work.cancel()  # where it has not begun

    def work(self, request: dict[str, Any], hand_over: Callable[[Messages | BaseException], None]) -> None:
        """Within a thread: have an answer made and hand it over, or what was raised."""
        try:
            hand_over(self.answer(request, hand_over))
        except BaseException as failure:
            hand_over(failure)

    def answer(self, request: dict[str, Any], hand_over: Callable[[Messages], None]) -> Messages:
        """Within a thread: have an answer made, hand over what fills a piece, return the rest."""
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
    """Parts of an answer's body as one message."""
    return {"type": "http.response.body", "body": b"".join(parts), "more_body": more}


def environ(scope: Scope, content: bytes) -> dict[str, Any]:
    """A request as WSGI has it. Its length is that of the body that came, whatever was announced."""
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

"""Slow readers: they block no one, and only a bounded part of a response is buffered."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import socket
import time
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.server import responses
from scorekeeper.server.requests import RequestBuffer
from scorekeeper.server.responses import LARGE, MOST_LARGE, PIECE, Message, Receive, Scope, Send, is_large
from tests.http_client import on_a_loop
from tests.server_process import Server

SCOPE = {"type": "http", "headers": [], "query_string": b"", "path": "/", "method": "GET"}


def start(status: int = 200, *headers: tuple[bytes, bytes]) -> Message:
    return {"type": "http.response.start", "status": status, "headers": [*headers]}


def length(number: int) -> tuple[bytes, bytes]:
    return b"content-length", str(number).encode()


async def answer_by(front: RequestBuffer, send: Callable[[Message], Awaitable[None]], **more: Any) -> None:
    """Run one request, whose response goes to `send`."""

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    await front({**SCOPE, **more}, receive, send)


def app_that_says(*messages: Message, after: Callable[[], Awaitable[Any]] | None = None) -> Any:
    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        for message in messages:
            await send(message)
        if after:
            await after()

    return app


@pytest.mark.parametrize(
    ("message", "large"),
    [
        (start(200, length(LARGE)), False),
        (start(200, length(LARGE + 1)), True),
        (start(200), True),
        (start(304), False),
        (start(204), False),
    ],
)
def test_large_responses_are_recognised(message: Message, large: bool) -> None:
    assert is_large(message) is large


def test_few_large_answers_are_on_their_way_at_once() -> None:
    """One more is told to retry, a small one is not; when one has arrived there is room."""

    async def test() -> None:
        gate = asyncio.Event()
        front = RequestBuffer(app_that_says(start(200), after=gate.wait), 10)
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        clients = [(f"192.0.2.{each}", 1) for each in range(MOST_LARGE)]
        under_way = [asyncio.create_task(answer_by(front, send, client=each)) for each in clients]
        await asyncio.sleep(0.01)
        one_more = asyncio.create_task(answer_by(front, send))
        await asyncio.sleep(0.01)
        assert [message["status"] for message in sent[:MOST_LARGE]] == [200] * MOST_LARGE
        assert sent[MOST_LARGE]["status"] == HTTPStatus.SERVICE_UNAVAILABLE
        assert b"try again in a minute" in sent[MOST_LARGE + 1]["body"]
        front.app = app_that_says(start(200, length(5)))
        await answer_by(front, send)
        assert sent[-1]["status"] == 200
        gate.set()
        await asyncio.gather(*under_way, one_more)
        front.app = app_that_says(start(200))
        await answer_by(front, send)
        assert sent[-1]["status"] == 200

    on_a_loop(test())


def test_person_and_network_have_few_large_answers() -> None:
    """L3: slow readers of one network do not affect others."""

    async def test() -> None:
        gate = asyncio.Event()
        front = RequestBuffer(app_that_says(start(200), after=gate.wait), 10)
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        def ask(address: str, session: str) -> asyncio.Task[None]:
            headers = [(b"cookie", f"a=b; sessionid={session}".encode())]
            return asyncio.create_task(answer_by(front, send, client=(address, 1), headers=headers))

        found = []
        asked = (("1", "x"), ("1", "x"), ("2", "x"), ("1", "y"), ("1", "z"), ("2", "v"))
        tasks = []
        for address, session in asked:
            before = len(sent)
            tasks.append(ask(f"192.0.2.{address}", session))
            await asyncio.sleep(0.01)
            found.append(sent[before]["status"])
        assert found == [200, 503, 503, 200, 503, 200]
        gate.set()
        await asyncio.gather(*tasks)
        assert not front.limits.large.taken

    on_a_loop(test())


def test_slow_reader_of_large_response_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """L3: 64 KiB a minute held a place for hours."""
    now = [0.0]
    monkeypatch.setattr(responses, "monotonic", lambda: now[0])
    parts: list[Message] = [{"type": "http.response.body", "body": b"x" * PIECE, "more_body": True}] * 1000

    async def taken(seconds: float, *headers: tuple[bytes, bytes]) -> int:
        sent = 0

        async def send(message: Message) -> None:
            nonlocal sent
            sent += len(message.get("body", b""))
            now[0] += seconds

        await answer_by(RequestBuffer(app_that_says(start(200, *headers), *parts), 10), send)
        return sent // PIECE

    async def test() -> None:
        assert await taken(50) == 1
        assert await taken(8) == 4  # not at once
        assert await taken(3) == 1000  # 21 KiB a second
        assert await taken(50, length(LARGE)) == 1000  # a page

    on_a_loop(test())


@pytest.mark.parametrize("failure", [None, OSError("gone")])
def test_idle_reader_is_closed(monkeypatch: pytest.MonkeyPatch, failure: OSError | None) -> None:
    """The application ends all the same, and nothing more is sent."""
    monkeypatch.setattr(responses, "STALLED", 0.02)
    parts: list[Message] = [{"type": "http.response.body", "body": b"a", "more_body": True}] * 50
    tried: list[Message] = []

    async def send(message: Message) -> None:
        tried.append(message)
        if message["type"] == "http.response.body":
            if failure:
                raise failure
            await asyncio.Event().wait()

    async def test() -> None:
        began = time.monotonic()
        await answer_by(RequestBuffer(app_that_says(start(200), *parts), 10), send)
        assert time.monotonic() - began < 1
        assert len(tried) == 2

    on_a_loop(test())


@pytest.mark.parametrize("length", [0, 1, PIECE, PIECE + 1, 3 * PIECE, 3 * PIECE + 7])
def test_slow_reader_gets_whole_response(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, length: int
) -> None:
    """Also of an answer that comes in one part, and longer than a phone may read nothing for."""
    monkeypatch.setattr(responses, "STALLED", 0.5)
    body = bytes(each % 251 for each in range(length))
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)
        await asyncio.sleep(0.2 * len(message.get("body", b"")) / PIECE)

    parts = [{"type": "http.response.body", "body": body, "more_body": more} for more in (True, False)]
    on_a_loop(answer_by(RequestBuffer(app_that_says(start(200), *parts), 10), send))
    assert b"".join(message["body"] for message in sent[1:]) == 2 * body
    assert [message["more_body"] for message in sent[1:]] == [True] * (len(sent) - 2) + [False]
    assert not caplog.messages


def test_phones_that_read_nothing_do_not_hold_up_table(
    migrated_data: Path, collected_static: Path, tmp_path: Path
) -> None:
    """As many of them as there are threads, each with more on its way than any buffer takes."""
    static = shutil.copytree(collected_static, tmp_path / "static")
    (static / "large.txt").write_bytes(b"a" * 16 * LARGE)
    server = Server.prepared(migrated_data, tmp_path / "data", static)
    ask = b"GET /static/large.txt HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: identity\r\n\r\n"
    with contextlib.ExitStack() as open_ones:
        open_ones.callback(server.start().kill)
        for _ in range(2):
            phone = open_ones.enter_context(socket.socket())
            phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            phone.connect(("127.0.0.1", server.port))
            phone.sendall(ask)
        time.sleep(2)
        assert server.answers()

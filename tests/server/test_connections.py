"""L1: idle and slow connections are closed, and many may be open."""

from __future__ import annotations

import asyncio
import resource
import socket
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from scorekeeper.server import connections
from scorekeeper.server.connections import Connection, allow_many
from tests.http_client import on_a_loop
from tests.server_process import Server

WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
SOON = 0.3

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def answers(scope: Any, _receive: Any, send: Any) -> None:
    if scope["path"] == "/slow":
        await asyncio.sleep(3 * SOON)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


def talking(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Talk to a server that waits a moment for a head."""
    monkeypatch.setattr(connections, "HEAD_SECONDS", SOON)
    config = uvicorn.Config(answers, http=Connection, log_config=None, lifespan="off", timeout_keep_alive=100)
    config.load()

    async def run() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: Connection(config, ServerState(), {}), "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
        try:
            async with asyncio.timeout(20):
                await talk(reader, writer)
        finally:
            writer.close()
            server.close()

    on_a_loop(run())


def test_response_body_does_not_wait_for_ack() -> None:
    """Without uvloop, Python's loop does not see a passed socket as TCP: 40 ms a response."""
    config = uvicorn.Config(answers, http=Connection, log_config=None, lifespan="off")
    config.load()
    made: list[Connection] = []

    def connection() -> Connection:
        made.append(Connection(config, ServerState(), {}))
        return made[-1]

    async def run() -> None:
        listener = socket.create_server(("127.0.0.1", 0))  # as `serve` does
        server = await asyncio.get_running_loop().create_server(connection, sock=listener)
        reader, writer = await asyncio.open_connection(*listener.getsockname()[:2])
        writer.write(WHOLE)
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        taken = made[0].transport.get_extra_info("socket")
        assert taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        writer.close()
        server.close()

    on_a_loop(run())


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n", b"\r\n"])
def test_incomplete_request_is_closed(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(sent)
        began = time.monotonic()
        assert await reader.read() == b""
        assert time.monotonic() - began >= SOON - 0.05

    talking(talk, monkeypatch)


def test_blank_lines_between_two_requests_win_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(WHOLE)
        await reader.readuntil(b"ok")
        writer.write(b"\r\n")
        assert await reader.read() == b""

    talking(talk, monkeypatch)


def test_slow_request_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        began = time.monotonic()
        ended = asyncio.create_task(reader.read())
        while not ended.done():
            writer.write(b"G" if time.monotonic() == began else b"E")
            await asyncio.sleep(SOON / 6)
        assert time.monotonic() - began < 4 * SOON

    talking(talk, monkeypatch)


def test_whole_heads_have_all_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a slow answer, between two requests, and in a head that comes in two parts."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async def answered() -> None:
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")

        writer.write(WHOLE.replace(b"/ ", b"/slow ", 1))
        await answered()
        await asyncio.sleep(2 * SOON)
        writer.write(WHOLE)
        await answered()
        writer.write(WHOLE[:10])
        await asyncio.sleep(SOON / 3)
        writer.write(WHOLE[10:])
        await answered()
        await asyncio.sleep(2 * SOON)
        writer.write(WHOLE)
        await answered()

    talking(talk, monkeypatch)


def test_process_may_open_files_of_system(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(resource, "setrlimit", lambda _which, both: asked.append(both))
    for given in ((1024, 4096), (4096, 4096), (1024, resource.RLIM_INFINITY)):
        monkeypatch.setattr(resource, "getrlimit", lambda _which, given=given: given)
        allow_many()
    assert asked == [(4096, 4096), (1 << 20, resource.RLIM_INFINITY)]


def test_server_raises_its_file_limit(server: Server) -> None:
    assert server.process is not None
    soft, hard = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
    assert soft == hard


ENDLESS = b"GET / HTTP/1.1\r\nX: "
TRAILED = b"POST /slow HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX: "


@pytest.mark.parametrize("sent", [ENDLESS, b"GET /", TRAILED, b"GET / HTTP/1.1\r\n"])
def test_oversized_header_is_closed(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one header, in an address, behind a body, in many headers."""
    more = b"Y: y\r\n" * 10_000 if sent.endswith(b"\r\n") else b"x" * 60_000

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(sent)
        with suppress(ConnectionError):
            for _ in range(200):
                writer.write(more)
                await writer.drain()
            pytest.fail("12 MB of a head were taken")
        with suppress(ConnectionError):
            assert b"HTTP/1.1 431 " in await reader.read()

    talking(talk, monkeypatch)


def test_body_is_not_read_as_head(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither whole nor in small parts, and a head of 60 KB is taken."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n" + b"x" * 900_000)
        await reader.readuntil(b"\r\n\r\nok")
        writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(200):
            writer.write((b"100\r\n" + b"x" * 256 + b"\r\n") * 20)
            await writer.drain()
        writer.write(b"0\r\n\r\n")
        await reader.readuntil(b"\r\n\r\nok")
        writer.write(WHOLE[:-2] + b"Cookie: " + b"x" * 60_000 + b"\r\n\r\n")
        await reader.readuntil(b"\r\n\r\nok")

    talking(talk, monkeypatch)

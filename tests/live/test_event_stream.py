"""Streams of the real server: events, refusals and ends."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.live import event_stream
from scorekeeper.live.event_stream import Streams
from scorekeeper.live.hub import Hub
from scorekeeper.play.stream_token import StreamToken
from tests.http_client import OpenStream, Visitor, on_a_loop
from tests.server_process import Server

ALIVE = "event: beat"


@pytest.fixture
def host(server: Server) -> Visitor:
    """Return a table and its host."""
    return Visitor(server).begin("Ana", "Bo")


def test_event_holds_only_version_of_table(host: Visitor) -> None:
    stream = host.listen()
    assert stream.status == 200
    assert host.write(1, "ones").status == 200
    host.write(2, "ones")
    assert stream.versions(2) == [1, 2]
    body = re.sub(r"\r\n[0-9a-f]+\r\n|^[0-9a-f]+\r\n|\r\n", "", stream.text)
    assert re.sub(r":\nevent: beat\ndata: \.\n\n|id: \d\ndata: \d\n\n", "", body) == ""
    stream.close()


def test_every_visible_change_sends_event(host: Visitor) -> None:
    stream = host.listen()
    host.write(1, "ones")
    host.ask(
        "POST",
        f"{host.table}take-back/",
        {"seen": "1", "key": "0" * 8 + "-0000-4000-8000-" + "1" * 12, "entry": "1"},
    )
    assert stream.versions(2) == [1, 2]
    cards = Visitor(host.server).begin("Ana", "Bo", game="forty_fives")
    drafts = cards.listen()
    tap = {"seen": "0", "line": "0", "step": "0", "press": "trump-H"}
    assert cards.ask("POST", f"{cards.table}draft/", tap, HX_Request="true").status == 200
    assert drafts.versions(1) == [1]


def test_phone_that_has_newest_is_answered_304(host: Visitor) -> None:
    etag = host.look().headers["ETag"]
    again = host.look(If_None_Match=etag)
    assert (again.status, again.text) == (304, "")
    assert OpenStream(host.server.port, again.headers["X-Live"]).status == 200
    host.write(1, "ones")
    assert host.look(If_None_Match=etag).status == 200


@pytest.mark.parametrize("token", ["", "x", "1-1-1-1~x", "..%2f", "é", "1" * 5000])
def test_stream_is_refused_without_permission(server: Server, token: str) -> None:
    stream = OpenStream(server.port, token.encode("ascii", "ignore").decode())
    assert stream.status == 403
    assert "no-store" in stream.head


def test_stream_is_only_looked_at(host: Visitor) -> None:
    token = host.token()
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert OpenStream(host.server.port, token, method).status == 405
    head = OpenStream(host.server.port, token, "HEAD")
    assert head.status == 200
    assert head.versions(1, 0.2) == []


def test_stream_forbids_buffering_and_compression(host: Visitor) -> None:
    stream = host.listen()
    stream.versions(1, 0.3)
    assert "content-type: text/event-stream" in stream.head
    assert "x-accel-buffering: no" in stream.head
    assert "content-encoding" not in stream.head
    assert "content-security-policy: default-src 'none'" in stream.head
    assert ALIVE in stream.text


def test_streams_leave_no_threads_or_descriptors(new_server: Callable[..., Server]) -> None:
    server = new_server().start()
    host = Visitor(server).begin("Ana", "Bo")
    host.listen().close()
    token = host.token()
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}")
    if not status.exists():
        pytest.skip("only Linux tells of the threads of a process")

    def threads() -> int:
        return len(list((status / "task").iterdir()))

    def files() -> int:
        return len(list((status / "fd").iterdir()))

    before, open_files = threads(), files()
    # of one phone: the older ones are ended, and let go
    for _ in range(3):
        streams = [host.listen(token) for _ in range(40)]
        assert threads() == before
        assert host.look().status == 200
        for each in streams:
            each.close()
    end = time.monotonic() + 10
    while files() > open_files + 3 and time.monotonic() < end:
        time.sleep(0.05)
    assert files() <= open_files + 3


def test_server_shutdown_ends_streams_until_restart(
    new_server: Callable[..., Server],
) -> None:
    server = new_server().start()
    host = Visitor(server).begin("Ana", "Bo")
    streams = [Visitor(server, dict(host.cookies), host.table).listen() for _ in range(5)]
    token = host.token()
    assert server.stop() < 1.5  # the grace of two seconds is for answers that are being sent
    assert "ERROR" not in server.output()
    assert all(stream.ended(1) for stream in streams)
    server.start()
    # the page is older than the server, and events may have been missed
    assert host.listen(token).status == 403
    stream = host.listen()
    host.write(1, "ones")
    assert stream.versions(1) == [1]


def test_slow_phone_hears_newest_only() -> None:
    """Its connection accepts nothing for a while; afterwards it gets no outdated events."""
    sent: list[bytes] = []
    slow = asyncio.Event()

    async def send(message: Any) -> None:
        if sent:
            await slow.wait()
        sent.append(message.get("body", b""))

    async def receive() -> Any:
        await asyncio.sleep(60)

    async def test() -> None:
        hub = Hub()
        token = StreamToken(1, 0, 0, time.time() + 1)
        stream = hub.open(token)
        task = asyncio.create_task(Streams(hub, [])._send_events(stream, receive, send, head=False))
        for version in range(1, 50):
            hub.receive(f"1 {version} 0")
            await asyncio.sleep(0)
        slow.set()
        await asyncio.sleep(0.01)
        stream.end()
        await task

    on_a_loop(test())
    assert [body for body in sent if b"id:" in body] == [b"id: 49\ndata: 49\n\n"]


def test_stream_sends_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those opened after the last of the others has ended."""
    monkeypatch.setattr(event_stream, "HEARTBEAT_SECONDS", 0.05)
    monkeypatch.setattr(
        event_stream, "read_stream_token", lambda text: StreamToken(int(text), 0, 0, time.time() + 1)
    )

    async def listen(streams: Streams, table: int) -> int:
        """Return the number of heartbeats of an idle stream in half a second."""
        sent: list[bytes] = []

        async def send(message: Any) -> None:
            sent.append(message.get("body", b""))

        async def receive() -> Any:
            await asyncio.sleep(0.5)
            return {"type": "http.disconnect"}

        await streams({"method": "GET", "path": f"{event_stream.PREFIX}{table}/"}, receive, send)
        return sent.count(event_stream.HEARTBEAT)

    async def test() -> list[int]:
        streams = Streams(Hub(), [])
        first = await asyncio.gather(*(listen(streams, table) for table in range(3)))
        await asyncio.sleep(0.1)
        return [*first, await listen(streams, 1)]

    beats = on_a_loop(test())
    assert len(beats) == 4
    assert min(beats) > 3  # the first is said at once


def test_changed_link_ends_streams_and_readmits_players_only(host: Visitor) -> None:
    link = re.search(r"/join/\w+/\w+/", host.ask("GET", f"{host.table}invite/").text)
    assert link is not None
    watcher, player = Visitor(host.server, table=host.table), Visitor(host.server, table=host.table)
    for each in (watcher, player):
        assert each.ask("GET", link[0]).status == 302
    player.look()
    assert player.ask("POST", f"{host.table}sit/", {"seat": "2"}).status == 303
    streams, before = [each.listen() for each in (host, watcher, player)], watcher.token()
    began = time.monotonic()
    assert host.ask("POST", f"{host.table}phones/", {"do": "link"}).status == 303
    assert all(stream.ended(5) for stream in streams)
    assert time.monotonic() - began < 5
    assert watcher.look().status == 404
    assert watcher.listen(before).status == 403
    assert player.listen().status == host.listen().status == 200


def test_removed_phone_gets_no_more_events(host: Visitor) -> None:
    link = re.search(r"/join/\w+/\w+/", host.ask("GET", f"{host.table}invite/").text)
    assert link is not None
    player = Visitor(host.server, table=host.table)
    player.ask("GET", link[0])
    player.look()
    player.ask("POST", f"{host.table}sit/", {"seat": "2"})
    stream = player.listen()
    phone = re.search(
        r'name="phone" value="(\d+)"|\?remove=(\d+)', host.ask("GET", f"{host.table}phones/").text
    )
    assert phone is not None
    number = phone[1] or phone[2]
    assert host.ask("POST", f"{host.table}phones/", {"do": "remove", "phone": number}).status == 303
    assert stream.ended(5)
    assert player.look().status == 404
    player.ask("GET", link[0])
    assert player.look().status == 404  # the link does not readmit removed persons

"""The hub: which streams wake and end, and which are admitted."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest

from scorekeeper.live.hub import Hub, NotListeningError
from scorekeeper.play.notifications import UNKNOWN_VERSION
from scorekeeper.play.stream_token import StreamToken

from .streams import OTHER, TABLE, heard, newest_version, token, tried


def test_only_streams_of_table_wake_with_newest_version() -> None:
    async def test(hub: Hub) -> None:
        here, there = hub.open(token()), hub.open(token(OTHER))
        for version in (4, 6, 5):
            await heard(hub, f"{TABLE} {version} 0")
        assert here.woken.is_set()
        assert newest_version(here) == 6
        assert not there.woken.is_set()

    tried(test)


def test_change_before_stream_opens_is_sent_at_once() -> None:
    async def test(hub: Hub) -> None:
        hub.receive(f"{TABLE} 5 0")  # before there was any stream, or any loop to tell
        assert newest_version(hub.open(token(version=4))) == 5
        assert newest_version(hub.open(token(version=5))) is None

    tried(test)


def test_recheck_before_stream_opens_is_done_at_once() -> None:
    """The next game was deleted: this table's version is unchanged, but its page links to it."""

    async def test(hub: Hub) -> None:
        hub.since, before = 0, token(age=0.01)
        hub.receive(f"{TABLE} {UNKNOWN_VERSION} 0")
        assert newest_version(hub.open(before)) == UNKNOWN_VERSION
        await asyncio.sleep(0.01)
        assert newest_version(hub.open(token())) is None
        assert newest_version(hub.open(token(OTHER, age=0.01))) is None

    tried(test)


def test_page_of_earlier_server_is_refetched() -> None:
    """Its permissions may have ended, and only the former server knew."""

    async def test(hub: Hub) -> None:
        with pytest.raises(PermissionError):
            hub.open(token(age=10))
        assert newest_version(hub.open(token())) is None

    tried(test)


def test_listener_gap_ends_streams_and_older_tokens() -> None:
    """A permission may have been revoked: clients fetch the page and open another stream."""

    async def test(hub: Hub) -> None:
        streams, before = [hub.open(token()), hub.open(token(OTHER, person=5))], token(age=0.01)
        await asyncio.to_thread(hub.listener_restored)
        with pytest.raises(PermissionError):
            hub.open(before)
        await asyncio.sleep(0)
        assert all(stream.over for stream in streams)
        await asyncio.sleep(0.01)
        stream = hub.open(token())
        await heard(hub, f"{TABLE} 9 0")
        assert newest_version(stream) == 9
        assert not stream.over

    tried(test)


def test_hub_without_notifications_opens_no_stream() -> None:
    """A stream with heartbeats promises to report changes."""

    async def test(hub: Hub) -> None:
        streams = [hub.open(token()), hub.open(token(OTHER, person=5))]
        await asyncio.to_thread(hub.listener_lost)
        with pytest.raises(NotListeningError):
            hub.open(token())
        await asyncio.sleep(0)
        assert all(stream.over for stream in streams)
        await asyncio.to_thread(hub.listener_restored)
        await asyncio.sleep(0.01)
        assert not hub.open(token()).over

    tried(test)


def test_clock_set_back_refuses_no_stream() -> None:
    async def test(hub: Hub) -> None:
        hub.since = time.time() + 3600
        assert not hub.open(token()).over

    tried(test)


def test_stream_opened_within_gap_is_ended() -> None:
    """A stream opened while others are about to be ended is judged by the gap already."""
    seen: list[bool] = []

    class Slow(Hub):
        def _call_soon(self, do: Callable[[], None]) -> None:
            seen.append(before.made < self.since)
            super()._call_soon(do)

    before = token()
    time.sleep(0.01)
    hub = Slow()
    hub.since = 0
    hub.listener_restored()
    assert seen == [True]


def test_version_that_was_forgotten_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """With more tables than the hub stores, a client with an older page checks once."""
    monkeypatch.setattr("scorekeeper.live.hub.REMEMBERED", 1)

    async def test(hub: Hub) -> None:
        before = token()
        await asyncio.sleep(0.01)
        for table in (TABLE, OTHER):
            await heard(hub, f"{table} 4 0")
        assert newest_version(hub.open(before)) == UNKNOWN_VERSION
        await asyncio.sleep(0.01)
        assert newest_version(hub.open(token(version=4))) is None

    tried(test)


def test_ended_permission_ends_streams_and_older_tokens() -> None:
    async def test(hub: Hub) -> None:
        stream, other, before = hub.open(token()), hub.open(token(OTHER)), token()
        await asyncio.sleep(0.01)
        await heard(hub, f"{TABLE} 4 1")
        assert stream.over
        assert not other.over
        with pytest.raises(PermissionError):
            hub.open(before)
        await asyncio.sleep(0.01)
        assert not hub.open(token()).over

    tried(test)


def test_server_that_ends_begins_no_stream() -> None:
    """A client that reconnects at once would delay the shutdown as a running response does."""

    async def test(hub: Hub) -> None:
        stream = hub.open(token())
        hub.stop()
        with pytest.raises(NotListeningError):
            hub.open(token())
        await asyncio.sleep(0)
        assert stream.over

    tried(test)


def test_presence_counts_persons_and_spectators() -> None:
    async def test(hub: Hub) -> None:
        for person in (0, 5, 5, 6, 0, -7, -7):
            hub.open(token(person=person))
        assert hub.presence(TABLE).persons == {5, 6}
        assert hub.presence(TABLE).watching == 3
        assert hub.presence(TABLE).phones == 5
        assert hub.presence(OTHER).phones == 0

    tried(test)


def test_end_of_server_ends_every_stream() -> None:
    async def test(hub: Hub) -> None:
        streams = [hub.open(token(session)) for session in range(5)]
        await asyncio.to_thread(hub.stop)
        await asyncio.sleep(0)
        assert all(stream.over for stream in streams)

    tried(test)


def test_removal_ends_only_streams_of_that_phone() -> None:
    async def test(hub: Hub) -> None:
        mine = [hub.open(token(person=5)), hub.open(token(OTHER, person=5))]
        others = [hub.open(token(person=6)), hub.open(token())]
        await heard(hub, "0 5 1")
        assert all(stream.over for stream in mine)
        assert not any(stream.over for stream in others)
        hub.since = 0
        with pytest.raises(PermissionError):
            hub.open(token(person=5, age=1))
        hub.open(token(person=6, age=1))
        hub.open(token(age=1))
        hub.open(StreamToken(TABLE, 3, 5, time.time() + 1))

    tried(test)

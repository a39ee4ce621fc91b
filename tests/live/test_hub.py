"""The hub: woken streams, limits, and admission."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from threading import Thread
from typing import Any

import pytest

from scorekeeper.core.web.networks import networks_of
from scorekeeper.live.hub import MOST_OF_PERSON, FullError, Hub, NotListeningError
from scorekeeper.live.network_streams import MOST_OF_NETWORK, Stream
from scorekeeper.play.notifications import UNKNOWN_VERSION
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


def test_streams_of_table_and_process_are_limited() -> None:
    async def test(hub: Hub) -> None:
        streams = [hub.open(token()) for _ in range(3)]
        with pytest.raises(FullError):
            hub.open(token())
        hub.open(token(OTHER))
        with pytest.raises(FullError):
            hub.open(token(9))
        assert 9 not in hub.tables
        for stream in (*streams, streams[0]):
            hub.close(stream)  # twice is once
        assert hub.count == 1
        assert TABLE not in hub.tables

    tried(test, most=4, most_at_table=3)


def test_player_displaces_spectator_at_full_table() -> None:
    async def test(hub: Hub) -> None:
        player, first, second = hub.open(token(person=1)), hub.open(token()), hub.open(token(person=-8))
        for watcher in (0, -9):
            with pytest.raises(FullError):
                hub.open(token(person=watcher))
        hub.open(token(person=2))
        assert [each.over for each in (player, first, second)] == [False, True, False]
        hub.open(token(person=3))
        assert second.over
        with pytest.raises(FullError):
            hub.open(token(person=4))

    tried(test, most_at_table=3)


@pytest.mark.parametrize("who", [1, -1], ids=["a person", "a phone that only watches"])
def test_too_many_streams_of_person_close_oldest(who: int) -> None:
    async def test(hub: Hub) -> None:
        own = [hub.open(token(person=who)) for _ in range(MOST_OF_PERSON)]
        others = [hub.open(token(person=other)) for other in (0, 2, -2)]
        assert not any(stream.over for stream in (*own, *others))
        hub.open(token(person=who))
        assert [stream.over for stream in own] == [True] + [False] * (MOST_OF_PERSON - 1)
        assert not any(stream.over for stream in others)

    tried(test)


def test_streams_opened_at_once_stay_within_limit() -> None:
    """A closed stream is counted until it is removed, so that it is not closed twice."""

    async def test(hub: Hub) -> None:
        own = [hub.open(token(person=1)) for _ in range(40)]
        assert [stream.over for stream in own] == [True] * (40 - MOST_OF_PERSON) + [False] * MOST_OF_PERSON

    tried(test)


def test_streams_of_network_are_limited() -> None:
    """M5: one address took all 10,000 in 21 seconds."""

    async def test(hub: Hub) -> None:
        taken = 0
        for place in range(10_050):
            with suppress(FullError):
                hub.open(token(place // 100, person=place + 1), ["192.0.2.1"])
                taken += 1
        assert taken == MOST_OF_NETWORK == 500
        assert not any(stream.over for stream in hub._all())
        hub.open(token(OTHER), ["192.0.2.2"])

    tried(test)


def test_ipv6_prefixes_have_larger_limits() -> None:
    def house(number: int) -> list[str]:
        return networks_of(f"2001:db8:77:{number:x}::1")

    async def test(hub: Hub) -> None:
        found = list[int]()
        for places in ([0] * 5, [1] * 5, [2] * 5, [256] * 5, [512] * 5, [768] * 5, [65_535] * 5):
            for place in places:
                with suppress(FullError):
                    hub.open(token(len(found), person=len(found) + 1), house(place))
                    found.append(place)
        assert [found.count(place) for place in (0, 1, 2, 256, 512, 768)] == [3, 3, 0, 3, 3, 0]
        hub.open(token(), networks_of("2001:db8:78::1"))

    tried(test, most_of_network=3)


def test_seated_person_replaces_spectator_in_full_network() -> None:
    async def test(hub: Hub) -> None:
        home, away = ["192.0.2.1"], ["192.0.2.2"]
        other = hub.open(token(OTHER, person=-9), away)
        watching = [hub.open(token(table, person=-table), home) for table in (1, 2)]
        with pytest.raises(FullError):
            hub.open(token(person=-8), home)
        hub.open(token(person=5), home)
        assert [each.over for each in (*watching, other)] == [True, False, False]
        hub.open(token(person=6), home)
        with pytest.raises(FullError):
            hub.open(token(person=7), home)
        assert 7 in hub.tables

    tried(test, most_of_network=2)


def test_seated_person_replaces_spectator_in_full_process() -> None:
    async def test(hub: Hub) -> None:
        streams = [hub.open(token(table, person=-table), [f"192.0.2.{table}"]) for table in (1, 2, 3)]
        hub.open(token(person=5), ["192.0.2.9"])
        assert [each.over for each in streams] == [True, False, False]
        with pytest.raises(FullError):
            hub.open(token(person=-5), ["192.0.2.9"])

    tried(test, most=3)


def test_full_process_closes_stream_of_largest_network() -> None:
    async def test(hub: Hub) -> None:
        greedy = [hub.open(token(table, person=9), ["192.0.2.1"]) for table in range(8)]
        one = hub.open(token(person=-5), ["192.0.2.2"])
        two = hub.open(token(person=5), ["192.0.2.3"])
        newest = [hub.open(token(person=person), [f"198.51.100.{person}"]) for person in (6, 7)]
        assert [each.over for each in greedy] == [True] + [False] * 7
        assert one.over
        assert not two.over
        assert not any(each.over for each in newest)
        hub.close(greedy[0])
        hub.close(one)
        with pytest.raises(FullError):
            hub.open(token(person=9, session=99), ["192.0.2.1"])

    tried(test, most=10)


def test_closed_stream_is_not_counted() -> None:
    async def test(hub: Hub) -> None:
        for _ in range(5):
            hub.close(hub.open(token(), ["192.0.2.1"]))
        assert (
            hub.count,
            hub.by_network.spectators,
            hub.by_network.counts,
            hub.by_network.by_widest,
            hub.tables,
        ) == (
            0,
            0,
            {},
            {},
            {},
        )

    tried(test, most_of_network=1)


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

"""Presence shared between processes: sent on change, and repeated in time."""

from __future__ import annotations

import time

import pytest

from scorekeeper.live.remote_presence import EXPIRY_SECONDS, NO_PRESENCE, REPEAT_SECONDS, RemotePresence
from scorekeeper.play.presence import Presence

TABLE = 7
SOME = Presence(frozenset({5, 6}), 2)


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, to be changed."""
    clock = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    return clock


def test_presence_is_sent_on_change_and_repeated_in_time(now: list[float]) -> None:
    one, looks = RemotePresence(), {TABLE: SOME}

    def sent() -> int:
        return len(one.due_notices(tuple(looks), lambda table: looks.get(table, NO_PRESENCE)))

    assert [sent(), sent()] == [1, 0]
    now[0] += REPEAT_SECONDS
    assert [sent(), sent()] == [1, 0]
    looks[TABLE] = Presence(frozenset({5}), 2)
    assert [sent(), sent()] == [1, 0]
    looks.clear()
    assert [sent(), sent()] == [1, 0]
    now[0] += REPEAT_SECONDS
    assert sent() == 0


def test_remote_presence_expires(now: list[float]) -> None:
    one, other, here = RemotePresence(), RemotePresence(), Presence(frozenset({6, 9}), 1)
    (notice,) = other.due_notices([TABLE], lambda _table: SOME)
    one.receive(notice)
    other.receive(notice)
    both = Presence(frozenset({5, 6, 9}), 3)
    assert one.add_to(here, TABLE) == both
    assert one.add_to(here, 8) == here
    assert other.add_to(here, TABLE) == here, "what it said itself it knows"
    now[0] += EXPIRY_SECONDS
    assert one.add_to(here, TABLE) == here
    one.receive(notice)
    assert one.add_to(here, TABLE) == both
    (gone,) = other.due_notices([], lambda _table: NO_PRESENCE)
    one.receive(gone)
    assert one.add_to(here, TABLE) == here
    assert not one.received

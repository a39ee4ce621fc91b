"""Presence shared between processes: sent on change, and repeated in time."""

from __future__ import annotations

import time

import pytest

from scorekeeper.live.remote_presence import AGAIN, FORGOTTEN, NOBODY, RemotePresence
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

    def said() -> int:
        return len(one.to_say(tuple(looks), lambda table: looks.get(table, NOBODY)))

    assert [said(), said()] == [1, 0]
    now[0] += AGAIN
    assert [said(), said()] == [1, 0]
    looks[TABLE] = Presence(frozenset({5}), 2)
    assert [said(), said()] == [1, 0]
    looks.clear()
    assert [said(), said()] == [1, 0]
    now[0] += AGAIN
    assert said() == 0


def test_others_are_added_until_they_are_silent(now: list[float]) -> None:
    one, other, here = RemotePresence(), RemotePresence(), Presence(frozenset({6, 9}), 1)
    (notice,) = other.to_say([TABLE], lambda _table: SOME)
    one.hear(notice)
    other.hear(notice)
    both = Presence(frozenset({5, 6, 9}), 3)
    assert one.add_to(here, TABLE) == both
    assert one.add_to(here, 8) == here
    assert other.add_to(here, TABLE) == here, "what it said itself it knows"
    now[0] += FORGOTTEN
    assert one.add_to(here, TABLE) == here
    one.hear(notice)
    assert one.add_to(here, TABLE) == both
    (gone,) = other.to_say([], lambda _table: NOBODY)
    one.hear(gone)
    assert one.add_to(here, TABLE) == here
    assert not one.heard

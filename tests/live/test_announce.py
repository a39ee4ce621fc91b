"""Notices of a change: sent once, after commit, and never after a rollback."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction

from scorekeeper.live.hub import Hub
from scorekeeper.live.postgres_listener import LISTEN, Listener
from scorekeeper.play.notifications import notified, notify_change
from tests.factories import SampleTable

pytestmark = pytest.mark.django_db(transaction=True)

Heard = Callable[[], list[str]]
PATIENCE = 0.5  # seconds within which PostgreSQL tells


@pytest.fixture
def desk() -> SampleTable:
    return SampleTable()


@pytest.fixture
def heard(desk: SampleTable) -> Iterator[Heard]:
    """Return what a process of the server has heard since the last call."""
    if connection.vendor == "postgresql":
        with psycopg.connect(**Listener(Hub()).parameters, autocommit=True) as listening:
            listening.execute(LISTEN)
            yield lambda: [notice.payload for notice in listening.notifies(timeout=PATIENCE)]
        return
    notices: list[str] = []

    def hear(notice: str, **_: Any) -> None:
        notices.append(notice)

    def since() -> list[str]:
        found, notices[:] = [*notices], []
        return found

    notified.connect(hear)
    yield since
    notified.disconnect(hear)


def test_notice_is_sent_once_after_commit(desk: SampleTable, heard: Heard) -> None:
    with transaction.atomic():
        version = notify_change(desk.session.pk)
        assert heard() == []
    assert heard() == [f"{desk.session.pk} {version} 0"]
    assert heard() == []


def test_rolled_back_change_sends_no_notice(desk: SampleTable, heard: Heard) -> None:
    with contextlib.suppress(LookupError), transaction.atomic():
        notify_change(desk.session.pk)
        raise LookupError
    assert heard() == []

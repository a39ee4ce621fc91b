"""The PostgreSQL listener: when its hub admits streams, as connections come and go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace

import psycopg
import pytest

from scorekeeper.live import postgres_listener
from scorekeeper.live.hub import Hub
from scorekeeper.live.postgres_listener import LISTEN, Listener, listen
from scorekeeper.play.notifications import CHANNEL


@pytest.fixture
def on_postgres(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process behave as on PostgreSQL."""
    settings = SimpleNamespace(vendor="postgresql", get_connection_params=dict)
    monkeypatch.setattr(postgres_listener, "connection", settings)
    monkeypatch.setattr(postgres_listener, "RETRY_SECONDS", 0)


class Connection:
    """It listens, hears one thing, and is lost when it is asked whether it lives."""

    def __init__(self, seen: Callable[[str], None]) -> None:
        self.seen = seen
        self.lives = True

    def execute(self, statement: str) -> None:
        """To listen, or to go on listening."""
        self.seen(statement)
        if not self.lives:
            raise psycopg.OperationalError
        self.lives = False

    def notifies(self, *, timeout: float) -> Iterator[SimpleNamespace]:
        """Return what is heard."""
        self.seen("hears")
        yield SimpleNamespace(channel=CHANNEL, payload="7 3 0")

    def close(self) -> None:
        """The end of it."""


def test_hub_without_listener_opens_no_stream(on_postgres: None, monkeypatch: pytest.MonkeyPatch) -> None:
    hub, found = Hub(), list[tuple[str, bool]]()

    def seen(payload: str) -> None:
        found.append((payload, hub.listener_down))

    ways: Iterator[Connection | BaseException] = iter(
        [psycopg.OperationalError(), Connection(seen), SystemExit()]
    )

    def connect(**_settings: object) -> Connection:
        seen("connects")
        way = next(ways)
        if isinstance(way, Connection):
            return way
        raise way

    monkeypatch.setattr(psycopg, "connect", connect)
    monkeypatch.setattr(Listener, "start", lambda _self: None)
    listen(hub)
    with pytest.raises(SystemExit):
        Listener(hub).run()
    assert found == [
        ("connects", True),  # the server has just started
        ("connects", True),
        (LISTEN, True),
        ("hears", False),
        (LISTEN, False),
        ("connects", True),
    ]
    assert hub.newest == {7: 3}


def test_silently_lost_connection_is_noticed_in_time(on_postgres: None) -> None:
    """Permissions that end must end streams within five seconds."""
    assert postgres_listener.ALIVE + Listener(Hub()).parameters["tcp_user_timeout"] / 1000 < 5

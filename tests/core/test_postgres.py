"""The real server on PostgreSQL: its URL, and losing the connection."""

from __future__ import annotations

import http.client
import os
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from django.db import connection
from environs import Env

from scorekeeper.core.conf import environment
from scorekeeper.core.db import database
from tests import postgres
from tests.concurrency import Phone, make_tables
from tests.factories import new_key
from tests.server_process import Server

CHOSEN: dict[str, Any] = {"ENGINE": "django.db.backends.postgresql", "NAME": "x", "HOST": "h"}


@pytest.fixture
def cluster() -> Iterator[postgres.Cluster]:
    """A PostgreSQL of one's own, to be stopped and started."""
    one = postgres.Cluster().start()
    yield one
    one.remove()


def write(server: Server, address: str, cookie: str, key: str, seen: int = 0) -> int:
    form = {"player": "1", "box": "ones", "strike": "1", "out_of_turn": "1", "seen": seen, "key": key}
    phone = Phone(server.port, cookie)
    try:
        return phone.ask("POST", f"/table/{address}/write/", form)[0]
    finally:
        phone.connection.close()


def health(server: Server) -> int:
    asked = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        asked.request("GET", "/health/")
        return asked.getresponse().status
    finally:
        asked.close()


def test_address_is_taken_from_either_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://a@one/x")
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "")
    assert chosen()["HOST"] == "one"
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "postgresql://a@two/x")
    assert chosen()["HOST"] == "two"


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("mysql://a@b/c", "DATABASE_URL must name a SQLite or a PostgreSQL database."),
        ("nonsense", "DATABASE_URL"),
    ],
)
def test_another_database_is_refused(monkeypatch: pytest.MonkeyPatch, address: str, message: str) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "")
    with pytest.raises(SystemExit, match=message):
        chosen()


def test_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "find_spec", lambda _name: None)
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "postgresql://a@b/c")
    with pytest.raises(SystemExit, match=r"pip install -r requirements-postgres\.lock"):
        chosen()


def chosen() -> dict[str, Any]:
    found = environment.read(Env()).database
    assert found is not None
    return found


def test_timeouts_are_set_and_url_overrides_them() -> None:
    options = database.postgresql_settings(CHOSEN, 4)["OPTIONS"]
    assert options["connect_timeout"] == 2
    assert options["tcp_user_timeout"] == 4000
    assert options["options"] == "-c lock_timeout=4000 -c idle_in_transaction_session_timeout=12000"
    found = database.postgresql_settings(CHOSEN | {"OPTIONS": {"sslmode": "require", "options": "-c x=y"}}, 4)
    assert found["OPTIONS"]["sslmode"] == "require"
    assert found["OPTIONS"]["options"] == "-c x=y"


@pytest.mark.django_db
def test_tests_use_configured_database() -> None:
    given = os.environ.get(postgres.ADDRESS)
    assert connection.vendor == ("postgresql" if given else "sqlite")
    assert database.faults(connection) == []


def test_database_that_forgets_stops_start(new_server: Callable[..., Server], postgres_address: str) -> None:
    with psycopg.connect(postgres_address, autocommit=True) as admin:
        name = postgres.name_of(postgres_address)
        admin.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = off'.encode())
    done = new_server(SCOREKEEPER_DATABASE_URL=postgres_address).manage("serve")
    assert done.returncode != 0
    assert "synchronous_commit is off" in done.stderr


def test_database_without_lock_timeout_stops_start(
    new_server: Callable[..., Server], postgres_address: str
) -> None:
    """A pooler that drops `options`, or a URL with others, sets no lock timeout."""
    own = f"{postgres_address}{'&' if '?' in postgres_address else '?'}options=-c%20statement_timeout%3D9000"
    done = new_server(SCOREKEEPER_DATABASE_URL=own).manage("serve")
    assert done.returncode != 0
    assert "lock_timeout is 0" in done.stderr
    assert "idle_in_transaction_session_timeout is 0" in done.stderr
    with psycopg.connect(postgres_address, autocommit=True) as admin:
        for name in database.LIMITS:
            setting = f"ALTER DATABASE \"{postgres.name_of(postgres_address)}\" SET {name} = '10s'"
            admin.execute(setting.encode())
    server = new_server(SCOREKEEPER_DATABASE_URL=own).start()
    assert health(server) == 200


def test_failure_names_postgres_in_its_first_line(
    new_server: Callable[..., Server], postgres_address: str
) -> None:
    server = new_server(SCOREKEEPER_DATABASE_URL=postgres_address).start()
    assert ": PostgreSQL at " in server.output().splitlines()[0]
    assert health(server) == 200


def test_database_restart_costs_one_retry(
    new_server: Callable[..., Server], cluster: postgres.Cluster
) -> None:
    settings = {"SCOREKEEPER_DATABASE_URL": cluster.url(), "SCOREKEEPER_DATABASE_PATIENCE": "4"}
    server = new_server(**settings)
    postgres.create(cluster.url(), postgres.OWNER)
    assert server.manage("migrate", "--verbosity=0").returncode == 0
    (address,), (cookie, *_) = make_tables(server, 1)
    server.start()
    key = new_key()
    assert [health(server) for _ in range(4)] == [200] * 4
    # between two requests: no request fails
    cluster.stop()
    cluster.start()
    assert write(server, address, cookie, key) == 302
    cluster.kill()
    assert health(server) == 503
    assert write(server, address, cookie, key) == 503
    phone = Phone(server.port, cookie)
    assert phone.ask("GET", f"/table/{address}/")[0] == 503
    phone.connection.close()
    cluster.start()
    # a write that was acknowledged is there, and sending it again does nothing
    assert write(server, address, cookie, key) == 302
    assert server.rows("SELECT number FROM play_entry WHERE key = %s", key) == [(1,)]
    assert health(server) == 200
    assert "Traceback" not in server.output()


def test_row_locked_for_long_is_refused(new_server: Callable[..., Server], postgres_address: str) -> None:
    server = new_server(SCOREKEEPER_DATABASE_URL=postgres_address, SCOREKEEPER_DATABASE_PATIENCE="1")
    (address,), (cookie, *_) = make_tables(server, 1)
    server.start()
    key = new_key()
    with psycopg.connect(postgres_address) as other:
        other.execute("SELECT 1 FROM play_session WHERE address = %s FOR UPDATE", [address])
        assert write(server, address, cookie, key) == 503
        phone = Phone(server.port, cookie)
        assert phone.ask("GET", f"/table/{address}/")[0] == 200
        phone.connection.close()
    assert write(server, address, cookie, key) == 302

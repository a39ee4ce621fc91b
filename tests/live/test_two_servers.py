"""Two server processes on one PostgreSQL: streams of one hear writes of the other."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from psycopg import sql

from scorekeeper.live.postgres_listener import LISTEN
from scorekeeper.live.remote_presence import EXPIRY_SECONDS
from tests.http_client import OpenStream, Visitor
from tests.postgres import beside, name_of
from tests.server_process import Server

Pair = tuple[Visitor, Visitor]


@pytest.fixture
def pair(new_server: Callable[..., Server], postgres_address: str) -> Pair:
    """One person at one table, through each of two servers."""
    key = "k3J-" * 20 + "x9Qz"
    one, other = (
        new_server(DATABASE_URL=postgres_address, SCOREKEEPER_SECRET_KEY=key).start() for _ in range(2)
    )
    host = Visitor(one).begin("Ana", "Bo")
    return host, Visitor(other, host.cookies, host.table)


def let_in(connection: psycopg.Connection[Any], address: str, whether: str) -> None:
    """Return whether the database takes new connections."""
    statement = sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")
    connection.execute(statement.format(sql.Identifier(name_of(address)), sql.SQL(whether)))


def end_listeners(connection: psycopg.Connection[Any], address: str) -> None:
    """End the connections by which both servers listen."""
    ended = connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = %s AND datname = %s",
        [LISTEN, name_of(address)],
    ).fetchall()
    assert len(ended) == 2


def connections(connection: psycopg.Connection[Any], address: str) -> int:
    """Return the number of connections of both servers."""
    asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s"
    ((count,),) = connection.execute(asked, [name_of(address)]).fetchall()
    return int(count)


def heard_again(visitor: Visitor, token: str) -> OpenStream:
    """Return the response to a token, once the server listens again."""
    end = time.monotonic() + 10
    while (stream := visitor.listen(token)).status == 503 and time.monotonic() < end:
        time.sleep(0.1)
    return stream


def test_line_is_heard_through_other_server(pair: Pair) -> None:
    here, there = pair
    far, near = there.listen(), here.listen()
    began = time.monotonic()
    assert here.write(1, "ones").status == 200
    assert far.versions(1) == near.versions(1) == [1]
    assert time.monotonic() - began < 2
    assert there.write(2, "ones").status == 200
    assert far.versions(2) == near.versions(2) == [1, 2]
    # a token of the one opens a stream of the other
    assert here.listen(there.token()).status == 200


def test_lost_listener_returns_and_streams_restart(pair: Pair, postgres_address: str) -> None:
    here, there = pair
    far, before = there.listen(), there.token()
    here.write(1, "ones")
    assert far.versions(1) == [1]
    with psycopg.connect(postgres_address, autocommit=True) as connection:
        end_listeners(connection, postgres_address)
    # notices were lost meanwhile, and one of them may have revoked a permission
    assert far.ended(5)
    assert heard_again(there, before).status == 403
    again = there.listen()
    here.write(2, "ones")
    assert again.versions(1) == [2]


def test_servers_without_listener_are_polled(pair: Pair, postgres_address: str) -> None:
    """Connections that are there go on; the listener's is lost, and there is no other for now."""
    _here, there = pair
    far, before, health = there.listen(), there.token(), there.ask("GET", "/health/")
    assert (far.status, health.status) == (200, 200)
    with psycopg.connect(beside(postgres_address, "postgres"), autocommit=True) as connection:
        let_in(connection, postgres_address, "false")
        end_listeners(connection, postgres_address)
        assert far.ended(5)
        time.sleep(1)  # it has tried again
        assert there.listen(before).status == 503
        assert there.ask("GET", "/health/").status == 200
        let_in(connection, postgres_address, "true")
    assert heard_again(there, before).status == 403
    assert there.listen().status == 200
    assert there.server.stop() < 2


def test_host_sees_spectators_of_other_server(pair: Pair) -> None:
    here, there = pair
    link = re.search(r"/join/\w+/\w+/", here.ask("GET", f"{here.table}invite/").text)
    assert link is not None
    watcher = Visitor(there.server, table=there.table)
    watcher.ask("GET", link[0])
    stream = watcher.listen()
    assert shown_in_time(here, "1 phone and 1 watching")
    time.sleep(EXPIRY_SECONDS + 1)  # said again meanwhile
    assert shown_in_time(here, "1 phone and 1 watching")
    stream.close()
    assert shown_in_time(here, "1 phone</p>")


def shown_in_time(host: Visitor, words: str) -> bool:
    """Return whether the host sees it within some seconds."""
    end = time.monotonic() + 10
    while words not in host.ask("GET", f"{host.table}phones/").text:
        if time.monotonic() > end:
            return False
        time.sleep(0.2)
    return True


def test_revoked_permission_ends_streams_of_other_server(pair: Pair) -> None:
    here, there = pair
    far = there.listen()
    before = there.token()
    assert here.ask("POST", f"{here.table}phones/", {"do": "link"}).status in (200, 302, 303)
    assert far.ended(5)
    assert there.listen(before).status == 403
    assert there.listen().status == 200


def test_streams_hold_no_connections(pair: Pair, postgres_address: str) -> None:
    """Thirty streams of five listening phones, and pages are served as ever."""
    host, _there = pair
    link = re.search(r"/join/\w+/\w+/", host.ask("GET", f"{host.table}invite/").text)
    assert link is not None
    watchers = [Visitor(host.server, table=host.table) for _ in range(5)]
    for watcher in watchers:
        watcher.ask("GET", link[0])
    tokens = [watcher.token() for watcher in watchers]
    with psycopg.connect(beside(postgres_address, "postgres"), autocommit=True) as connection:
        before = connections(connection, postgres_address)
        pairs = list(zip(watchers, tokens, strict=True)) * 6
        streams = [watcher.listen(token) for watcher, token in pairs]
        assert {stream.status for stream in streams} == {200}
        assert connections(connection, postgres_address) == before > 0
        assert watchers[0].look().status == 200
        assert host.write(1, "ones").status == 200
    assert [stream.versions(1) for stream in streams] == [[1]] * 30

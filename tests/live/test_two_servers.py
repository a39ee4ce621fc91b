"""Two server processes on one PostgreSQL: what is written through one is heard through the other."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

import psycopg
import pytest

from scorekeeper.play.announce import CHANNEL
from tests.running import Server

from .visiting import Visitor

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


def test_a_line_is_heard_through_the_other_server(pair: Pair) -> None:
    here, there = pair
    far, near = there.listen(), here.listen()
    began = monotonic()
    assert here.write(1, "ones").status == 200
    assert far.versions(1) == near.versions(1) == [1]
    assert monotonic() - began < 2
    assert there.write(2, "ones").status == 200
    assert far.versions(2) == near.versions(2) == [1, 2]
    # a ticket of the one opens a stream of the other
    assert here.listen(there.ticket()).status == 200


def test_a_lost_listener_comes_back_and_every_stream_begins_anew(pair: Pair, postgres_address: str) -> None:
    here, there = pair
    far, before = there.listen(), there.ticket()
    here.write(1, "ones")
    assert far.versions(1) == [1]
    with psycopg.connect(postgres_address, autocommit=True) as connection:
        ended = connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE query = %s AND datname = current_database()",
            [f"LISTEN {CHANNEL}"],
        ).fetchall()
    assert len(ended) == 2
    # what was announced meanwhile went by unheard, and it may have been that somebody was sent away
    assert far.ended(5)
    assert there.listen(before).status == 403
    again = there.listen()
    here.write(2, "ones")
    assert again.versions(1) == [2]


def test_rights_that_end_through_one_server_end_streams_of_the_other(pair: Pair) -> None:
    here, there = pair
    far = there.listen()
    before = there.ticket()
    assert here.ask("POST", f"{here.table}phones/", {"do": "link"}).status in (200, 302, 303)
    assert far.ended(5)
    assert there.listen(before).status == 403
    assert there.listen().status == 200

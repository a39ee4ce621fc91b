"""Two concurrent writers at one table of the real server: one wins, nothing is lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest

from tests.concurrency import Course, Phone, Race, check, make_tables
from tests.server_process import Server

RACES = 240
ACROSS = 100
TABLES = 10


@pytest.mark.slow
@pytest.mark.slow
def test_concurrent_writes_of_one_turn_save_one(new_server: Callable[..., Server]) -> None:
    server = new_server()
    addresses, cookies = make_tables(server, TABLES)
    server.start()
    courses = [Course(address, Random(place)) for place, address in enumerate(addresses)]
    # a person's two phones, and another's, in turns
    for part, sessions in enumerate([(0, 0), (0, 1)]):
        race = Race([Phone(server.port, cookies[each]) for each in sessions])
        race.run(courses[part::2], RACES // 2)
        assert set(race.answers) == {(200, 200), (200, 409)} | ({(200, 422)} if part else set())
    check(server, courses)
    _pages_agree(server, courses, cookies[0])


def test_races_between_two_servers_on_one_database(
    new_server: Callable[..., Server], postgres_address: str
) -> None:
    one, other = (new_server(SCOREKEEPER_DATABASE_URL=postgres_address) for _ in range(2))
    addresses, cookies = make_tables(one, 2)
    one.start()
    # its requests reach both processes, whose caches are updated by writes of the other
    other.settings["SCOREKEEPER_PROCESSES"] = "2"
    other.start()
    courses = [Course(address, Random(place)) for place, address in enumerate(addresses)]
    race = Race([Phone(one.port, cookies[0]), Phone(other.port, cookies[0])])
    race.run(courses, ACROSS)
    for server in (one, other, other):
        check(server, courses)
        _pages_agree(server, courses, cookies[1])


def _pages_agree(server: Server, courses: list[Course], cookie: str) -> None:
    """Assert that the page has exactly the lines in effect."""
    phone = Phone(server.port, cookie)
    for course in courses:
        status, page = phone.ask("GET", f"/table/{course.address}/")
        assert status == 200
        assert f'name="seen" value="{len(course.expected)}"' in page
        assert sorted(map(int, re.findall(r'<a href="\?line=(\d+)"', page))) == sorted(course.lines.values())
    phone.connection.close()

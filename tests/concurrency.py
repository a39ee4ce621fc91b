"""Phones that write concurrently at one table of a real server, and the invariants."""

from __future__ import annotations

import http.client
import json
import threading
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import urlencode

from django.conf import settings

from tests.factories import HTMX, new_key
from tests.server_process import Server

BOXES = ("ones", "twos", "threes", "fours", "fives", "sixes")
PLAYERS = 20

# Run in the server's environment: tables, and the cookies of two persons who may write on all of them.
MAKE = """
import json
from tests.factories import SampleTable, new_writer
desk = SampleTable(names=[f"P{each}" for each in range(1, PLAYERS + 1)])
writers = [desk.writer, new_writer(desk.group)]
names = [seat.player.name for seat in desk.table.seats]
desks = [desk, *(SampleTable(names=names, writer=desk.writer) for _ in range(COUNT - 1))]
cookies = [each.client().cookies["sessionid"].value for each in writers]
print(json.dumps({"addresses": [each.address for each in desks], "cookies": cookies}))
"""


Answer = tuple[int, str]


@dataclass
class Phone:
    """A browser without script and without patience."""

    port: int
    session: str
    connection: http.client.HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)

    def ask(self, method: str, path: str, form: dict[str, Any] | None = None, **headers: str) -> Answer:
        """Send one request; return the response and the page."""
        token = "x" * 32
        cookie = f"{settings.SESSION_COOKIE_NAME}={self.session}; {settings.CSRF_COOKIE_NAME}={token}"
        sent = {"Cookie": cookie, "X-CSRFToken": token, **headers}
        if form is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, path, urlencode(form) if form is not None else None, sent)
        answer = self.connection.getresponse()
        return answer.status, answer.read().decode()


def make_tables(server: Server, count: int) -> tuple[list[str], list[str]]:
    """The addresses of new tables, and the session cookies of two persons of their group."""
    code = f"COUNT, PLAYERS = {count}, {PLAYERS}\n{MAKE}"
    done = server.manage("shell", "--no-imports", "-c", code)
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    return made["addresses"], made["cookies"]


@dataclass
class Course:
    """One table that two phones race on: the next write of each, and the results.

    `lines`: numbers of valid entries, by (player, box). `expected`: the keys that must be written, in order.
    """

    address: str
    chance: Random
    lines: dict[tuple[str, str], int] = field(default_factory=dict)
    expected: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def pair(self) -> list[tuple[str, dict[str, Any]]]:
        """Two writes that both have seen the same; sometimes one, sent by two phones at once."""
        first = self.write()
        if self.chance.random() < 0.2:
            return [first, (first[0], dict(first[1]))]
        return [first, self.write()]

    def write(self) -> tuple[str, dict[str, Any]]:
        write_request = {"seen": len(self.expected), "key": new_key()}
        if self.lines and self.chance.random() < 0.4:
            (_player, box), line = self.chance.choice(sorted(self.lines.items()))
            points = (BOXES.index(box) + 1) * self.chance.randint(0, 4)
            return "correct", {**write_request, "line": line, "box": box, "points": points}
        if self.lines and self.chance.random() < 0.2:
            return "take-back", {**write_request, "sure": self.chance.choice(sorted(self.lines.values()))}
        player, box = self.chance.choice(self.free())
        return "write", {**write_request, "player": player, "box": box, "strike": "1", "out_of_turn": "1"}

    def free(self) -> list[tuple[str, str]]:
        places = [(str(player), box) for player in range(1, PLAYERS + 1) for box in BOXES]
        return [each for each in places if each not in self.lines]

    def note(self, name: str, form: dict[str, Any]) -> None:
        """Note the winning write."""
        self.expected.append(form["key"])
        if name == "write":
            self.lines[form["player"], form["box"]] = len(self.expected)
        elif name == "take-back":
            self.lines = {place: line for place, line in self.lines.items() if line != form["sure"]}


class Race:
    """Two phones, each in a thread of its own, that start together."""

    def __init__(self, phones: list[Phone]) -> None:
        self.phones = phones
        self.together = threading.Barrier(len(phones))
        self.answers: Counter[tuple[int, ...]] = Counter()

    def run(self, courses: list[Course], races: int) -> None:
        """So many races, on one course after the other."""
        rounds = [courses[each % len(courses)] for each in range(races)]
        sent: list[tuple[str, dict[str, Any]]] = []
        got: list[Answer] = [(0, "")] * len(self.phones)
        threads = [
            threading.Thread(target=self._ride, args=(place, rounds, sent, got), daemon=True)
            for place in range(len(self.phones))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for phone in self.phones:
            phone.connection.close()
        assert sum(self.answers.values()) == races, self.answers

    def _ride(
        self, place: int, rounds: list[Course], sent: list[tuple[str, dict[str, Any]]], got: list[Answer]
    ) -> None:
        try:
            for course in rounds:
                if place == 0:
                    sent[:] = course.pair()
                self.together.wait(60)
                name, form = sent[place]
                headers = HTMX if place else {}
                got[place] = self.phones[place].ask(
                    "POST", f"/table/{course.address}/{name}/", form, **headers
                )
                self.together.wait(60)
                if place == 0:
                    self._judge(course, sent, got)
        except BaseException:
            self.together.abort()
            raise

    def _judge(self, course: Course, sent: list[tuple[str, dict[str, Any]]], got: list[Answer]) -> None:
        """Expect one winner and one late writer, or one write confirmed to both phones.

        A second entry that conflicts with none follows the first.
        """
        statuses = [status for status, _page in got]
        won = [place for place, status in enumerate(statuses) if status in (200, 302)]
        same = sent[0][1]["key"] == sent[1][1]["key"]
        self.answers[tuple(sorted(200 if place in won else statuses[place] for place in range(2)))] += 1
        if same and self.phones[0].session == self.phones[1].session:
            assert len(won) == 2, statuses
        elif len(won) == 2:
            # the second phone is answered with the sheet as it stood after its own write
            later = 1 if f'name="seen" value="{len(course.expected) + 2}"' in got[1][1] else 0
            assert sent[later][0] == "write", sent
            assert sent[0][0] != sent[1][0] or sent[0][1]["player"] != sent[1][1]["player"], sent
            course.note(*sent[1 - later])
            course.note(*sent[later])
            return
        else:
            # the key of another person is distinguished from a late write
            assert len(won) == 1, statuses
            assert statuses[1 - won[0]] == (422 if same else 409), statuses
            course.refused += [] if same else [sent[1 - won[0]][1]["key"]]
        course.note(*sent[won[0]])


def stored_keys(server: Server, address: str) -> list[tuple[int, str]]:
    """Number and key of every entry of a table, as the database has them."""
    query = (
        "SELECT e.number, e.key FROM play_entry e JOIN play_session s ON s.id = e.session_id"
        " WHERE s.address = %s ORDER BY e.number"
    )
    return server.rows(query, address)


def check(server: Server, courses: list[Course]) -> None:
    """Assert that entries are in the confirmed order: none lost, doubled or wrongly refused."""
    for course in courses:
        stored = stored_keys(server, course.address)
        assert [number for number, _key in stored] == list(range(1, len(stored) + 1))
        assert [key for _number, key in stored] == course.expected
        assert not set(course.refused).intersection(course.expected)
    if "SCOREKEEPER_DATABASE_URL" not in server.settings:
        assert server.rows("PRAGMA integrity_check") == [("ok",)]
    output = server.output()
    for bad in ("locked", "Traceback", "Internal Server Error"):
        assert bad not in output

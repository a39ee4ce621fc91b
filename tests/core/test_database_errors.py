"""A locked, full or read-only database: errors are shown, nothing is lost, pages load."""

from __future__ import annotations

import logging
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from scorekeeper.core.db import database
from scorekeeper.core.db.write_lock import BRIEF, Writers
from scorekeeper.core.web import database_errors
from tests.concurrency import Phone, make_tables
from tests.factories import HTMX, new_key
from tests.server_process import Server

PATIENCE = 2.0


@dataclass
class RetriedLine:
    """A line that a phone tries to write, again and again with one key."""

    server: Server
    address: str
    cookie: str

    def __post_init__(self) -> None:
        self.seen = 0
        self.key = new_key()

    def send(self, **headers: str) -> tuple[int, str]:
        """Write a line, or take back the last one, so that this may go on for ever."""
        write_request = {"seen": self.seen, "key": self.key}
        if self.seen % 2:
            return self.ask("take-back/", {**write_request, "sure": self.seen}, **headers)
        line = {"player": "1", "box": "ones", "strike": "1", "out_of_turn": "1"}
        return self.ask("write/", {**write_request, **line}, **headers)

    def go_on(self) -> None:
        """Accept the sent writes and continue."""
        self.seen += 1
        self.key = new_key()

    def look(self) -> int:
        return self.ask()[0]

    def ask(self, name: str = "", form: dict[str, Any] | None = None, **headers: str) -> tuple[int, str]:
        """One request on a connection of its own, so that several threads may send at once."""
        phone = Phone(self.server.port, self.cookie)
        with closing(phone.connection):
            return phone.ask("POST" if form else "GET", f"/table/{self.address}/{name}", form, **headers)

    @property
    def stored(self) -> int:
        return len(self.server.rows("SELECT 1 FROM play_entry WHERE key = %s", self.key))


@pytest.fixture
def make_line(new_server: Callable[..., Server]) -> Callable[..., RetriedLine]:
    """A line at a new table of a real server, started with these settings."""

    def make(**settings: str) -> RetriedLine:
        server = new_server(SCOREKEEPER_DATABASE_PATIENCE=str(PATIENCE))
        addresses, cookies = make_tables(server, 1)
        server.settings |= settings
        return RetriedLine(server.start(), addresses[0], cookies[0])

    return make


@pytest.fixture
def locked() -> Iterator[Callable[[RetriedLine], None]]:
    """Hold the lock that a writer needs, from another process than the server's."""
    held: list[sqlite3.Connection] = []

    def lock(line: RetriedLine) -> None:
        held.append(sqlite3.connect(line.server.database, isolation_level=None))
        held[-1].execute("BEGIN IMMEDIATE")

    yield lock
    for each in held:
        each.close()


@pytest.mark.slow
def test_lock_held_too_long_is_answered_with_503(
    make_line: Callable[..., RetriedLine], locked: Callable[[RetriedLine], None]
) -> None:
    line = make_line()
    locked(line)
    began = time.monotonic()
    status, page = line.send()
    assert status == 503
    assert PATIENCE <= time.monotonic() - began < PATIENCE + 1
    assert "Nothing entered before is lost" in page
    assert "Traceback" not in line.server.output()
    assert line.server.output().splitlines()[-1].endswith("/write/: database is locked")
    status, text = line.send(**HTMX)
    assert (status, text) == (503, "Not entered. Nothing is lost; send it again.")


def test_pages_are_shown_while_crowd_waits_for_lock(
    make_line: Callable[..., RetriedLine], locked: Callable[[RetriedLine], None]
) -> None:
    line = make_line()
    locked(line)
    took: list[tuple[int, float]] = []
    began = time.monotonic()

    def send() -> None:
        status, _page = line.send()
        took.append((status, time.monotonic() - began))

    crowd = [Thread(target=send) for _ in range(8)]
    for each in crowd:
        each.start()
    for each in crowd:
        each.join()
    assert {status for status, _seconds in took} == {503}
    # two waited, and no request behind them waited as long again
    assert max(seconds for _status, seconds in took) < 2 * PATIENCE
    began = time.monotonic()
    send()
    assert took[-1][0] == 503
    assert took[-1][1] < PATIENCE
    assert line.look() == 200


def test_lock_that_is_let_go_in_time(make_line: Callable[..., RetriedLine]) -> None:
    line = make_line()
    with closing(sqlite3.connect(line.server.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answers: list[int] = []
        sender = Thread(target=lambda: answers.append(line.send()[0]))
        sender.start()
        time.sleep(PATIENCE / 2)
        other.execute("ROLLBACK")
        sender.join()
    assert answers == [302]
    assert line.stored == 1


# The errors of a full or a read-only disk, without such a disk.
AILING = """
from scorekeeper.settings import *
DATABASES["default"]["OPTIONS"]["init_command"] += ";PRAGMA {}"
SILENCED_SYSTEM_CHECKS += ["fields.E180"]  # it writes to find out what SQLite can
"""


@pytest.mark.parametrize(
    ("pragma", "message"),
    [
        ("max_page_count=1", "database or disk is full"),
        ("query_only=ON", "attempt to write a readonly database"),
    ],
)
def test_full_or_read_only_disk(
    make_line: Callable[..., RetriedLine], tmp_path: Path, pragma: str, message: str
) -> None:
    (tmp_path / "ailing.py").write_text(AILING.format(pragma))
    line = make_line(PYTHONPATH=str(tmp_path), DJANGO_SETTINGS_MODULE="ailing")
    # there is some room in the pages that the file has
    while (status := line.send()[0]) == 302 and line.seen < 2000:
        line.go_on()
    assert status == 503
    assert line.send()[0] == 503
    assert line.stored == 0
    assert line.server.rows("SELECT count(*) FROM play_entry") == [(line.seen,)]
    assert line.look() == 200
    assert message in line.server.output()
    assert "Traceback" not in line.server.output()
    line.server.stop()
    del line.server.settings["DJANGO_SETTINGS_MODULE"]
    line.server.start()
    assert line.send()[0] == 302
    assert line.stored == 1


def test_fault_of_ours_is_no_trouble_of_database() -> None:
    assert answer_to(ZeroDivisionError()).status_code == 500
    for error in (OperationalError("x"), InterfaceError("x")):
        answer = answer_to(error)
        assert (answer.status_code, answer["Retry-After"]) == (503, "2")
        assert b"Reload this page" in answer.content
        assert b"this was not entered" not in answer.content
        assert b"this was not entered" in answer_to(error, "post").content


def answer_to(error: Exception, method: str = "get", **headers: str) -> HttpResponse:
    request: HttpRequest = getattr(RequestFactory(), method)("/", headers=headers)
    answer: HttpResponse = while_handling(error, lambda: database_errors.server_error(request))
    return answer


def while_handling(error: Exception, act: Callable[[], Any]) -> Any:
    def fail() -> None:
        raise error

    try:
        fail()
    except Exception:
        return act()


def test_database_error_is_one_line_of_log() -> None:
    def record(error: Exception) -> logging.LogRecord:
        line = ("x", logging.ERROR, "", 1, "%s: %s", ("Oh", "/"))
        return while_handling(error, lambda: logging.LogRecord(*line, sys.exc_info()))  # type: ignore[no-any-return]

    short, long = record(OperationalError("locked\n")), record(ZeroDivisionError())
    trouble = database_errors.TroubleFilter()
    assert trouble.filter(short)
    assert trouble.filter(long)
    assert (short.getMessage(), short.exc_info) == ("Oh: /: locked", None)
    assert (long.getMessage(), long.exc_info is None) == ("Oh: /", False)


def test_request_behind_failed_wait_is_refused_at_once() -> None:
    writers = Writers()

    def write(patience: float, trouble: Exception | None = None) -> float:
        began = time.monotonic()
        try:
            with writers.one(patience), writers.one(patience):
                if trouble:
                    raise trouble
        except OperationalError:
            return time.monotonic() - began
        return -1

    assert write(1) == -1
    with writers.one(1):
        assert elsewhere(lambda: write(0.2)) >= 0.2
    assert write(1, OperationalError("locked")) >= 0
    with writers.one(1):
        assert 0 <= elsewhere(lambda: write(5)) < 1
    # one request got through: waiting is worthwhile again
    with writers.one(1):
        assert elsewhere(lambda: write(0.2)) >= 0.2


def test_request_queued_behind_failed_wait_waits_briefly() -> None:
    writers = Writers()
    with writers.one(10) as seconds:
        assert seconds == 10
    with pytest.raises(OperationalError), writers.one(10):
        raise OperationalError("locked")
    for alone in (True, False):
        with writers.one(10, alone=alone) as seconds:
            assert seconds == (BRIEF if alone else 10)
    # the state expires, also without any further write
    with pytest.raises(OperationalError), writers.one(0.01):
        raise OperationalError("locked")
    time.sleep(0.02)
    with writers.one(0.01) as seconds:
        assert seconds == 0.01


@pytest.mark.django_db(transaction=True)
def test_database_wait_ends_after_its_seconds() -> None:
    patience = database.patience_of(connection)
    assert patience == database.BUSY_SECONDS
    asked = "PRAGMA busy_timeout" if connection.vendor == "sqlite" else "SHOW lock_timeout"

    def now() -> object:
        with connection.cursor() as cursor:
            cursor.execute(asked)
            return cursor.fetchone()[0]

    assert now() in (10_000, "10s")
    with database.waiting(connection, BRIEF, patience):
        assert now() in (250, "250ms")
        with transaction.atomic(), database.waiting(connection, 1, patience):
            assert now() in (250, "250ms")
    assert now() in (10_000, "10s")


def elsewhere(work: Callable[[], float]) -> float:
    found: list[Any] = []
    thread = Thread(target=lambda: found.append(work()))
    thread.start()
    thread.join()
    return float(found[0])

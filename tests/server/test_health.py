"""The health check: short, for machines only."""

import http.client
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from typing import Any

import pytest
from django.db import OperationalError, connection

from scorekeeper.server import health
from scorekeeper.server.requests import HEADERS
from tests.core.production import SOUND
from tests.server.asgi_client import call
from tests.server_process import Server


def asked(asks: Callable[[], bool], method: str = "GET") -> tuple[int, bytes, dict[bytes, bytes]]:
    """Status, text and headers of the answer where the database answers like this."""
    start, body = call(health.Health(HEADERS[1:], asks), {"path": health.PATH, "method": method})
    return start["status"], body["body"], dict(start["headers"])


def test_health_reports_database_state() -> None:
    status, text, headers = asked(lambda: True)
    assert (status, text) == (200, b"ok\n")
    assert headers[b"cache-control"] == b"no-store"
    assert headers[b"content-type"] == b"text/plain"
    assert headers[b"content-length"] == b"3"
    assert asked(lambda: False)[:2] == (503, b"the database does not answer\n")


def test_health_check_accepts_get_only() -> None:
    assert asked(lambda: True, "HEAD")[0] == 200
    for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
        status, text, headers = asked(lambda: True, method)
        assert (status, text, headers[b"allow"]) == (405, b"", b"GET, HEAD"), method


def test_slow_database_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.05)
    answered = threading.Event()
    try:
        assert asked(answered.wait)[0] == 503
    finally:
        answered.set()


@pytest.mark.django_db
def test_health_check_costs_one_query(
    django_assert_num_queries: Callable[[int], AbstractContextManager[Any]],
) -> None:
    with django_assert_num_queries(1):
        assert health.reach()


@pytest.mark.django_db
def test_database_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(connection, "cursor", fail)
    assert not health.reach()


def ask(server: Server, path: str = health.PATH, host: str = "") -> tuple[http.client.HTTPResponse, bytes]:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)) as line:
        line.request("GET", path, headers={"Host": host or f"127.0.0.1:{server.port}"})
        answer = line.getresponse()
        return answer, answer.read()


def test_public_server_answers_by_ip_without_tls_or_log(
    new_server: Callable[..., Server],
) -> None:
    server = new_server(**SOUND).start()
    before = server.output()
    for host in ("", "10.1.2.3:8000", "no/host at all"):
        answer, text = ask(server, host=host)
        assert (answer.status, text) == (200, b"ok\n")
        assert answer.getheader("Set-Cookie") is None
        assert answer.getheader("X-Content-Type-Options") == "nosniff"
        assert "default-src 'none'" in (answer.getheader("Content-Security-Policy") or "")
    assert ask(server, "/health/x")[0].status in {301, 400}  # this address alone
    assert "/health/\n" not in server.output()
    assert server.output().startswith(before)


def test_health_check_answers_while_all_threads_wait(new_server: Callable[..., Server]) -> None:
    """Two pages wait for a locked file; the health check waits 5 s, but for no thread."""
    server = new_server(SCOREKEEPER_DATABASE_PATIENCE="30").start()
    with closing(sqlite3.connect(server.database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        pages = [threading.Thread(target=ask, args=[server, "/join/none/none/"]) for _ in range(2)]
        for page in pages:
            page.start()
        began = time.monotonic()
        answer, text = ask(server)
        assert (answer.status, text) == (503, b"the database does not answer\n")
        assert time.monotonic() - began < 3 * health.PATIENCE
        other.execute("ROLLBACK")
    for page in pages:
        page.join()
    assert ask(server)[0].status == 200

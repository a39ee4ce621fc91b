"""The address that says whether the server works: for machines, so short, and nothing else."""

import http.client
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.http import HttpResponseBase
from django.test import Client

from tests.ground.test_settings import SOUND
from tests.running import Server


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that does not answer."""

    def fail() -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(connection, "cursor", fail)


@pytest.mark.django_db
@pytest.mark.parametrize("settings", [{}, {"HTTP_HOST": "10.1.2.3:8000"}, {"HTTP_HOST": "no/host at all"}])
def test_it_is_well(settings: dict[str, str]) -> None:
    answer = Client(**settings).get("/health/")  # type: ignore[arg-type]
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert nothing_private(answer)


@pytest.mark.usefixtures("broken")
def test_the_database_is_gone() -> None:
    answer = Client().get("/health/")
    assert (answer.status_code, answer.content) == (503, b"the database does not answer\n")
    assert nothing_private(answer)


@pytest.mark.django_db
def test_only_asking_is_possible() -> None:
    assert Client().head("/health/").status_code == 200
    for method in ("post", "put", "patch", "delete", "options"):
        answer = getattr(Client(), method)("/health/")
        assert (answer.status_code, answer.content) == (405, b""), method


@pytest.mark.django_db
def test_it_costs_one_query(django_assert_num_queries: Callable[[int], AbstractContextManager[Any]]) -> None:
    with django_assert_num_queries(1):
        Client().get("/health/")


def nothing_private(answer: HttpResponseBase) -> bool:
    assert not answer.cookies
    assert answer["Cache-Control"] == "no-store"
    assert answer["Content-Type"] == "text/plain"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    return True


def test_a_public_server_answers_by_number_without_tls_and_notes_nothing(
    new_server: Callable[..., Server],
) -> None:
    server = new_server(**SOUND).start()
    before = server.said()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("GET", "/health/", headers={"Host": f"127.0.0.1:{server.port}"})
    answer = connection.getresponse()
    assert (answer.status, answer.read()) == (200, b"ok\n")
    assert answer.getheader("Set-Cookie") is None
    connection.request("GET", "/health/x")
    assert connection.getresponse().status in {301, 400}  # the exemption is for this address alone
    connection.close()
    assert "/health/\n" not in server.said()
    assert server.said().startswith(before)

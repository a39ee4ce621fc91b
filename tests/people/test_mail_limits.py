"""Login by e-mail: limits, and a mail server that fails."""

from __future__ import annotations

import smtplib
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core import mail as outgoing
from django.test import Client

from scorekeeper.people import mail
from tests.http_client import Visitor
from tests.server_process import Server

from .mail_login import ANA, holder, newest, prove, send
from .mail_sink import sink


@pytest.fixture(autouse=True)
def mailing(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MAIL = True
    monkeypatch.setattr(mail, "_failed", float("-inf"))


@pytest.mark.django_db
def test_address_gets_at_most_five_messages() -> None:
    statuses = [send(Client(REMOTE_ADDR=f"198.51.100.{each}")).status_code for each in range(7)]
    assert statuses == [303] * 5 + [429] * 2
    assert len(outgoing.outbox) == 5
    assert send(Client(), "bob@example.org").status_code == 303


@pytest.mark.django_db
def test_twenty_messages_from_one_network() -> None:
    statuses = [send(Client(), f"{each}@example.org").status_code for each in range(22)]
    assert statuses == [303] * 20 + [429] * 2


@pytest.mark.django_db
def test_ten_tries_at_one_code_from_wherever() -> None:
    """A browser that changes its network has ten guesses, then its code is invalid."""
    client = Client()
    send(client)
    statuses = []
    for each in range(12):
        client.defaults["REMOTE_ADDR"] = f"198.51.100.{each}"
        statuses.append(prove(client, "22222222").status_code)
    assert statuses == [422] * 10 + [429] * 2
    answer = prove(client, newest())
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 60


@pytest.mark.django_db
def test_requests_of_others_do_not_count_as_tries() -> None:
    who = holder()
    client = Client()
    send(client)
    code = newest()
    for each in range(4):
        stranger = Client(REMOTE_ADDR=f"198.51.100.{each}")
        assert send(stranger).status_code == 303
        assert {prove(stranger, "22222222").status_code for _ in range(12)} == {422, 429}
    assert prove(client, code).headers["Location"] == "/"
    assert client.session["_auth_user_id"] == str(who.person.pk)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "error", [OSError("gone"), TimeoutError(), smtplib.SMTPRecipientsRefused({}), smtplib.SMTPException()]
)
def test_mail_failure_is_shown_and_input_kept(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(mail, "send_mail", broken)
    client = Client()
    answer = send(client)
    assert answer.status_code == 422
    assert "The mail server does not answer" in answer.text
    assert ANA in answer.text
    assert not mail.pending_address(client.get("/you/mail/").wsgi_request)
    assert ANA not in caplog.text


@pytest.mark.django_db
def test_silent_mail_server_is_not_asked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def silent(*_: object, **__: object) -> None:
        calls.append(1)
        raise TimeoutError

    monkeypatch.setattr(mail, "send_mail", silent)
    for _ in range(3):
        assert send(Client()).status_code == 422
    assert len(calls) == 1
    monkeypatch.setattr(mail, "_failed", time.monotonic() - mail.PAUSE)
    assert send(Client()).status_code == 422
    assert len(calls) == 2


@pytest.fixture
def mute_server(new_server: Callable[..., Server]) -> Iterator[Server]:
    with sink(mute=True) as muted:
        yield new_server(SCOREKEEPER_EMAIL_URL=muted.url).start()


def test_games_go_on_while_mail_server_is_silent(mute_server: Server) -> None:
    host, asks = Visitor(mute_server).begin("Ana", "Bo"), Visitor(mute_server)
    asks.ask("GET", "/you/mail/")
    began = time.monotonic()
    with ThreadPoolExecutor(1) as aside:
        waiting = aside.submit(asks.ask, "POST", "/you/mail/", {"do": "send", "address": ANA})
        time.sleep(0.5)
        assert host.write(1, "ones").status == 200
        assert not waiting.done()
        answer = waiting.result()
    assert answer.status == 422
    assert time.monotonic() - began < 9
    assert "The mail server does not answer" in answer.text
    began = time.monotonic()
    assert asks.ask("POST", "/you/mail/", {"do": "send", "address": ANA}).status == 422
    assert time.monotonic() - began < 2

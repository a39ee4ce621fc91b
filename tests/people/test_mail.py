"""Login by e-mail: codes prove an address, and reveal no account."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.core import mail as outgoing
from django.test import Client

from scorekeeper.people import cleanup, mail, rate_limits
from scorekeeper.people.models import MailCode, Person
from tests.factories import SampleTable, new_writer
from tests.http_client import Visitor
from tests.server_process import Server

from .mail_login import ANA, holder, newest, prove, send
from .mail_sink import sink


@pytest.fixture(autouse=True)
def mailing(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MAIL = True
    monkeypatch.setattr(mail, "_failed", float("-inf"))


@pytest.mark.django_db
def test_guest_keeps_games_with_address() -> None:
    who = new_writer()
    client = who.client()
    before = client.cookies["sessionid"].value
    assert send(client, "  Ana@Example.ORG ").status_code == 303
    assert ANA in client.get("/you/mail/").text
    answer = prove(client, newest().lower())
    assert (answer.status_code, answer.headers["Location"]) == (303, "/you/")
    assert client.cookies["sessionid"].value != before
    assert mail.address_of(who.person) == ANA
    assert Person.objects.get(pk=who.person.pk).has_account
    assert ANA in client.get("/you/").text


@pytest.mark.django_db
def test_login_by_address_merges_games_of_guest() -> None:
    who, desk = holder(), SampleTable()
    stranger, guest = Client(), desk.writer.client()
    for client in (stranger, guest):
        send(client)
        before = client.cookies["sessionid"].value
        assert prove(client, newest()).headers["Location"] == "/"
        assert client.session["_auth_user_id"] == str(who.person.pk)
        assert client.cookies["sessionid"].value != before
    assert stranger.get(desk.url()).status_code == 200


def seen(answer: Any) -> tuple[Any, ...]:
    token = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
    return answer.status_code, answer.headers.get("Location"), token.sub("", answer.text)


@pytest.mark.django_db
def test_response_does_not_reveal_account() -> None:
    """Known and unknown addresses get equal responses and a code, before and after wrong ones."""
    holder()
    answers = []
    for address in (ANA, "bob@example.org"):
        client = Client()
        responses = [
            send(client, address),
            client.get("/you/mail/"),
            prove(client, "22222222"),
            client.get("/you/mail/"),
        ]
        answers.append([repr(seen(each)).replace(address, "-") for each in responses])
    assert answers[0] == answers[1]
    first, second = (
        re.sub(r"\w{4} \w{4} is", "", str(each.body)) + str(each.to).replace("bob", "ana")
        for each in outgoing.outbox
    )
    assert first == second


@pytest.mark.django_db
def test_address_without_games_is_reported_after_proof() -> None:
    client = Client()
    send(client)
    answer = prove(client, newest())
    assert answer.status_code == 422
    assert "No games are kept under this address" in answer.text
    assert not Person.objects.exists()


@pytest.mark.django_db
def test_code_works_once_in_its_browser_for_ten_minutes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    holder()
    asked, elsewhere = Client(), Client()
    send(asked)
    old = newest()
    send(elsewhere, "bob@example.org")
    assert prove(elsewhere, old).status_code == 422
    send(asked)
    assert prove(asked, old).status_code == 422, "a newer one was sent"
    code, now = newest(), time.time()
    monkeypatch.setattr(time, "time", lambda: now + mail.LIVES.total_seconds() + 1)
    answer = prove(asked, code)
    assert answer.status_code == 422
    assert "The code is no longer valid" in answer.text
    monkeypatch.setattr(time, "time", lambda: now + 1)
    assert prove(asked, code).status_code == 303
    asked.post("/you/sign-out/", {"do": "here"})
    assert prove(asked, code).status_code == 422
    assert timedelta(minutes=10) == mail.LIVES


@pytest.mark.django_db
def test_mail_code_is_stored_as_digest() -> None:
    client = Client()
    send(client)
    code = newest()
    stored = stored_rows()
    assert code not in stored
    assert code.replace(" ", "") not in stored


@pytest.mark.django_db
@pytest.mark.parametrize(
    "typed", ["", "ana", "ana@", "a b@example.org", "ana@example.org\nBcc: b@example.org", "x" * 400]
)
def test_invalid_address_stays_in_its_field(typed: str) -> None:
    answer = send(new_writer().client(), typed)
    assert answer.status_code == 422
    assert "An address looks like" in answer.text
    assert not outgoing.outbox


@pytest.mark.django_db
def test_address_opens_one_account() -> None:
    holder()
    other = holder("bob@example.org")
    client = other.client()
    send(client)
    answer = prove(client, newest())
    assert answer.status_code == 422
    assert "opens another account" in answer.text
    assert client.session["_auth_user_id"] == str(other.person.pk)
    assert EmailAddress.objects.count() == 2


@pytest.mark.django_db
def test_address_can_be_replaced_and_removed() -> None:
    who = holder()
    client = who.client()
    send(client, "new@example.org")
    assert prove(client, newest()).status_code == 303
    assert mail.address_of(who.person) == "new@example.org"
    assert mail.person_at(ANA) is None
    assert client.post("/you/mail/", {"do": "remove"}).status_code == 303
    assert not Person.objects.get(pk=who.person.pk).has_account
    assert Client().post("/you/mail/", {"do": "remove"}).status_code == 404


# --- what is left ----------------------------------------------------------------------------------------


def stored_rows() -> str:
    """Return all stored codes and the content of all sessions."""
    return repr([[*MailCode.objects.values()], *(row.get_decoded() for row in Session.objects.all())])


@pytest.mark.django_db
@pytest.mark.parametrize("do", ["here", "everywhere", "erase", "again", "prove", "wait"])
def test_address_that_was_typed_is_forgotten(do: str, monkeypatch: pytest.MonkeyPatch) -> None:
    who = new_writer()
    client, other = who.client(), who.client()
    send(client)
    assert ANA in stored_rows()
    if do == "erase":
        assert other.post("/you/erase/", {"word": "erase"}).status_code == 200
    elif do == "again":
        client.post("/you/mail/", {"do": "again"})
    elif do == "prove":
        prove(client, newest())
    elif do == "wait":
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + mail.LIVES.total_seconds() + 1)
        monkeypatch.setattr(cleanup, "_last_cleanup", 0)
        rate_limits.allow("join code", "anybody")
    else:
        client.post("/you/sign-out/", {"do": do})
    assert ANA not in stored_rows()


def test_journey_by_mail_through_real_server(new_server: Callable[..., Server]) -> None:
    """A guest adds an address, logs out, and logs in again on another phone by a code."""
    with sink() as post:
        server = new_server(
            SCOREKEEPER_EMAIL_URL=post.url, SCOREKEEPER_EMAIL_FROM="Club <club@example.org>"
        ).start()
        ana, new = Visitor(server).begin("Ana", "Bo"), Visitor(server)
        for phone in (ana, new):
            assert phone.ask("GET", "/you/mail/").status == 200
            assert phone.ask("POST", "/you/mail/", {"do": "send", "address": ANA}).status == 303
            code = post.code_for(ANA)
            answer = phone.ask("POST", "/you/mail/", {"do": "code", "code": code})
            assert answer.status == 303, answer.text
        new.table = ana.table
        assert new.look().status == 200
        assert new.write(1, "ones").status == 200
        text = post.messages[-1][1]
        assert "From: Club <club@example.org>" in text
        # the port comes from the client and is left out
        assert "Scorekeeper at 127.0.0.1" in text
        assert str(server.port) not in text
        assert ANA not in server.output()
        assert ana.ask("POST", "/you/sign-out/", {"do": "everywhere"}).status == 200
        assert new.look().status == 404

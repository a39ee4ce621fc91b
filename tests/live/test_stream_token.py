"""The signed token of a stream: own, recent, and bound to a table."""

from __future__ import annotations

import time

import pytest
from django.core.signing import Signer
from django.test import Client

from scorekeeper.live.hub import Hub
from scorekeeper.play.access_links import token_of
from scorekeeper.play.stream_token import LIFETIME, read_stream_token, sign_stream_token
from tests.factories import SampleTable
from tests.http_client import on_a_loop

pytestmark = pytest.mark.django_db


def test_token_holds_session_person_and_version() -> None:
    desk = SampleTable()
    desk.line(1, "ones")
    found = read_stream_token(sign_stream_token(desk.table, desk.writer.person.pk))
    assert found is not None
    assert (found.session, found.version, found.person) == (desk.session.pk, 1, desk.writer.person.pk)
    assert abs(found.made - time.time()) < 5


def listener(client: Client, desk: SampleTable) -> int:
    """Return the listener that the token of a page names."""
    token = read_stream_token(client.get(desk.url()).context["live"])
    assert token is not None
    return token.person


def test_token_distinguishes_spectators_and_persons() -> None:
    """By a value that stays with the phone when it opens other links."""
    desk, other = SampleTable(), SampleTable()
    first, second = Client(), Client()
    for client in (first, second):
        client.get(f"/join/{desk.address}/{token_of(desk.session)}/")
    mark = listener(first, desk)
    assert mark < 0
    assert listener(second, desk) not in (mark, 0)
    first.get(f"/join/{other.address}/{token_of(other.session)}/")
    assert listener(first, desk) == listener(first, other) == mark
    assert listener(desk.writer.client(), desk) == desk.writer.person.pk


def test_token_is_as_old_as_its_permissions() -> None:
    """Permissions that end while the page is still being drawn have ended after it."""
    desk, hub = SampleTable(), Hub()
    table = desk.table
    hub.receive(f"{desk.session.pk} 1 1")
    found = read_stream_token(sign_stream_token(table, desk.writer.person.pk))
    assert found is not None

    async def test() -> None:
        with pytest.raises(PermissionError):
            hub.open(found)

    on_a_loop(test())


@pytest.mark.parametrize("age", [LIFETIME + 1, -LIFETIME - 1])
def test_token_of_another_time_is_invalid(age: float, monkeypatch: pytest.MonkeyPatch) -> None:
    text = sign_stream_token(SampleTable().table, 0)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + age)
    assert read_stream_token(text) is None


def test_altered_token_is_invalid() -> None:
    text = sign_stream_token(SampleTable().table, 0)
    content, _, mac = text.partition("~")
    for other in (
        "",
        "~",
        content,
        f"{content}1~{mac}",
        f"{content}~{mac[:-1]}",
        Signer().sign(content),
        "1.1.1.1~é",
        Signer(salt="scorekeeper.play.stream", sep="~").sign("1-1-1-1"),  # as before an upgrade
        "\0",
    ):
        assert read_stream_token(other) is None

"""M2, L17: too many tries from many addresses lock out no other person."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

import pytest
from django.core import mail as outgoing
from django.test import Client

from scorekeeper.people import mail
from scorekeeper.people.device_transfer import make_code
from scorekeeper.people.recovery_codes import make_codes
from scorekeeper.play.models import Session
from scorekeeper.play.permissions import Visitor
from scorekeeper.table import invitations
from tests.factories import new_writer

from .cast import dice_table

pytestmark = pytest.mark.django_db
WRONG = "22222222"


@pytest.fixture(autouse=True)
def still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits count by time windows: on a slow machine more of these requests would be admitted."""
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)


@pytest.fixture
def mail_server(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MAIL = True
    monkeypatch.setattr(mail, "_failed", float("-inf"))


def houses(count: int) -> Iterable[str]:
    """Addresses, each of its own /64, all of one /48."""
    return (f"2001:db8:77:{place * 97 % 65536:x}::1" for place in range(count))


def posted(path: str, source: str, **fields: str) -> int:
    return Client(REMOTE_ADDR=source).post(path, fields).status_code


@pytest.mark.slow
def test_junk_passkeys_of_slash_48_lock_out_no_other() -> None:
    who = new_writer()
    [code, *_] = make_codes(who.person)
    found = [posted("/you/sign-in/", each, credential="{}") for each in houses(700)]
    assert found.count(422) == 9 * 16  # as many as a /48 may
    assert found.count(429) == 700 - 9 * 16
    assert posted("/you/sign-in/", "198.51.100.1", credential="{}") == 422  # looked at
    assert posted("/you/sign-in/", "2001:db8:78::1", code=code) == 303


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/join/", "/move/"])
def test_guesses_of_many_networks_lock_out_no_other(path: str) -> None:
    desk = dice_table()
    invitations.open_join_code(desk.address, Visitor(desk.writer.person))
    code = invitations.join_code(Session.objects.get(pk=desk.session.pk))
    assert code
    right = code if path == "/join/" else make_code(new_writer().person)
    found = [
        posted(path, f"198.51.{place // 250}.{place % 250}", code=WRONG)
        for place in range(250)
        for _ in range(4)
    ]
    assert found.count(422) == 600 + 250
    assert posted(path, "192.0.2.1", code=WRONG) == 422  # the first try of each person is admitted
    assert posted(path, "203.0.113.1", code=right) == 303


@pytest.mark.slow
def test_own_valid_code_grants_no_more_guesses() -> None:
    desk = dice_table()
    invitations.open_join_code(desk.address, Visitor(desk.writer.person))
    code = invitations.join_code(Session.objects.get(pk=desk.session.pk))
    for _ in range(30):
        assert posted("/join/", "192.0.2.1", code=str(code)) == 303
    found = [posted("/join/", f"198.51.100.{place}", code=WRONG) for place in range(200) for _ in range(5)]
    assert found.count(422) == 600 + 200


@pytest.mark.slow
def test_mail_of_many_networks_locks_out_no_other(mail_server: None) -> None:
    for place in range(60):
        for each in range(4):
            posted("/you/mail/", f"198.51.100.{place}", do="send", address=f"a{place}.{each}@example.org")
    assert len(outgoing.outbox) == 180 + 60 > 200
    assert posted("/you/mail/", "192.0.2.1", do="send", address="ana@example.org") == 303
    assert len(outgoing.outbox) == 241


@pytest.mark.slow
def test_48_sends_sixty_messages(mail_server: None) -> None:
    for place, source in enumerate(houses(100)):
        posted("/you/mail/", source, do="send", address=f"a{place}@example.org")
    assert len(outgoing.outbox) == 60


def test_address_gets_at_most_twenty_messages_day(mail_server: None, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    for place in range(40):
        monkeypatch.setattr(time, "time", lambda after=601 * place: now + after)
        posted("/you/mail/", f"198.51.100.{place}", do="send", address="ana@example.org")
    assert len(outgoing.outbox) == 20


@pytest.mark.parametrize("address", ["a@localhost", "a@[127.0.0.1]", "a@[::1]", "a@127.0.0.1", "a@mail"])
def test_addresses_that_are_no_names_are_refused(address: str) -> None:
    assert mail.normalize_address(address) is None


def test_message_names_site_without_port(mail_server: None) -> None:
    client = Client(REMOTE_ADDR="192.0.2.1", headers={"Host": "localhost:6666"})
    client.post("/you/mail/", {"do": "send", "address": "ana@example.org"})
    assert "6666" not in outgoing.outbox[0].body
    assert "at localhost." in outgoing.outbox[0].body

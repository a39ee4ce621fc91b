"""Login by e-mail in tests."""

from __future__ import annotations

from typing import Any

from django.core import mail as outgoing
from django.test import Client

from scorekeeper.people import mail
from scorekeeper.people.models import Person
from tests.factories import Writer, new_writer

from .mail_sink import CODE

ANA = "ana@example.org"


def send(client: Client, address: str = ANA) -> Any:
    return client.post("/you/mail/", {"do": "send", "address": address})


def newest() -> str:
    found = CODE.search(str(outgoing.outbox[-1].body))
    assert found is not None
    return found[1]


def prove(client: Client, code: str) -> Any:
    return client.post("/you/mail/", {"do": "code", "code": code})


def holder(address: str = ANA) -> Writer:
    who = new_writer()
    mail.set_address(who.person, address)
    Person.objects.filter(pk=who.person.pk).update(has_account=True)
    who.person.refresh_from_db()
    return who

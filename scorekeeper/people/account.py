"""Accounts: a guest who has another way in than the cookies of his phones. Nothing else changes, and nothing is needed.

The ways: a passkey, a recovery code on paper, an e-mail address. Whether there is any stands with the person (`kept`),
so that pages which want to know it ask nothing more.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from scorekeeper.core.db.write_lock import writing

from . import mail, passkeys, recovery_codes
from .models import CarryCode, Person
from .passkeys import Passkey


@dataclass(frozen=True, slots=True)
class Account:
    """The ways in of a person. `codes`: how many recovery codes are left; `address`: empty where there is none."""

    passkeys: list[Passkey]
    codes: int
    address: str


def account_of(person: Person) -> Account:
    """All ways in that somebody has."""
    return Account(passkeys.passkeys_of(person), recovery_codes.left(person), mail.address_of(person))


def risen(request: HttpRequest, person: Person) -> None:
    """A way in was added: his rights are more, so his session has another key from here on, and old codes are void."""
    with writing():
        CarryCode.objects.filter(person=person).delete()
        Person.objects.filter(pk=person.pk).update(kept=True)
    person.kept = True
    request.session.cycle_key()


def count_ways(person: Person) -> None:
    """A way in is gone: without any he is a guest again."""
    with writing():
        # counted while nobody else adds one: who seems a guest could be merged away
        list(Person.objects.select_for_update().filter(pk=person.pk).values_list("pk"))
        account = account_of(person)
        person.kept = bool(account.passkeys or account.codes or account.address)
        Person.objects.filter(pk=person.pk).update(kept=person.kept)

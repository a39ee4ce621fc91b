"""Accounts: persons with a login method besides the session cookie.

Login methods are passkeys, recovery codes and an e-mail address. `Person.has_account` says whether there is one, so
that pages need no further query.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from scorekeeper.core.db.write_lock import writing

from . import mail, passkeys, recovery_codes
from .models import DeviceTransferCode, Person
from .passkeys import Passkey


@dataclass(frozen=True, slots=True)
class Account:
    """Login methods of a person.

    `codes`: number of unused recovery codes; `address`: empty for none.
    """

    passkeys: list[Passkey]
    codes: int
    address: str


def account_of(person: Person) -> Account:
    """Return the login methods of a person."""
    return Account(passkeys.passkeys_of(person), recovery_codes.unused_codes(person), mail.address_of(person))


def mark_as_account(request: HttpRequest, person: Person) -> None:
    """Mark a person as an account after a login method was added.

    The session key changes because the privileges rise. A pending device transfer code becomes void.
    """
    with writing():
        DeviceTransferCode.objects.filter(person=person).delete()
        Person.objects.filter(pk=person.pk).update(has_account=True)
    person.has_account = True
    request.session.cycle_key()


def recheck_account(person: Person) -> None:
    """Update `has_account` after a login method was removed: without any, a person is a guest."""
    with writing():
        # lock the row: a login method added meanwhile would be overlooked, and a guest can be merged
        list(Person.objects.select_for_update().filter(pk=person.pk).values_list("pk"))
        account = account_of(person)
        person.has_account = bool(account.passkeys or account.codes or account.address)
        Person.objects.filter(pk=person.pk).update(has_account=person.has_account)

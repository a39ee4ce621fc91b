"""Passkeys: keys that a phone or a password manager holds for somebody.

Of allauth: its table, its challenges, its verification. Ours: which page may have asked, how long a question lives, and
that whatever a browser sends is either a passkey or refused.
"""

from __future__ import annotations

import ipaddress
import json
import logging
import time
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, cast
from urllib.parse import urlsplit

from allauth.account.utils import user_pk_to_url_str
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import auth
from django.db import DatabaseError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import AuthenticatorData

from scorekeeper.core.db.write_lock import writing
from scorekeeper.core.i18n.dates import day_of_play, show_day

from .models import Person
from .names import tidy

LIVES = 5 * 60  # seconds in which a question may be answered
MOST = 20  # of one person
LONGEST_NAME = 40
LARGEST = 24_000  # characters; attestations are a few thousand
NUMBER_BYTES = range(16, 1024)  # of a credential, by the standard
COUNTER = "counter"  # in the data of a passkey: what it said last
_ASKED = "passkey asked"
logger = logging.getLogger(__name__)


class PasskeyError(Exception):
    """What was sent is no passkey that this site asked for, or none that it knows."""


class Hindrance(StrEnum):
    """Why this page cannot have passkeys: PLAIN http, or an address that is a NUMBER, which no passkey is made for."""

    NONE = ""
    PLAIN = "plain"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey as its owner sees it."""

    number: int
    name: str
    made: datetime
    used: datetime | None


class Adapter(DefaultMFAAdapter):  # type: ignore[misc]
    """What phones show of a passkey: the site, and whose it is."""

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """The site: its host is what the key is bound to."""
        return {"id": _host(context.request), "name": "Scorekeeper"}

    def get_public_key_credential_user_entity(self, user: Person) -> dict[str, Any]:
        """Somebody, by his number and since when he writes: that tells two keys on one phone apart."""
        day = show_day(day_of_play(user.date_joined), year=True)
        name = _("Games since %(day)s") % {"day": day}
        return {"id": user_pk_to_url_str(user).encode(), "display_name": name, "name": name}


def hindrance(request: HttpRequest) -> Hindrance:
    """What is in the way of passkeys at the address that was asked."""
    host = _host(request)
    try:
        ipaddress.ip_address(host)
    except ValueError:
        fine = request.is_secure() or host == "localhost" or host.endswith(".localhost")
        return Hindrance.NONE if fine else Hindrance.PLAIN
    return Hindrance.NUMBER if request.is_secure() or host == "127.0.0.1" else Hindrance.PLAIN


def passkeys_of(person: Person) -> list[Passkey]:
    """Somebody's passkeys, oldest first."""
    rows = _rows(person).order_by("pk").values_list("pk", "data__name", "created_at", "last_used_at")
    return [Passkey(*row) for row in rows]


def ask_new(request: HttpRequest, person: Person) -> dict[str, Any]:
    """The question for a new passkey, as browsers take it."""
    request.session[_ASKED] = time.time()
    return cast("dict[str, Any]", auth.begin_registration(person, passwordless=True))


def ask_who(request: HttpRequest) -> dict[str, Any]:
    """The question whose passkey a phone has."""
    request.session[_ASKED] = time.time()
    return cast("dict[str, Any]", auth.begin_authentication())


def add(request: HttpRequest, person: Person, text: str, name: str) -> None:
    """Keep the passkey that a browser made for the question. Raises PasskeyError."""
    credential = _answer(request, text)
    try:
        auth.parse_registration_response(credential)
        _must_be_new(auth.complete_registration(credential), credential)
    except Exception as error:
        raise _refused(error) from error
    finally:
        auth.clear_state()
    kept = ("id", "rawId", "type", "response", "clientExtensionResults")
    auth.WebAuthn.add(person, name, {each: credential[each] for each in kept if each in credential})


def person_behind(request: HttpRequest, text: str) -> Person:
    """Who holds the passkey that answered the question. Raises PasskeyError."""
    credential = _answer(request, text)
    try:
        auth.parse_authentication_response(credential)
        person = cast("Person", auth.extract_user_from_response(credential))
        used = auth.complete_authentication(person, credential)
        counter = auth.parse_authentication_response(credential).response.authenticator_data.counter
    except Exception as error:
        raise _refused(error) from error
    finally:
        auth.clear_state()
    if not person.is_active:
        raise PasskeyError
    _count(used, counter)
    return person


def remove(person: Person, number: int) -> bool:
    """Let a passkey open nothing any more; whether there was one of this number."""
    gone, _rows_by_model = _rows(person).filter(pk=number).delete()
    return bool(gone)


def named(typed: str, person: Person) -> str:
    """The name for a passkey; one by its number where nothing was typed."""
    return tidy(typed)[:LONGEST_NAME] or _("Passkey %(number)d") % {"number": _rows(person).count() + 1}


# --- inside ----------------------------------------------------------------------------------------------


def _rows(person: Person) -> Any:
    return Authenticator.objects.filter(user=person, type=Authenticator.Type.WEBAUTHN)


def _must_be_new(made: AuthenticatorData, credential: dict[str, Any]) -> None:
    """What the standard asks of a new key beside its signature: its number is as long as numbers are, and nobody's.

    Raises PasskeyError.
    """
    number = made.credential_data.credential_id if made.credential_data else b""
    text = websafe_encode(number)
    taken = Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN, data__credential__id=text)
    if len(number) not in NUMBER_BYTES or credential.get("id") != text or taken.exists():
        raise PasskeyError


def _count(used: Authenticator, counter: int) -> None:
    """Keep how often a key says to have been used. Raises PasskeyError where that goes back: there is a copy of it.

    Keys that are in step on several devices do not count, and always say 0.
    """
    with writing():
        row = Authenticator.objects.select_for_update().get(pk=used.pk)
        before = row.data.get(COUNTER, row.wrap().authenticator_data.counter)
        if (counter or before) and counter <= before:
            logger.warning("Passkey %d counts back: %d after %d", row.pk, counter, before)
            raise PasskeyError
        row.data[COUNTER] = counter
        row.save(update_fields=["data"])
        row.record_usage()


def _host(request: HttpRequest) -> str:
    return urlsplit(f"//{request.get_host()}").hostname or ""


def _answer(request: HttpRequest, text: str) -> dict[str, Any]:
    """What a browser says to a question that was put to it a moment ago, from a page of this very site."""
    asked = request.session.pop(_ASKED, 0)
    if not -LIVES < time.time() - asked < LIVES or len(text) > LARGEST:
        raise PasskeyError
    try:
        credential = json.loads(text)
        said = json.loads(websafe_decode(credential["response"]["clientDataJSON"]))
        origin, crossed = said["origin"], said.get("crossOrigin", False)
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise PasskeyError from error
    if origin != f"{request.scheme}://{request.get_host()}" or crossed:
        raise PasskeyError
    return cast("dict[str, Any]", credential)


def _refused(error: Exception) -> PasskeyError:
    """The libraries fail in as many ways as a key can be malformed; only trouble with the database is not the key's."""
    if isinstance(error, DatabaseError):
        raise error
    logger.info("A passkey was refused: %s", type(error).__name__)
    return PasskeyError()

"""Passkeys: register, list, remove, and log in with them.

allauth provides the table, challenges and verification. This module checks the origin, limits the age of a challenge,
and turns every malformed input into a PasskeyError.
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

LIVES = 5 * 60  # seconds until a challenge expires
MOST = 20  # per person
LONGEST_NAME = 40
LARGEST = 24_000  # characters; attestations have a few thousand
NUMBER_BYTES = range(16, 1024)  # length of a credential ID by the WebAuthn standard
COUNTER = "counter"  # field of a passkey's data: its last signature counter
_ASKED_AT = "passkey asked"  # field of the session: when the challenge was made
logger = logging.getLogger(__name__)


class PasskeyError(Exception):
    """The credential is malformed, late, unknown, or for another site."""


class UnavailableReason(StrEnum):
    """Reason why passkeys are unavailable.

    PLAIN for http, NUMBER for an IP address as host, NONE where passkeys are available.
    """

    NONE = ""
    PLAIN = "plain"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Passkey:
    """Passkey in the list of its owner."""

    number: int
    name: str
    made: datetime
    used: datetime | None


class Adapter(DefaultMFAAdapter):  # type: ignore[misc]
    """allauth adapter: the names that a device shows for a passkey."""

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return the site: passkeys are bound to its host."""
        return {"id": _host(context.request), "name": "Scorekeeper"}

    def get_public_key_credential_user_entity(self, user: Person) -> dict[str, Any]:
        """Return the person by key and start date, which tells two passkeys on one device apart."""
        day = show_day(day_of_play(user.date_joined), year=True)
        name = _("Games since %(day)s") % {"day": day}
        return {"id": user_pk_to_url_str(user).encode(), "display_name": name, "name": name}


def unavailable_reason(request: HttpRequest) -> UnavailableReason:
    """Return why passkeys are unavailable at the requested host."""
    host = _host(request)
    try:
        ipaddress.ip_address(host)
    except ValueError:
        fine = request.is_secure() or host == "localhost" or host.endswith(".localhost")
        return UnavailableReason.NONE if fine else UnavailableReason.PLAIN
    return UnavailableReason.NUMBER if request.is_secure() or host == "127.0.0.1" else UnavailableReason.PLAIN


def passkeys_of(person: Person) -> list[Passkey]:
    """Return the passkeys of a person, oldest first."""
    rows = _rows(person).order_by("pk").values_list("pk", "data__name", "created_at", "last_used_at")
    return [Passkey(*row) for row in rows]


def registration_options(request: HttpRequest, person: Person) -> dict[str, Any]:
    """Start a registration and return the options for `navigator.credentials.create()`."""
    request.session[_ASKED_AT] = time.time()
    return cast("dict[str, Any]", auth.begin_registration(person, passwordless=True))


def authentication_options(request: HttpRequest) -> dict[str, Any]:
    """Start a login and return the options for `navigator.credentials.get()`."""
    request.session[_ASKED_AT] = time.time()
    return cast("dict[str, Any]", auth.begin_authentication())


def add(request: HttpRequest, person: Person, text: str, name: str) -> None:
    """Store the passkey that a browser made for the current challenge.

    Raises PasskeyError.
    """
    credential = _parse_credential(request, text)
    try:
        auth.parse_registration_response(credential)
        _must_be_new(auth.complete_registration(credential), credential)
    except Exception as error:
        raise _refused(error) from error
    finally:
        auth.clear_state()
    kept = ("id", "rawId", "type", "response", "clientExtensionResults")
    auth.WebAuthn.add(person, name, {each: credential[each] for each in kept if each in credential})


def authenticate(request: HttpRequest, text: str) -> Person:
    """Return the person with the passkey that signed the current challenge.

    Raises PasskeyError.
    """
    credential = _parse_credential(request, text)
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
    _update_counter(used, counter)
    return person


def remove(person: Person, number: int) -> bool:
    """Delete a passkey of a person by its primary key; return whether it existed."""
    deleted, _rows_by_model = _rows(person).filter(pk=number).delete()
    return bool(deleted)


def passkey_name(typed: str, person: Person) -> str:
    """Return the typed name for a passkey, or a numbered one where it is empty."""
    return tidy(typed)[:LONGEST_NAME] or _("Passkey %(number)d") % {"number": _rows(person).count() + 1}


def _rows(person: Person) -> Any:
    return Authenticator.objects.filter(user=person, type=Authenticator.Type.WEBAUTHN)


def _must_be_new(made: AuthenticatorData, credential: dict[str, Any]) -> None:
    """Check that the credential ID has a valid length and is not registered yet.

    Raises PasskeyError.
    """
    number = made.credential_data.credential_id if made.credential_data else b""
    text = websafe_encode(number)
    taken = Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN, data__credential__id=text)
    if len(number) not in NUMBER_BYTES or credential.get("id") != text or taken.exists():
        raise PasskeyError


def _update_counter(used: Authenticator, counter: int) -> None:
    """Store the signature counter.

    Raises PasskeyError where it goes back, because then the key was copied. Passkeys that are synchronized between
    devices always send 0.
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


def _parse_credential(request: HttpRequest, text: str) -> dict[str, Any]:
    """Parse the credential for the current challenge.

    The challenge must be of the last five minutes, and the credential sent by a page of this site. Raises PasskeyError.
    """
    asked_at = request.session.pop(_ASKED_AT, 0)
    if not -LIVES < time.time() - asked_at < LIVES or len(text) > LARGEST:
        raise PasskeyError
    if "\\u" in text:  # browsers escape only NUL and half characters so, which PostgreSQL cannot store
        raise PasskeyError
    try:
        credential = json.loads(text)
        client_data = json.loads(websafe_decode(credential["response"]["clientDataJSON"]))
        origin, crossed = client_data["origin"], client_data.get("crossOrigin", False)
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise PasskeyError from error
    if origin != f"{request.scheme}://{request.get_host()}" or crossed:
        raise PasskeyError
    return cast("dict[str, Any]", credential)


def _refused(error: Exception) -> PasskeyError:
    """Convert the libraries' many exceptions into PasskeyError; raise a DatabaseError as it is."""
    if isinstance(error, DatabaseError):
        raise error
    logger.info("A passkey was refused: %s", type(error).__name__)
    return PasskeyError()

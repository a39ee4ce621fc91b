"""Links to tables: computed tokens, and the cookie of phones that opened a link.

A token is a MAC over the session and the generation of its link, so it is not stored. Raising the generation
invalidates all older tokens and the cookies given for them.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Collection, Mapping

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from scorekeeper.people.identity import person_of

from .models import Session
from .permissions import Visitor
from .table import Table

COOKIE = settings.SESSION_COOKIE_NAME.removesuffix("sessionid") + "passes"
SALT = "scorekeeper.play.passes"  # part of every signature, so it stays when modules are renamed
BITS = 160
MOST_PHONE_IDS = 10**9
MOST_LINKS = 12  # in one cookie; the oldest is dropped
DAYS = 30
PHONE_ID = ""  # key of the phone's random id, beside the addresses


def token_of(session: Session) -> str:
    """The token of the present link.

    It has 160 bits as lower-case letters and digits, which cameras and chats preserve.
    """
    return _token(session.pk, session.link_generation)


def is_token_valid(session: Session, token: str) -> bool:
    """Return whether a token is that of the present link."""
    return constant_time_compare(token, token_of(session))


def visitor_of(request: HttpRequest) -> Visitor:
    """The visitor of a request, with the links opened on this phone."""
    return Visitor(person_of(request), links_of(request))


def links_of(request: HttpRequest) -> Mapping[str, int]:
    """The link generations by address from the cookie; empty without a valid cookie."""
    return {address: link for address, link in _read_cookie(request).items() if address != PHONE_ID}


def listener_of(request: HttpRequest) -> int:
    """The listener of a stream.

    This is the id of the person, the negative id of a spectator's phone, or 0.
    """
    person = person_of(request)
    return person.pk if person is not None else -_read_cookie(request).get(PHONE_ID, 0)


def remember_link(request: HttpRequest, response: HttpResponse, session: Session) -> HttpResponse:
    """Add the link of a table to the phone's cookie; players with a seat do not need it."""
    person = person_of(request)
    if person is not None and session.participations.filter(person=person).exists():
        return response
    others = {address: link for address, link in links_of(request).items() if address != session.address}
    links = dict([*others.items(), (session.address, session.link_generation)][-MOST_LINKS:])
    return _set_cookie(request, response, links)


def remember_rematch(
    request: HttpRequest, response: HttpResponse, table: Table, after: Session
) -> HttpResponse:
    """Add the link of a rematch for a phone that may watch the game before it.

    Members of the group do not need it. A link that was renewed since then is not added.
    """
    shut = table.permissions.of_group or after.link_generation > table.session.link_generation
    return response if shut else remember_link(request, response, after)


def forget_links(request: HttpRequest, response: HttpResponse, addresses: Collection[str]) -> HttpResponse:
    """Remove the links of tables from the phone's cookie."""
    links = {known: link for known, link in links_of(request).items() if known not in addresses}
    return _set_cookie(request, response, links)


def _read_cookie(request: HttpRequest) -> Mapping[str, int]:
    try:
        found = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=DAYS * 24 * 60 * 60)
    except signing.BadSignature:
        return {}
    return found if isinstance(found, dict) else {}


def _set_cookie(request: HttpRequest, response: HttpResponse, links: Mapping[str, int]) -> HttpResponse:
    if not links:
        response.delete_cookie(COOKIE, samesite="Lax")
        return response
    phone = _read_cookie(request).get(PHONE_ID) or 1 + secrets.randbelow(MOST_PHONE_IDS)
    response.set_cookie(
        COOKIE,
        signing.dumps({PHONE_ID: phone, **links}, salt=SALT, compress=True),
        max_age=DAYS * 24 * 60 * 60,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def _token(session: int, link: int) -> str:
    digest = salted_hmac(SALT, f"{session}:{link}", algorithm="sha256").digest()[: BITS // 8]
    return base64.b32encode(digest).decode().rstrip("=").lower()

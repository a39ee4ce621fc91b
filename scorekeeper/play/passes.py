"""The link to a table: a secret that is computed, never stored, and the cookie that a phone is given for it.

The token is a MAC by the server's key over the session and the generation of its link. Raising the generation makes
every older token, and every cookie that was given for one, worth nothing.
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
from .rights import Visitor
from .table import Table

COOKIE = settings.SESSION_COOKIE_NAME.removesuffix("sessionid") + "passes"
SALT = "scorekeeper.play.passes"
BITS = 160
MARKS = 10**9
KEPT = 12  # links that a phone remembers; the oldest one goes
DAYS = 30
MARK = ""  # in the place of an address: what tells this phone from others that have opened the same links


def token_of(session: Session) -> str:
    """What stands in the link of now: 160 bits, in letters and digits that any camera and any chat leaves alone."""
    return _token(session.pk, session.link)


def opens(session: Session, token: str) -> bool:
    """Whether this is the token of now."""
    return constant_time_compare(token, token_of(session))


def visitor_of(request: HttpRequest) -> Visitor:
    """Who asks, with the links that this phone has opened."""
    return Visitor(person_of(request), passes_of(request))


def passes_of(request: HttpRequest) -> Mapping[str, int]:
    """Address and generation of the links that this phone has opened; nothing where the cookie is not ours."""
    return {address: link for address, link in _kept(request).items() if address != MARK}


def listener_of(request: HttpRequest) -> int:
    """Who listens: a person by number, a phone that only watches by its mark, below zero; 0 where it has none yet."""
    person = person_of(request)
    return person.pk if person is not None else -_kept(request).get(MARK, 0)


def give_pass(request: HttpRequest, response: HttpResponse, session: Session) -> HttpResponse:
    """Let this phone watch a table from now on; whoever sits there needs no pass, which would cost him an older one."""
    person = person_of(request)
    if person is not None and session.phones.filter(person=person).exists():
        return response
    others = {address: link for address, link in passes_of(request).items() if address != session.address}
    kept = dict([*others.items(), (session.address, session.link)][-KEPT:])
    return _keep(request, response, kept)


def pass_on(request: HttpRequest, response: HttpResponse, table: Table, after: Session) -> HttpResponse:
    """Let a phone that may look at a table look at its rematch, too, also where it sat down too late to be taken along.

    Not where the link was changed since. Whoever is of the group needs none.
    """
    shut = table.rights.of_group or after.link > table.session.link
    return response if shut else give_pass(request, response, after)


def take_passes(request: HttpRequest, response: HttpResponse, addresses: Collection[str]) -> HttpResponse:
    """Let this phone forget tables."""
    kept = {known: link for known, link in passes_of(request).items() if known not in addresses}
    return _keep(request, response, kept)


def _kept(request: HttpRequest) -> Mapping[str, int]:
    try:
        found = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=DAYS * 24 * 60 * 60)
    except signing.BadSignature:
        return {}
    return found if isinstance(found, dict) else {}


def _keep(request: HttpRequest, response: HttpResponse, passes: Mapping[str, int]) -> HttpResponse:
    if not passes:
        response.delete_cookie(COOKIE, samesite="Lax")
        return response
    mark = _kept(request).get(MARK) or 1 + secrets.randbelow(MARKS)
    response.set_cookie(
        COOKIE,
        signing.dumps({MARK: mark, **passes}, salt=SALT, compress=True),
        max_age=DAYS * 24 * 60 * 60,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def _token(session: int, link: int) -> str:
    digest = salted_hmac(SALT, f"{session}:{link}", algorithm="sha256").digest()[: BITS // 8]
    return base64.b32encode(digest).decode().rstrip("=").lower()

"""Plain error pages for requests that never reach Django, made at start in each language.

The language is chosen when such a page is sent, by Django's own function and without a database: the one chosen on this
phone, else the browser's.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.utils.html import escape
from django.utils.translation import get_language_from_request, gettext_noop, override
from django.utils.translation import gettext as _

TEXTS = {
    HTTPStatus.BAD_REQUEST: (gettext_noop("Not understood."), gettext_noop("This cannot be read.")),
    HTTPStatus.REQUEST_TIMEOUT: (
        gettext_noop("That took too long."),
        gettext_noop("It took too long to arrive. Please send it again."),
    ),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: (
        gettext_noop("Too much at once."),
        gettext_noop("That is more than Scorekeeper accepts at once."),
    ),
    HTTPStatus.SERVICE_UNAVAILABLE: (
        gettext_noop("Not just now."),
        gettext_noop("Others are sending or fetching files just now. Please try again in a minute."),
    ),
}
Headers = list[tuple[bytes, bytes]]


class PlainErrorPages:
    """The plain pages by language and status, as bytes, all made before the first request."""

    def __init__(self) -> None:
        self.made: Mapping[str, Mapping[HTTPStatus, bytes]] = {
            code: _pages(code) for code, _name in settings.LANGUAGES
        }

    def page(self, status: HTTPStatus, headers: Headers) -> tuple[str, bytes]:
        """The language and the page of a status for the headers of a request."""
        language = language_of(headers)
        return language, self.made[language][status]


def language_of(headers: Headers) -> str:
    """The best supported language for the headers of a request; the first one without a match."""
    request = HttpRequest()
    texts: dict[bytes, str] = {name: value.decode("latin-1") for name, value in headers}
    cookies: dict[str, Any] = parse_cookie(texts.get(b"cookie", ""))
    request.COOKIES = cookies
    request.META["HTTP_ACCEPT_LANGUAGE"] = texts.get(b"accept-language", "")
    found = get_language_from_request(request)
    return found if found in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _pages(language: str) -> dict[HTTPStatus, bytes]:
    with override(language):
        return {status: _page(language, *map(_, text)) for status, text in TEXTS.items()}


def _page(language: str, title: str, text: str) -> bytes:
    return (
        f'<!doctype html><html lang="{language}"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><h1>{escape(title)}</h1><p>{escape(text)}</p></html>"
    ).encode()

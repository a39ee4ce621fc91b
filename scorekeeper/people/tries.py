"""Codes that are typed: how often somebody may try, and what he is told who tried too often."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.translation import ngettext

from scorekeeper.people import limits
from scorekeeper.people.limits import Verdict

TRIES, TRIES_IN_ALL = 9, 600  # a minute; the tenth of one network is one too many

Page = Callable[[str], HttpResponse]


def tried(purpose: str, request: HttpRequest) -> Verdict:
    """Count a code that somebody has typed."""
    return limits.allow(purpose, request, per_minute=TRIES, in_all=TRIES_IN_ALL)


def too_often(seconds: int, page: Page) -> HttpResponse:
    """The page that says what is wrong, as 429: how long to wait."""
    told = ngettext(
        "Too many tries. Wait %(count)d second, then press again.",
        "Too many tries. Wait %(count)d seconds, then press again.",
        seconds,
    )
    response = page(told % {"count": seconds})
    response["Retry-After"] = str(seconds)
    return response

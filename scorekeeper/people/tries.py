"""What somebody is told who tried too often to type a code."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from django.utils.translation import ngettext

Page = Callable[[str], HttpResponse]


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

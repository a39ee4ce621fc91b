"""The type of requests with htmx details, and the redirect after a POST."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django_htmx.middleware import HtmxDetails


class HtmxHttpRequest(HttpRequest):
    """A request after `HtmxMiddleware` of django-htmx."""

    htmx: HtmxDetails


def see_other(address: str) -> HttpResponse:
    """Redirect with status 303, so that the browser fetches the page and a reload sends nothing."""
    response = redirect(address)
    response.status_code = 303
    return response

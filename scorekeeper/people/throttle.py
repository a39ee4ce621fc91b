"""Middleware that throttles forms per person and network; pages for 429 and a full disk.

The limit is far above the rate at which people tap; it stops runaway scripts. Forms are counted in the memory of each
process, because that costs next to nothing; so several processes allow several times as many. Exact limits are counted
in the database (`people.rate_limits`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scorekeeper.core.db.disk_space import DiskFullError
from scorekeeper.core.web.networks import networks_of
from scorekeeper.core.web.rate_counters import SECONDS, RateCounter

from .rate_limits import RateLimitError

HOUR = 3600
NETWORK_FACTOR = 5  # forms of a network, as a multiple of one person's
logger = logging.getLogger(__name__)


class ThrottleMiddleware:
    """Refuse forms above the limit with 429 and Retry-After, before the view runs."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.per_person = RateCounter(settings.FORMS_A_MINUTE)
        self.per_network = RateCounter(NETWORK_FACTOR * settings.FORMS_A_MINUTE)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on; `process_view` counts forms, after the CSRF check."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Count a form for its person, or for a visitor's network.

        It is also counted for the whole network, which is a /48 for IPv6.
        """
        if request.method != "POST" or not self.per_person.most:
            return None
        person = request.user.pk if request.user.is_authenticated else None
        networks = networks_of(request)
        client = f"person {person}" if person else networks[0]
        wait = self.per_person.wait(client) or self.per_network.wait(networks[-1])
        return too_many_requests(request, wait) if wait else None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Turn RateLimitError into the same 429, and DiskFullError into 503."""
        if isinstance(error, DiskFullError):
            return disk_full(request)
        return too_many_requests(request, error.wait) if isinstance(error, RateLimitError) else None


def too_many_requests(request: HttpRequest, wait: int) -> HttpResponse:
    """Build the 429 response: a page, or plain text for htmx."""
    logger.info("Too many forms: person %s waits %d seconds", request.user.pk, wait)
    if request.headers.get("HX-Request"):
        text = _("Too much at once. Nothing is lost; it is sent again in a moment.")
        response = HttpResponse(text, status=429, content_type="text/plain; charset=utf-8")
    else:
        reading = request.method in ("GET", "HEAD")
        response = render(request, "429.html", {"reading": reading}, status=429)
        if reading and wait <= SECONDS:
            response["Refresh"] = str(wait)  # the browser reloads the page
    response["Retry-After"] = str(wait)
    return response


def disk_full(request: HttpRequest) -> HttpResponse:
    """Build the 503 response for a nearly full disk."""
    logger.error("The disk is nearly full: no files, groups and guests' first games are taken, lines are")
    if request.headers.get("HX-Request"):
        text = _("This server’s disk is nearly full.")
        response = HttpResponse(text, status=503, content_type="text/plain; charset=utf-8")
    else:
        response = render(request, "disk_full.html", status=503)
    response["Retry-After"] = str(HOUR)
    return response

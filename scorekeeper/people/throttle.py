"""How fast one phone may go: far more than anybody taps, so that a script gone wild holds up nobody else.

Forms are counted in the memory of each process, because counting must cost next to nothing here; so several
processes let as many times more through. What must be exact is counted in the database (`people.limits`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scorekeeper.core.web.networks import networks_of
from scorekeeper.core.web.rate_counters import SECONDS, Pace
from scorekeeper.people.room import NoRoomError

from .rate_limits import TooManyError

HOUR = 3600
CROWD = 5  # times as many forms as one person's come from everybody of a network
logger = logging.getLogger(__name__)


class PaceMiddleware:
    """Refuse the forms of whoever sends too many: 429, and when to try again. Nothing of them is looked at."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.pace = Pace(settings.FORMS_A_MINUTE)
        self.crowd = Pace(CROWD * settings.FORMS_A_MINUTE)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on; forms are counted below, once it is known that they come from a page of ours."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Count a form by its person, a stranger's by his network; and all of a network, of IPv6 of a /48."""
        if request.method != "POST" or not self.pace.most:
            return None
        person = request.user.pk if request.user.is_authenticated else None
        networks = networks_of(request)
        wait = self.pace.wait(f"person {person}" if person else networks[0]) or self.crowd.wait(networks[-1])
        return too_many(request, wait) if wait else None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer what was counted exactly in the same way, and what found no room on the disk."""
        if isinstance(error, NoRoomError):
            return no_room(request)
        return too_many(request, error.wait) if isinstance(error, TooManyError) else None


def too_many(request: HttpRequest, wait: int) -> HttpResponse:
    """The page that says to wait; htmx gets the words alone."""
    logger.info("Too many forms: person %s waits %d seconds", request.user.pk, wait)
    if request.headers.get("HX-Request"):
        told = _("Too much at once. Nothing is lost; it is sent again in a moment.")
        response = HttpResponse(told, status=429, content_type="text/plain; charset=utf-8")
    else:
        reading = request.method in ("GET", "HEAD")
        response = render(request, "429.html", {"reading": reading}, status=429)
        if reading and wait <= SECONDS:
            response["Refresh"] = str(wait)  # a page comes by itself
    response["Retry-After"] = str(wait)
    return response


def no_room(request: HttpRequest) -> HttpResponse:
    """The page that says that the disk is nearly full."""
    logger.error("The disk is nearly full: no files, groups and guests' first games are taken, lines are")
    if request.headers.get("HX-Request"):
        told = _("This server’s disk is nearly full.")
        response = HttpResponse(told, status=503, content_type="text/plain; charset=utf-8")
    else:
        response = render(request, "full.html", status=503)
    response["Retry-After"] = str(HOUR)
    return response

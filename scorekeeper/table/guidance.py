"""Guidance on the first empty sheet of a phone; a cookie ends it with the first line."""

from __future__ import annotations

from dataclasses import replace

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.play.table import Table

COOKIE = "guided"


def is_guided(request: HttpRequest) -> bool:
    """Return whether this phone has written a line."""
    return COOKIE in request.COOKIES


def with_guidance(request: HttpRequest, table: Table, panel: EntryPanel) -> EntryPanel:
    """Add one sentence to the panel of an empty sheet, for a phone that has written nothing yet."""
    if is_guided(request) or table.replayed.lines or panel.notice or panel.values.why:
        return panel
    return replace(panel, values=replace(panel.values, why=panel.values.guidance))


def end_guidance(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Store in a cookie that this phone has written a line."""
    if not is_guided(request):
        response.set_cookie(
            COOKIE,
            "1",
            max_age=settings.SESSION_COOKIE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return response

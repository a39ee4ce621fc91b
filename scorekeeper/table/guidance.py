"""Guidance on a phone's first empty sheet, and a question about debts for its owner.

A cookie remembers the first, the session the second.
"""

from __future__ import annotations

from dataclasses import replace

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.play.table import Table

COOKIE = f"{settings.COOKIE_PREFIX}guided"
ASKED = "asked_player"


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


def asks_player(request: HttpRequest, table: Table) -> bool:
    """Return whether the result, which has debts, asks for the owner of this phone."""
    allowed = table.permissions
    return (
        table.outcome is not None
        and bool(table.session.stake)
        and allowed.is_player
        and allowed.seat is None
        and not allowed.late
        and not allowed.removed
        and ASKED not in request.session
    )


def end_asking(request: HttpRequest) -> None:
    """Store in the session that the question for the owner of this phone was answered."""
    request.session[ASKED] = True

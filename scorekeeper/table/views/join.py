"""Joining a table: the QR page, the code page, and the link.

A link or code gives a phone a pass to look at the table. Taking a seat is a later step.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.core.web.http import HtmxHttpRequest, see_other
from scorekeeper.core.web.middleware import holds_a_secret
from scorekeeper.people import rate_limits
from scorekeeper.people.one_time_codes import normalize
from scorekeeper.people.rate_limits import too_many_attempts
from scorekeeper.play.access_links import is_token_valid, remember_link, remember_rematch, visitor_of
from scorekeeper.play.loading import load
from scorekeeper.play.models import Session
from scorekeeper.play.permissions import Visitor
from scorekeeper.play.table import Table
from scorekeeper.table import invitations
from scorekeeper.table.invitations import invitation
from scorekeeper.table.participants import participants_of, writers
from scorekeeper.table.response import redirect_to_table
from scorekeeper.table.spectator import next_game

CODES = "join code"


@require_safe
def join_table(request: HtmxHttpRequest, address: str, token: str) -> HttpResponse:
    """Open an invite link, with ?screen the one of a television.

    It writes nothing, because chats open links for previews too. A deleted game gives no pass: only members of its
    group may look at it.
    """
    session = Session.objects.filter(address=address).first()
    if session is None or not is_token_valid(session, token):
        raise Http404
    there = redirect(_address(session, screen="screen" in request.GET))
    return there if session.removed else remember_link(request, there, session)


@require_http_methods(["GET", "HEAD", "POST"])
def enter_code(request: HtmxHttpRequest, *, screen: bool = False) -> HttpResponse:
    """Enter a code; it gives the same pass as the link.

    `screen`: on a television, which opens the big screen of the table.
    """
    if request.method != "POST":
        return _asked(request, screen)
    text = request.POST.get("code", "").strip()[:40]
    code = normalize(text)
    if code is None:
        wrong = _("A code has eight letters and digits, such as 7KQM 2XHD. It is shown beside the QR code.")
        return _asked(request, screen, text, wrong, 422)
    verdict = rate_limits.allow(CODES, request)
    if not verdict:
        return too_many_attempts(verdict.wait, lambda wrong: _asked(request, screen, text, wrong, 429))
    session = invitations.session_with_code(code)
    if session is None:
        wrong = _("No table has this code now. Check it, or ask for a new one at the table.")
        return _asked(request, screen, text, wrong, 422)
    rate_limits.uncount(verdict)
    return remember_link(request, see_other(_address(session, screen=screen)), session)


@holds_a_secret
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Show the QR code.

    A POST opens a code to type for a while; a GET writes nothing.
    """
    visitor = visitor_of(request)
    if request.method == "POST":
        invitations.open_join_code(address, visitor)
        return see_other(reverse("invite", args=[address]))
    table = load(address, visitor)
    return render(request, "table/invite.html", _invited(request, table, visitor))


@require_POST
def follow(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Go from a finished game to its rematch, with a pass for it; without one, back to the game."""
    table = load(address, visitor_of(request))
    after = next_game(table)
    there = after or table.session
    # a big screen stays a big screen
    on_screen = "screen" in request.POST
    response = (
        see_other(reverse("big_screen", args=[there.address]))
        if on_screen
        else redirect_to_table(request, there)
    )
    return response if after is None else remember_rematch(request, response, table, after)


def _invited(request: HtmxHttpRequest, table: Table, visitor: Visitor) -> dict[str, Any]:
    participants = participants_of(table, visitor)
    return {
        "table": table,
        "session": table.session,
        "game_name": table.game_name,
        "participants": participants,
        "seated": participants.seated_text(table),
        "writers": writers(table),
        "invitation": invitation(request, table.session),
        **invitations.code_context(table.session),
    }


def _asked(
    request: HtmxHttpRequest, screen: bool, text: str = "", wrong: str = "", status: int = 200
) -> HttpResponse:
    context = {"typed": text, "wrong": wrong, "screen": screen}
    return render(request, "table/join.html", context, status=status)


def _address(session: Session, *, screen: bool) -> str:
    return reverse("big_screen" if screen else "table", args=[session.address])

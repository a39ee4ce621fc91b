"""The table on a television or a tablet that stands on it: all of the sheet to be seen, nothing to be tapped."""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper.core.web.http import HtmxHttpRequest
from scorekeeper.core.web.middleware import holds_a_secret
from scorekeeper.games import lines
from scorekeeper.games.card_rounds.presentation import begun
from scorekeeper.games.drafts import draft_of
from scorekeeper.people.avatars import avatar_html, initials
from scorekeeper.people.one_time_codes import in_fours
from scorekeeper.play.passes import listener_of, visitor_of
from scorekeeper.play.stream_ticket import stream_ticket
from scorekeeper.play.table import Table, load
from scorekeeper.table.invitations import invitation, join_code, seconds_left
from scorekeeper.table.response import etag_of, table_context
from scorekeeper.table.result import result_context
from scorekeeper.table.spectator import next_game, only_seen
from scorekeeper.table.status import lead_text

MOST_PAYMENTS = 6
CARDS = ("card", "take")  # what comes next in a trick
# What leads from a sheet to questions about it, and what it is spoken as because it can be tapped.
_LINKS = re.compile(r'(<a\b[^>]*?)\s+href="[^"]*"')
_ROWS = re.compile(r"\brows-\d+")
_SPOKEN = re.compile(r'(<a\b[^>]*?)\s+aria-label="[^"]*"')


@holds_a_secret
@require_safe
def show(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """The whole page, or only what changes; 304 for a screen that shows it so already."""
    table = load(address, visitor_of(request))
    code = join_code(table.session)
    etag = f'{etag_of(request, table)[:-1]}{"c" if code else "s"}"'
    ticket = stream_ticket(table, listener_of(request))
    if request.headers.get("If-None-Match", "").removeprefix("W/") == etag:
        response = HttpResponse(status=304)
        response["X-Live"] = ticket
    else:
        name = "joining/_screen.html" if request.htmx else "joining/screen.html"
        response = render(request, name, _context(request, table, code) | {"live": ticket})
    response["ETag"] = etag
    return response


def _context(request: HtmxHttpRequest, table: Table, code: str | None) -> dict[str, Any]:
    context = table_context(table, only_seen(table), sheet=True)
    last, over = table.last_line, table.outcome is not None
    payments = result_context(table)["payments"] if over else ()
    # the sides stand beside the sheet, which is as high as the screen
    sheet = context | {"side_totals": []}
    return context | {
        "sheet_html": _still(table, render_to_string(context["sheet_template"], sheet, request)),
        "who": _who(table),
        "dice": last.moves[0].get("dice", ()) if last and len(last.moves) == 1 and not over else (),
        "last_text": lines.told(table, last) if last else "",
        "lead": lead_text(table),
        "payments": payments[:MOST_PAYMENTS],
        "more": max(0, len(payments) - MOST_PAYMENTS),
        "invitation": invitation(request, table.session),
        "code": in_fours(code) if code else None,
        "again": seconds_left(table.session.joining),
        "after": next_game(table),
    }


def _still(table: Table, sheet: str) -> SafeString:
    """A sheet without its links, because nobody points at a television, and with all of its rows counted."""
    sheet = _ROWS.sub(f"rows-{max(9, min(len(table.sheet.rows), 16))}", sheet, count=1)
    return mark_safe(_SPOKEN.sub(r"\1", _LINKS.sub(r"\1", sheet)))  # noqa: S308 - drawn by our templates


def _who(table: Table) -> dict[str, Any]:
    """Whose name stands large beside the sheet, and why."""
    if table.outcome is not None:
        return {"name": lines.winners_line(table), "about": ""}
    if table.session.ended:
        return {"name": _("The game was ended"), "about": ""}
    key, about = _next(table)
    if key is None:
        return {"name": "", "about": ""}
    letters = dict(zip(table.names, initials(list(table.names.values())), strict=True))
    counter = avatar_html(table.seat(key).player.colour, letters[key])
    return {
        "counter": counter,
        "name": table.names[key],
        "about": about,
    }


def _next(table: Table) -> tuple[str | None, str]:
    """Who is expected now, and to do what: write, play a card, or deal."""
    if table.turn is not None:
        return table.turn, _("is next")
    if not table.game.DEALS:
        return None, ""
    entered = begun(table, draft_of(table))
    trick, round_ = entered.choice("trick"), entered.choice("round")
    card = next((each for each in entered.choices if each.kind in CARDS and each.player), None)
    if trick is not None and trick.fields.get("trick", 1) > 1:  # a hand runs trick by trick
        return trick.fields.get("leader"), _("is to play")
    if card is not None and entered.entry and round_ is None:
        return card.player, _("is to play")
    return table.game.dealer(table.state), _("deals")

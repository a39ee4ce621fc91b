"""The big screen: the table on a television or tablet, without controls."""

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
from scorekeeper.games.card_rounds.draft import with_choices
from scorekeeper.games.drafts import draft_of
from scorekeeper.games.presentations import presented
from scorekeeper.people.avatars import avatar_html, initials
from scorekeeper.people.one_time_codes import in_fours
from scorekeeper.play.access_links import listener_of, visitor_of
from scorekeeper.play.loading import load
from scorekeeper.play.stream_token import sign_stream_token
from scorekeeper.play.table import Table
from scorekeeper.table.invitations import invitation, join_code, seconds_left
from scorekeeper.table.response import etag_of, table_context
from scorekeeper.table.result import result_context
from scorekeeper.table.spectator import next_game, screen_panel
from scorekeeper.table.status import lead_text

MOST_PAYMENTS = 6
CARDS = ("card", "take")  # choices of the next card in a trick
# links from a sheet to its entry panels, and their labels for screen readers
_LINKS = re.compile(r'(<a\b[^>]*?)\s+href="[^"]*"')
_ROWS = re.compile(r"\brows-\d+")
_SPOKEN = re.compile(r'(<a\b[^>]*?)\s+aria-label="[^"]*"')


@holds_a_secret
@require_safe
def show(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Show the whole page, or its content for htmx; 304 if unchanged."""
    table = load(address, visitor_of(request))
    code = join_code(table.session)
    etag = f'{etag_of(request, table)[:-1]}{"c" if code else "s"}"'
    token = sign_stream_token(table, listener_of(request))
    if request.headers.get("If-None-Match", "").removeprefix("W/") == etag:
        response = HttpResponse(status=304)
        response["X-Live"] = token
    else:
        name = "table/_big_screen.html" if request.htmx else "table/big_screen.html"
        response = render(request, name, _context(request, table, code) | {"live": token})
    response["ETag"] = etag
    return response


def _context(request: HtmxHttpRequest, table: Table, code: str | None) -> dict[str, Any]:
    context = table_context(table, screen_panel(table), sheet=True)
    last, over = table.last_line, table.outcome is not None
    result = result_context(table) if over else {"payments": ()}
    payments = result["payments"]
    # the score by sides is shown beside the sheet, which fills the height of the screen
    sheet = context | {"side_totals": []}
    return context | {
        "sheet_html": _without_links(table, render_to_string(context["sheet_template"], sheet, request)),
        "who": _who(table),
        "dice": last.moves[0].get("dice", ()) if last and len(last.moves) == 1 and not over else (),
        "last_text": lines.line_text(table, last) if last else "",
        "lead": lead_text(table),
        "highlight": result.get("highlight", ""),
        "payments": payments[:MOST_PAYMENTS],
        "more": max(0, len(payments) - MOST_PAYMENTS),
        "invitation": invitation(request, table.session),
        "code": in_fours(code) if code else None,
        "again": seconds_left(table.session.code_expires),
        "after": next_game(table),
    }


def _without_links(table: Table, sheet: str) -> SafeString:
    """Remove the links from a sheet, since a television has no pointer, and show all its rows."""
    sheet = _ROWS.sub(f"rows-{max(9, min(len(table.sheet.rows), 16))}", sheet, count=1)
    return mark_safe(_SPOKEN.sub(r"\1", _LINKS.sub(r"\1", sheet)))  # noqa: S308 - rendered by our templates


def _who(table: Table) -> dict[str, Any]:
    """Return the name to show in large type beside the sheet, and the reason."""
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
    """Return the next player and their task: to write, play a card, or deal."""
    if table.turn is not None:
        return table.turn, _("is next")
    if not presented(table).has_drafts:
        return None, ""
    entered = with_choices(table, draft_of(table))
    trick, round_ = entered.choice("trick"), entered.choice("round")
    card = next((each for each in entered.choices if each.kind in CARDS and each.player), None)
    if (
        trick is not None and trick.fields.get("trick", 1) > 1
    ):  # from the second trick of a hand on, the leader of the trick is next
        return trick.fields.get("leader"), _("is to play")
    if card is not None and entered.entry and round_ is None:
        return card.player, _("is to play")
    return table.game.dealer(table.state), _("deals")

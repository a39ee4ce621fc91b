"""The page to share a finished game: text with a link to the table, picture of the sheet."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from scorekeeper.core.web.http import HtmxHttpRequest
from scorekeeper.core.web.middleware import holds_a_secret
from scorekeeper.play.access_links import visitor_of
from scorekeeper.play.loading import load
from scorekeeper.table.invitations import invitation
from scorekeeper.table.result import result_context


@holds_a_secret
@require_safe
def show(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Show the text, the link and the picture; for a game without result, redirect to the table.

    The script of the result reads this page, because the table page is compressed and may not contain the link.
    """
    table = load(address, visitor_of(request))
    if table.outcome is None or table.session.ended:
        return redirect("table", address)
    shared = invitation(request, table.session)
    context = {
        "session": table.session,
        "game_name": table.game_name,
        "day": table.session.day,
        "text": "\n".join([result_context(table)["share"], *([shared.link] if shared.reachable else [])]),
    }
    return render(request, "table/share.html", context)

"""The log page: every entry of a table, newest first."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.people.avatars import initials
from scorekeeper.play.access_links import visitor_of
from scorekeeper.play.loading import load
from scorekeeper.play.seats import has_turns
from scorekeeper.table.log_page import read_log
from scorekeeper.table.score_chart import has_course

ENTRIES_A_PAGE = 100


@require_safe
def show(request: HttpRequest, address: str) -> HttpResponse:
    """Show the log, or only the entries of a player or the changes of the table."""
    table = load(address, visitor_of(request))
    seat = request.GET.get("seat", "")
    seat = seat if seat in table.names else ""
    only_table = "changes" in request.GET
    letters = dict(zip(table.names, initials(list(table.names.values())), strict=True))
    log = read_log(table, seat=seat, only_table=only_table)
    own = table.seats if has_turns(table.game.slug) else ()  # a round or a hand belongs to all players
    page = Paginator(log.entries, ENTRIES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "table": table,
        "session": table.session,
        "game_name": table.game_name,
        "avatars": {each.key: (each.player.colour, letters[each.key]) for each in table.seats},
        "seats": [(each.key, each.player.name, each.player.colour, letters[each.key]) for each in own],
        "seat": seat,
        "only_table": only_table,
        "page": page,
        "has_course": has_course(table),
        "turns": log.turns(tuple(page.object_list)),
    }
    return render(request, "table/log.html", context)

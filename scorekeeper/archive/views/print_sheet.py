"""Printable sheet of a game, its image, and blank sheets."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.archive.print_document import blank_sheet, printed_sheet
from scorekeeper.archive.print_layout import row_height
from scorekeeper.archive.print_svg import picture
from scorekeeper.games.house_rules import read_rules
from scorekeeper.play.access_links import visitor_of
from scorekeeper.play.loading import load
from scorekeeper.rules import GAMES

MOST_COLUMNS = 10


@require_safe
def show(request: HttpRequest, address: str) -> HttpResponse:
    """Show the sheet of a game for printing and sharing."""
    table = load(address, visitor_of(request))
    paper = printed_sheet(table)
    signed = bool(paper.result and paper.result.get("stake"))
    context = {
        "paper": paper,
        "session": table.session,
        "game_name": table.game_name,
        "points": table.game.POINTS,
        "signed": signed,
        "height": row_height(paper, signed=signed),
    }
    return render(request, "archive/print.html", context)


@require_safe
def svg(request: HttpRequest, address: str) -> HttpResponse:
    """Return the sheet as an SVG image."""
    table = load(address, visitor_of(request))
    return HttpResponse(picture(printed_sheet(table)), content_type="image/svg+xml")


@require_safe
def blank(request: HttpRequest, game: str) -> HttpResponse:
    """Show a blank sheet for some players, with the house rules of the query."""
    if game not in GAMES:
        raise Http404
    known = GAMES[game]
    sizes = [count for count in known.PLAYERS if 2 <= count <= MOST_COLUMNS]
    number = request.GET.get("players", "")
    players = next((count for count in sizes if str(count) == number), min(4, sizes[-1]))
    rules = read_rules(known, request.GET.dict())
    fields = [(name, value) for name, value in rules.fields() if name in request.GET]
    paper = blank_sheet(rules, players)
    context = {
        "paper": paper,
        "game_name": rules.game_name,
        "blank": True,
        "points": known.POINTS,
        "signed": True,
        "height": row_height(paper, signed=True),
        "sizes": sizes,
        "players": players,
        "fields": fields,
    }
    return render(request, "archive/print.html", context)

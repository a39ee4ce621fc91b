"""List of a group's finished games, with search and pages."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.core.web.numbers import number_of
from scorekeeper.history.game_search import GameSearch, kinds_of, page_of, years_of
from scorekeeper.history.presentation import game_row
from scorekeeper.ledger.presentation import LedgerPlayer, distinct, ledger_players
from scorekeeper.people.identity import group_at, person_of
from scorekeeper.play.game_names import BY_KEY
from scorekeeper.play.models import Session

MOST_LETTERS = 60


@require_safe
def show(request: HttpRequest, group: str) -> HttpResponse:
    """List the finished games that match the query, newest first."""
    found = group_at(group, person_of(request))
    known = ledger_players(found)
    wanted = read_search(request.GET, known)
    page = page_of(found, wanted)
    context = {
        "group": found,
        "wanted": wanted,
        "rows": [game_row(game, known) for game in page.games],
        "older": search_query(replace(wanted, after=page.older)) if page.older else "",
        "kinds": [(kind.key, kind.name, kind == wanted.game) for kind in kinds_of(found)],
        "people": sorted(distinct(known), key=lambda player: player.name.casefold()),
        "years": years_of(found),
        "ended": Session.objects.filter(group=found, removed=None, ended__isnull=False).exists(),
        "narrowed": wanted != GameSearch(after=wanted.after),
    }
    return render(request, "history/games.html", context)


def read_search(form: QueryDict, known: dict[int, LedgerPlayer]) -> GameSearch:
    """Parse the search of a query; invalid values are ignored."""
    game, year = form.get("game", ""), number_of(form.get("year", ""))
    player = number_of(form.get("player", ""))
    return GameSearch(
        game=BY_KEY.get(game),
        player=player if player in known else 0,
        year=year if 1970 < year < 9999 else 0,
        since=_day(form.get("since", "")),
        until=_day(form.get("until", "")),
        words=form.get("words", "").replace("\x00", "").strip()[:MOST_LETTERS],
        after=form.get("after", ""),
    )


def search_query(wanted: GameSearch) -> str:
    """Return the query string of a search."""
    fields = {
        name: getattr(wanted, name) for name in ("game", "player", "year", "since", "until", "words", "after")
    }
    if wanted.game:
        fields["game"] = wanted.game.key
    query = QueryDict(mutable=True)
    query.update({name: value for name, value in fields.items() if value})
    return query.urlencode()


def _day(text: str) -> date | None:
    """Parse a day as browsers send it, 2026-11-21; None if it is invalid or far from all games."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if 1970 < found.year < 9999 else None

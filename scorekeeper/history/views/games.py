"""Every finished game of a group: a list to filter, to search and to leaf through."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.core.web.numbers import number_of
from scorekeeper.history.game_rows import game_row
from scorekeeper.history.games import Wanted, kinds_of, page_of, years_of
from scorekeeper.ledger.presentation import Face, distinct, faces
from scorekeeper.people.identity import group_at, person_of
from scorekeeper.play.game_names import BY_KEY
from scorekeeper.play.models import Session

MOST_LETTERS = 60


@require_safe
def show(request: HttpRequest, group: str) -> HttpResponse:
    """Games that are over, newest first."""
    found = group_at(group, person_of(request))
    known = faces(found)
    wanted = read(request.GET, known)
    page = page_of(found, wanted)
    context = {
        "group": found,
        "wanted": wanted,
        "rows": [game_row(game, known) for game in page.games],
        "older": query(replace(wanted, after=page.older)) if page.older else "",
        "kinds": [(kind.key, kind.name, kind == wanted.game) for kind in kinds_of(found)],
        "people": sorted(distinct(known), key=lambda face: face.name.casefold()),
        "years": years_of(found),
        "ended": Session.objects.filter(group=found, removed=None, ended__isnull=False).exists(),
        "narrowed": wanted != Wanted(after=wanted.after),
    }
    return render(request, "history/games.html", context)


def read(form: QueryDict, known: dict[int, Face]) -> Wanted:
    """What is looked for; whatever makes no sense is left out."""
    game, year = form.get("game", ""), number_of(form.get("year", ""))
    player = number_of(form.get("player", ""))
    return Wanted(
        game=BY_KEY.get(game),
        player=player if player in known else 0,
        year=year if 1970 < year < 9999 else 0,
        since=_day(form.get("since", "")),
        until=_day(form.get("until", "")),
        words=form.get("words", "").replace("\x00", "").strip()[:MOST_LETTERS],
        after=form.get("after", ""),
    )


def query(wanted: Wanted) -> str:
    """What asks for these games again."""
    fields = {
        name: getattr(wanted, name) for name in ("game", "player", "year", "since", "until", "words", "after")
    }
    if wanted.game:
        fields["game"] = wanted.game.key
    return urlencode({name: value for name, value in fields.items() if value})


def _day(text: str) -> date | None:
    """A day as a browser sends it, 2026-11-21; None for whatever is none, and for what is far from all games."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if 1970 < found.year < 9999 else None

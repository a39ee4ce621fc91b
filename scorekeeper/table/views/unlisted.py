"""Games that the list of results leaves out: deleted ones, and those ended early."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper.core.i18n.dates import day_of_play
from scorekeeper.people.identity import group_at, person_of
from scorekeeper.people.messages import group_title
from scorekeeper.people.models import Group
from scorekeeper.play.game_names import game_name
from scorekeeper.play.models import Seat, Session

PAGE = 30


@require_safe
def deleted(request: HttpRequest, group: str) -> HttpResponse:
    """List the deleted games of a group, the last deleted first, with links to restore them."""
    found = group_at(group, person_of(request))
    games = Session.objects.filter(group=found, removed__isnull=False).order_by("-removed", "-pk")
    return _page(request, found, games, title=_("Deleted games"), deleted=True)


@require_safe
def ended(request: HttpRequest, group: str) -> HttpResponse:
    """List the games of a group that were ended early, the last ended first."""
    found = group_at(group, person_of(request))
    games = Session.objects.filter(group=found, removed=None, ended__isnull=False).order_by("-ended", "-pk")
    return _page(request, found, games, title=_("Games ended early"), deleted=False)


def _page(
    request: HttpRequest, group: Group, games: QuerySet[Session], *, title: str, deleted: bool
) -> HttpResponse:
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("position", "number"))
    page = Paginator(games.prefetch_related(seats), PAGE).get_page(request.GET.get("page", "1"))
    context = {
        "group": group,
        "called": group_title(group),
        "title": title,
        "deleted": deleted,
        "page": page,
        "rows": [_row(session) for session in page.object_list],
    }
    return render(request, "table/unlisted.html", context)


def _row(session: Session) -> dict[str, Any]:
    return {
        "address": session.address,
        "name": game_name(session.game, session.options),
        "players": [seat.player.name for seat in session.seats.all()],
        "day": session.day,
        "deleted": None if session.removed is None else day_of_play(session.removed),
    }

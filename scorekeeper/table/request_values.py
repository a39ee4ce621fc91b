"""Values of a request: the game and the group of a new game."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest

from scorekeeper.people.groups import groups_of
from scorekeeper.people.identity import group_of, person_of
from scorekeeper.people.models import Group
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Game


def game_or_404(slug: str) -> Game[Any, Any]:
    """Return the game with this slug.

    Raises Http404.
    """
    if slug not in GAMES:
        raise Http404
    return GAMES[slug]


def group_for_new_game(request: HttpRequest) -> Group | None:
    """Return the group that a new game belongs to: the one named, else the person's current one.

    None for a visitor without a group. Raises Http404 if the address names a group of other persons. A form may name a
    group that its author has left meanwhile; then their current group is used.
    """
    person = person_of(request)
    wanted = request.POST.get("group") or request.GET.get("group")
    mine = groups_of(person) if person and wanted else []
    found = next((group for group in mine if group.address == wanted), None)
    if found is None and "group" in request.GET:
        raise Http404
    return found or group_of(person)

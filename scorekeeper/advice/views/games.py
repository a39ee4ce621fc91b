"""The list of the games that the coach knows."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.games.presentations import presentation_of
from scorekeeper.play.game_names import in_order
from scorekeeper.rules import DICE_GAMES


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Show the dice games; each leads to its question."""
    games = [
        {
            "edition": edition,
            "emblem": presentation.preset_emblems.get(edition.preset, presentation.emblem),
        }
        for edition in in_order()
        if edition.slug in DICE_GAMES
        for presentation in [presentation_of(DICE_GAMES[edition.slug])]
    ]
    return render(request, "advice/games.html", {"games": games})

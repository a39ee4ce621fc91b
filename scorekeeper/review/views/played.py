"""The page "How it was played": luck and choices of a finished dice game."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.play.access_links import visitor_of
from scorekeeper.play.loading import load
from scorekeeper.play.table import Table
from scorekeeper.review.charts import outlook_chart, winning_chart
from scorekeeper.review.game_review import can_be_reviewed, coach_failed, coach_table, review_of
from scorekeeper.review.player_texts import players_of, question_about


@require_safe
def show(request: HttpRequest, address: str) -> HttpResponse:
    """Show the review to everybody who may see the table.

    404 for a game that is running or has no dice.
    While the coach computes, the page says so and loads itself again.
    """
    table = load(address, visitor_of(request))
    if not can_be_reviewed(table):
        raise Http404
    context = {"table": table, "session": table.session, "game_name": table.game_name}
    return render(request, "review/played.html", context | _review(table))


def _review(table: Table) -> dict[str, Any]:
    coach = coach_table(table)
    failed = coach_failed(table)
    if coach is None:
        return {"waits": not failed, "failed": failed}
    review = review_of(table, coach)
    players = players_of(table, review)
    return {
        "waits": review.winning is None and len(table.state.seats.sides) > 1 and not failed,
        "failed": failed,
        "players": players,
        "without_dice": sum(each["without_dice"] for each in players),
        "outlook": outlook_chart(table, review),
        "winning": winning_chart(table, review),
        "against": len(table.state.seats.sides) > 1,
        "exact_from": review.winning.exact if review.winning is not None else 0,
        "ask": question_about(table).address,
        "cut_off": any(not each.whole for each in review.players.values()),
    }

"""A practice game against optimal play, one address for each of its moments."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper.advice import practice
from scorekeeper.advice.messages import cost_text
from scorekeeper.advice.practice import COACH, WIN, YOU, Practice
from scorekeeper.advice.question import BUTTONS, dice_game_or_404, read_question
from scorekeeper.games.dice_sheet.advice import has_failed, table_at_hand, table_of
from scorekeeper.games.house_rules import known_rules
from scorekeeper.rules.dice_sheet.game import SheetGame
from scorekeeper.rules.dice_sheet.state import State


@require_safe
def show(request: HttpRequest, game: str) -> HttpResponse:
    """Show a game, take the choice made in it, or offer to start one.

    Every choice leads to an address of its own, so that reloading and going back change nothing.
    """
    found = dice_game_or_404(game)
    played = practice.from_token(found, request.GET.get("at", "")) if "at" in request.GET else None
    if played is None:
        return _set_up(request, found)
    table = table_of(found, played.options)
    context = {"game": found, "game_name": read_name(played), "at": request.GET["at"]}
    if table is None:
        context["failed"] = has_failed(found, played.options)
        return render(request, "advice/practice_waiting.html", context)
    if "box" in request.GET:
        return _go_on(practice.write(played, table, request.GET["box"]))
    if "throw" in request.GET:
        places = {int(text) for text in request.GET.getlist("keep") if text in {"0", "1", "2", "3", "4"}}
        after = practice.throw(played, table, places)
        if after != played or not played.dice:
            return _go_on(after)
        context["all_kept"] = True
    return render(request, "advice/practice.html", context | _shown(played))


def read_name(played: Practice) -> str:
    """Return the name of the game under its house rules."""
    return known_rules(played.game, played.rules).game_name


def _set_up(request: HttpRequest, game: SheetGame) -> HttpResponse:
    """Offer the house rules of a game, or start it."""
    question = read_question(game, request.GET)
    if "start" in request.GET and not question.rules.errors and not BUTTONS & request.GET.keys():
        return _go_on(practice.start(game.slug, question.rules.explicit))
    table = None if question.rules.errors else table_at_hand(game, question.rules.options)
    context = {
        "form": question,
        "rules": question.rules,
        "game": game,
        "game_name": question.rules.game_name,
        "expected": None if table is None else table.expected,
        "lost": "at" in request.GET,
    }
    return render(
        request, "advice/practice_start.html", context, status=422 if question.rules.errors else 200
    )


def _go_on(played: Practice) -> HttpResponse:
    address = reverse("practice", args=[played.game.slug])
    return redirect(f"{address}?{urlencode({'at': played.to_token()})}")


def _shown(played: Practice) -> dict[str, Any]:
    """Return what the page of a moment shows."""
    state = played.state()
    outcome = played.game.outcome(state)
    choices = practice.choices_now(played, state) if played.dice else ()
    offers = {each.box or WIN: each.offers[0].points for each in choices if each.offers}
    left = practice.may_throw(played, state) if played.dice else False
    return {
        "state": state,
        "dice": _dice(played),
        "made": played.made,
        "left": left,
        "spare": left and played.made >= played.game.throws,
        "wins": WIN in offers,
        "rows": _rows(played, state, offers),
        "totals": [played.game.total(played.options, column) for column in state.columns],
        "report": cost_text(played),
        "coach_line": _line_of_coach(played, state),
        "given_away": played.given_away,
        "winner": None if outcome is None else ("" if len(outcome.winners) > 1 else outcome.winners[0]),
        "over": outcome is not None,
    }


def _dice(played: Practice) -> list[tuple[int, str, bool]]:
    """Return place and face of each die, and whether it was kept from the throw before."""
    kept = 0 if played.last is None or played.last.kept is None else len(played.last.kept)
    return [(place, die, place < kept) for place, die in enumerate(played.dice)]


def _rows(played: Practice, state: State, offers: dict[str, int]) -> list[dict[str, Any]]:
    """Return the rows of the sheet: your points or possible points, and the coach's points."""
    last = played.lines[-1].box if played.lines and len(played.lines) % 2 == 0 else ""
    you, coach = (practice.column_of(played, state, player) for player in (YOU, COACH))
    return [
        {
            "key": name,
            "label": _(box.label),
            "you": you.cells[name].points if name in you.cells else None,
            "offer": offers.get(name),
            "coach": coach.cells[name].points if name in coach.cells else None,
            "fresh": name == last,
        }
        for name, box in played.game.boxes(played.options).items()
    ]


def _line_of_coach(played: Practice, state: State) -> dict[str, Any] | None:
    """Return the coach's latest line; None while it has none."""
    if len(played.lines) < 2:
        return None
    line = played.lines[len(played.lines) // 2 * 2 - 1]
    boxes = played.game.boxes(played.options)
    column = practice.column_of(played, state, COACH)
    return {
        "dice": line.dice,
        "box": _(boxes[line.box].label) if line.box else "",
        "points": column.cells[line.box].points if line.box else None,
    }

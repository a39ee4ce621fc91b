"""Ask the coach: a question by its address, and the answer below the form."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from scorekeeper.advice.question import BUTTONS, Question, dice_game_or_404, read_question
from scorekeeper.games.dice_sheet.advice import advise, has_failed, table_at_hand, table_of, turn_of
from scorekeeper.rules.contract import MoveError


@require_safe
def show(request: HttpRequest, game: str) -> HttpResponse:
    """Show the form of a question, with the answer if the form is correct.

    A form leads to its shortest address, which can be shared.
    """
    question = read_question(dice_game_or_404(game), request.GET)
    fields = question.fields()
    if not question.rules.errors and not BUTTONS & request.GET.keys() and dict(fields) != request.GET.dict():
        return redirect(f"{question.address}#answer" if fields else question.address)
    answer = _answer(question)
    rules = [(name, text) for name, text in fields if name.startswith("rule-") or name == "preset_shown"]
    context = {
        "question": question,
        "form": question,  # as the template of house rules calls it
        "rules": question.rules,
        "game": question.game,
        "game_name": question.rules.game_name,
        "answer": answer,
        "here": question.address,
        "practice_query": urlencode(rules),
        "wrong": len(question.errors) + len(question.rules.errors),
    }
    return render(request, "advice/ask.html", context, status=422 if context["wrong"] else 200)


def _answer(question: Question) -> dict[str, Any] | None:
    """Return the answer, `waiting` while the table is computed; None for a question with faults.

    A page that was asked nothing shows the value of the game if it is at hand, and computes nothing.
    """
    asked = question.position()
    if asked is None:
        return None
    game, options = question.game, question.rules.options
    known = None if question.asked else table_at_hand(game, options)
    if known is None and not question.asked:
        return None
    from scorekeeper.coach import position, store  # noqa: PLC0415 - numpy is imported where it is used

    try:
        found = position.parse_position(store.model_of(game, options), asked)
    except MoveError as error:
        question.refuse(error)
        return None
    table = known or table_of(game, options)
    if table is None:
        return {"waiting": True, "failed": has_failed(game, options)}
    turn = turn_of(table, found.column)
    answer: dict[str, Any] = {
        "value": turn.value,
        "total": game.total(options, found.column) + turn.value,
        "deviation": None if found.column.cells else table.deviation,
    }
    return answer | ({"advice": advise(turn, found.dice, found.made)} if found.dice else {})

"""Refused writes: the notice for a refusal, and the state before a line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.play.exceptions import RefusedError
from scorekeeper.play.replay import BrokenLineError, Line, replay_lines
from scorekeeper.play.table import Table, rule_seats
from scorekeeper.rules.contract import RuleError

from .entry_panel import Answer, Notice
from .messages import explain
from .presentations import presented


def state_without(table: Table, line: Line, index: int) -> Any:
    """Return the state just before the move at `index` of a line.

    Raises Http404 if it cannot be replayed.
    """
    lines = []
    for each in table.replayed.lines:
        if each.number == line.number:
            lines.append(replace(each, moves=each.moves[:index]))
            break
        lines.append(each)
    try:
        return replay_lines(table.game, table.options, rule_seats(table.seats), lines).state
    except BrokenLineError as broken:
        raise Http404 from broken


def rule_link(
    table: Table, error: Exception, query: Mapping[str, object] | None = None
) -> tuple[Answer, ...]:
    """Return a link to the rule of a refusal; `query`: the panel to which the help page returns."""
    topic = presented(table).rule_of(error) if isinstance(error, RuleError) else ""
    if not topic:
        return ()
    page = reverse("rules", args=[table.session.address], query=query)
    return (Answer(_("The rule"), href=f"{page}#box-{topic}"),)


def refusal(table: Table, refused: RefusedError) -> Notice:
    """Return the notice of a refused write, with a link to the later line that it would break."""
    why = explain(refused.error, names=table.names, game=table.game, rules=table.session.options)
    if refused.error.code == "log_full":
        new = Answer(_("New game"), href=reverse("new_game", args=[table.game.slug]))
        return Notice(_("Not entered."), why, "bad", (new,))
    if refused.line is None:
        answers = (*rule_link(table, refused.error), Answer(_("All right"), href="?"))
        return Notice(_("Not entered."), why, "bad", answers)
    strong, see = presented(table).lines.refusal(table, refused.line)
    link = Answer(see, href=f"?line={refused.line.number}")
    return Notice(strong, why, "bad", (link, *rule_link(table, refused.error)))

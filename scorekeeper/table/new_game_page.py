"""The page of the new-game form."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from scorekeeper.core.web.http import HtmxHttpRequest
from scorekeeper.people.models import Group
from scorekeeper.play.game_names import edition_of
from scorekeeper.rules.contract import Seats

from .group_defaults import rules_of
from .match_texts import length_text, new_match_choices
from .new_game_form import NewGameForm
from .opening_texts import beginning, opening_of, order_hint
from .seat_rows import seat_rows
from .stake_preview import example, summary

_ANYBODY = Seats(("1", "2"))


def new_game_response(
    request: HtmxHttpRequest, form: NewGameForm, *, group: Group | None = None, status: int = 200
) -> HttpResponse:
    """Render the form: the whole page, or its content for htmx.

    `group`: owner of stored rules.
    """
    name = "table/_new_game.html" if request.htmx else "table/new_game.html"
    own = rules_of(group, form.game)
    may_keep = group is not None and (own is None or own.explicit != form.rules.explicit)
    more = {"may_keep": may_keep, "are_own": own is not None and not may_keep}
    return render(request, name, _context(form) | more, status=status)


def _context(form: NewGameForm) -> dict[str, Any]:
    seating, stake = form.seating, form.stake
    fewest, most = form.player_counts[0], form.player_counts[-1]
    start = beginning(form.game, seating)
    seats = seat_rows(seating, form.known, form.errors, most, start.notes)
    return {
        "form": form,
        "game": form.game,
        "game_name": form.rules.game_name,
        "summary": edition_of(form.game.slug, form.rules.options).summary,
        "seats": seats,
        "named": [seat for seat in seats if seat.name],
        "errors": form.errors,
        "sides": form.possible_sides,
        "side_numbers": seating.numbers if seating.sides in form.possible_sides else (),
        "sides_text": seating.partners_text() if seating.sides in form.possible_sides else "",
        "rules": form.rules,
        "highest": _highest(form),
        "stake": stake,
        "stake_summary": summary(stake),
        "example": example(stake, len(seating.lines), seating.sides, may_win=form.may_win),
        "lengths": new_match_choices(form.length),
        "match_summary": length_text(form.length),
        "start": start.button_text(seating.names),
        "beginning": start,
        "by_draw": opening_of(form.game),
        "order_hint": order_hint(form.game),
        "fewest": fewest,
        "most": most,
        "focus": form.focus,
    }


def _highest(form: NewGameForm) -> int | None:
    """Return the highest total under these rules, where a sheet of boxes sets one."""
    if not form.game.BOXES:
        return None  # rounds go on until a player has won
    bounds = form.game.bounds(form.game.start(form.rules.options, _ANYBODY))
    return max(most for _least, most in bounds.values()) if bounds else None

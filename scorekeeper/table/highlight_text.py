"""The sentence of a finished game's result, in the active language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.i18n.dates import show_month, today
from scorekeeper.games.phrases import and_list
from scorekeeper.games.presentations import presented
from scorekeeper.play.past_games import PastGames
from scorekeeper.play.table import Table, rule_seats

from .highlights import Highlight, course_highlights, course_of, rarest
from .past_highlights import past_highlights

Fields = Mapping[str, Any]


def highlight_of(table: Table, past: PastGames | None) -> Highlight | None:
    """Return the rarest highlight of a finished game; None where nothing is rare.

    `past`: the other games of its group, None for a visitor who may not know them.
    """
    outcome, found = table.outcome, list[Highlight]()
    if outcome is None:
        return None
    lines = [line.moves for line in table.replayed.lines]
    course = (
        None
        if table.session.imported_result
        else course_of(table.game, table.options, rule_seats(table.seats), lines)
    )
    if course is not None:
        found += course_highlights(course)
    if past is not None:
        found += past_highlights(past, outcome)
    return rarest([each for each in found if each.code in _TEXTS or each.code in _own_texts(table)])


def highlight_text(table: Table, highlight: Highlight | None) -> str:
    """Return a highlight as a sentence without a full stop; "" for none."""
    if highlight is None:
        return ""
    count = len(highlight.seats)
    fields: dict[str, Any] = {
        **highlight.fields,
        "side": and_list([table.name(key) for key in highlight.seats]),
        "members": count,
        "game": table.game_name,
    }
    if "last" in fields:
        fields["since"] = show_month(fields["last"])
    own = _own_texts(table).get(highlight.code)
    return _TEXTS[highlight.code](fields) if own is None else str(own % fields)


def _own_texts(table: Table) -> Mapping[str, Any]:
    """Return the texts that depend on the game: of its turns, and of its automatic win."""
    shown_by = presented(table)
    of_turns = {"last_turn": shown_by.unit.last, "led_throughout": shown_by.unit.led}
    return {**of_turns, **shown_by.automatic_win_highlights}


def _comeback(fields: Fields) -> str:
    text = ngettext(
        "%(side)s came back from %(points)d behind",
        "%(side)s came back from %(points)d behind",
        fields["members"],
    )
    return text % fields


def _last_place(fields: Fields) -> str:
    text = ngettext(
        "%(side)s came back from last place", "%(side)s came back from last place", fields["members"]
    )
    return text % fields


def _spread(fields: Fields) -> str:
    text = ngettext(
        "Only %(points)d point between first and last",
        "Only %(points)d points between first and last",
        fields["points"],
    )
    return text % fields


def _closest(fields: Fields) -> str:
    if fields["year"] == today().year:
        return _("The closest finish this year")
    return _("The closest finish of %(year)d") % fields


_TEXTS: Mapping[str, Callable[[Fields], str]] = {
    "comeback": _comeback,
    "last_place": _last_place,
    "lead_changes": lambda fields: _("The lead changed hands %(count)d times") % fields,
    "spread": _spread,
    "wins_in_a_row": lambda fields: _("%(side)s has won %(count)d games of %(game)s in a row") % fields,
    "first_win": lambda fields: _("%(side)s wins at %(game)s for the first time") % fields,
    "first_win_in": lambda fields: _("%(side)s’s first win in %(count)d games of %(game)s") % fields,
    "record": lambda fields: _("%(side)s’s %(points)d is the highest %(game)s total in this group") % fields,
    "best_yet": lambda fields: _("%(side)s’s best %(game)s yet: %(points)d") % fields,
    "closest": _closest,
}

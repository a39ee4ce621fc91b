"""The big screen of games on a sheet of boxes."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.scoreboard import last_line, tiles
from scorekeeper.games.screen import LastLine, Question, Screen
from scorekeeper.play.table import Table

from .pad import dice_game
from .prospects import spares_left


def dice_screen(table: Table) -> Screen:
    """Return the player of the turn with their rolls, and the sheet below the totals."""
    turn, turns = table.sheet.progress
    spares = spares_left(table)
    return Screen(
        Question(table.turn, about=_rolls(table, spares) if table.turn else ""),
        (_("Turn"), _("%(turn)d of %(turns)s") % {"turn": turn, "turns": turns}),
        tiles(
            table,
            asked=table.turn,
            notes={key: (_("%(count)s Gut") % {"count": left},) for key, left in spares.items() if left},
        ),
        "games/dice_sheet/_sheet.html",
        last=_last_line(table),
    )


def _rolls(table: Table, spares: dict[str, int]) -> str:
    """Describe the rolls of the turn: "3 rolls", "3 rolls, 2 Gut"."""
    count = dice_game(table).throws
    rolls = ngettext("%(count)d roll", "%(count)d rolls", count) % {"count": count}
    left = spares.get(table.turn or "", 0)
    return listed([rolls, _("%(count)s Gut") % {"count": left} if left else ""])


def _last_line(table: Table) -> LastLine | None:
    """Return the newest line with its dice and their roll; boxes struck on leaving have none."""
    found, last = last_line(table), table.scored_line
    if found is None or last is None or len(last.moves) > 1:
        return found
    dice = tuple(last.moves[0].get("dice", ()))
    return replace(found, dice=dice, roll=_roll(table, last.moves[0].get("throws")) if dice else "")


def _roll(table: Table, throws: int | None) -> str:
    """Describe the roll of a line: "roll 2 of 3", or its number alone for a spare throw."""
    rolls = dice_game(table).throws
    if throws is not None and throws > rolls:
        return _("roll %(roll)d") % {"roll": throws}
    return _("roll %(roll)d of %(rolls)d") % {"roll": throws or rolls, "rolls": rolls}

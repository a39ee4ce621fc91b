"""Sheets of boxes: entered by dice or by points, in one go, so nothing of them is ever a draft."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NoReturn

from django.http import Http404, QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scorekeeper.games.drafts import Draft
from scorekeeper.games.entry_panel import (
    Answer,
    EntryPanel,
    Notice,
    ask_out_of_turn,
    dice_game,
    seat_panel,
    writing_panel,
)
from scorekeeper.games.query import Ask
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import RuleError

from .correction import line_panel
from .retry import tried
from .score_sheet import Grid, draw


class DicePanel:
    """The pad of dice and the grid of boxes."""

    def entry_panel(self, table: Table, ask: Ask) -> EntryPanel:
        """By what was tapped: a written cell, a head, else the pad of whoever writes."""
        if ask.line is not None:
            return line_panel(table, ask)
        if ask.seat is not None:
            return seat_panel(table, ask.seat)
        if table.turn is None and ask.writer is None:
            return EntryPanel("over")
        return writing_panel(table, ask)

    def notice(self, table: Table, ask: Ask, panel: EntryPanel) -> Notice | None:
        """Out of turn is asked; dice that are none are said."""
        return ask_out_of_turn(table, ask) or _bad_dice(table, ask, panel)

    def sheet(self, table: Table, panel: EntryPanel) -> Mapping[str, Any]:
        """The grid."""
        grid = draw(table, panel.pencil)
        return {
            "sheet_template": "play/_sheet.html",
            "grid": grid,
            "heads": grid.heads,
            "bounds": _bounds(table, grid),
        }

    def tried(self, table: Table, form: QueryDict) -> Ask:
        """The same dice, throw and box."""
        return tried(table, form)

    def remedies(self, table: Table, error: RuleError) -> tuple[Answer, ...]:
        """Nothing of a sheet of boxes is a draft."""
        return ()

    def press(self, table: Table, draft: Draft, key: str) -> NoReturn:
        """Nothing here is begun tap by tap. Raises Http404."""
        raise Http404


def _bounds(table: Table, grid: Grid) -> list[SafeString]:
    """What is still possible for each player."""
    bounds, words = table.game.bounds(table.state) or {}, _("{least} to {most}")
    return [
        _bound(head.counter, head.name, words, *bounds[head.key]) for head in grid.heads if head.key in bounds
    ]


@lru_cache(maxsize=1024)
def _bound(counter: SafeString, name: str, words: str, least: int, most: int) -> SafeString:
    """The same for each player who has written nothing since."""
    told = format_html(words, least=_bold(least), most=_bold(most))
    return format_html('{}<span class="vh">{} </span>{}', counter, name, told)


def _bold(number: int) -> SafeString:
    return format_html("<b>{}</b>", number)


def _bad_dice(table: Table, ask: Ask, panel: EntryPanel) -> Notice | None:
    """What was typed is no dice, or more of them than the game has."""
    if panel.mode not in ("dice", "right_dice") or not (
        ask.bad_dice or len(ask.dice) > dice_game(table).dice
    ):
        return None
    example = "44442"[-dice_game(table).dice :]
    return Notice(
        _("No such dice."), _("Type the faces that lie there: %(dice)s.") % {"dice": example}, "bad"
    )

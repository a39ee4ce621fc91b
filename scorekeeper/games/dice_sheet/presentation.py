"""Presentation of games on a sheet of boxes, entered by dice or by points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from random import Random
from typing import Any, NoReturn, TypedDict

from django.http import Http404, QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.games.base import Family, FirstPlayer, Presentation
from scorekeeper.games.drafts import Draft
from scorekeeper.games.entry_panel import EntryPanel, Notice
from scorekeeper.games.panel_request import PanelRequest
from scorekeeper.games.screen import Screen
from scorekeeper.play.table import Table

from . import refused_form
from .correction_panel import line_panel
from .entry import ask_out_of_turn, seat_panel, writing_panel
from .lines import LINES
from .pad import dice_game, wrong_dice
from .prospects import needs_in_short
from .score_sheet import Grid, Head, draw
from .score_tables import TO_COME, points_address
from .screen import dice_screen
from .strategy import thrown_turn


class GridContext(TypedDict):
    """Context of `_sheet`."""

    sheet_template: str
    grid: Grid
    heads: Sequence[Head]
    bounds: Sequence[str]  # the possible totals of each player
    needs: Sequence[str]  # what leads or wins, in order


class DiceSheetPresentation(Presentation):
    """Presentation of a dice game: a dice pad and a grid of boxes.

    A line is written at once, so these games have no drafts.
    """

    family = Family.DICE
    first_player = FirstPlayer.HIGHEST_TOTAL
    automatic_win_label = gettext_lazy("For an instant win, each loser pays (optional)")
    outcome_texts = {"automatic_win": gettext_lazy("with five of a kind on the first roll")}
    automatic_win_highlights = {
        "first_automatic_win": gettext_lazy(
            "The first game in this group won by five of a kind on the first roll"
        ),
        "automatic_win_since": gettext_lazy(
            "The first game won by five of a kind on the first roll since %(since)s"
        ),
    }
    lines = LINES

    def demo_line(self, game: Any, state: Any, chance: Random) -> dict[str, Any]:
        """Return one thrown turn."""
        return thrown_turn(game, state, chance)

    def entry_panel(self, table: Table, wanted: PanelRequest) -> EntryPanel:
        """Build the panel of a written cell, of a player, or the dice pad."""
        if wanted.line is not None:
            return line_panel(table, wanted)
        if wanted.seat is not None:
            return seat_panel(table, wanted.seat)
        if table.turn is None and wanted.writer is None:
            return EntryPanel("game_over")
        return writing_panel(table, wanted)

    def notice(self, table: Table, wanted: PanelRequest, panel: EntryPanel) -> Notice | None:
        """PanelRequest to confirm a line out of turn, or report impossible dice."""
        return ask_out_of_turn(table, wanted) or _bad_dice(table, wanted, panel)

    def sheet(self, table: Table, panel: EntryPanel) -> GridContext:
        """Draw the grid of boxes."""
        grid = draw(table, panel.pencil)
        return {
            "sheet_template": "games/dice_sheet/_sheet.html",
            "grid": grid,
            "heads": grid.heads,
            "bounds": _bounds(table, grid),
            "needs": needs_in_short(table),
        }

    def screen(self, table: Table, panel: EntryPanel) -> Screen:
        """Show the sheet below the totals, and the dice of the last line."""
        return dice_screen(table)

    def refused_request(self, table: Table, form: QueryDict) -> PanelRequest:
        """Return the request with the same dice, throw and box; none of them for another player’s turn."""
        return refused_form.refused_request(table, form)

    def press(self, table: Table, draft: Draft, key: str) -> NoReturn:
        """Raise Http404, as there are no drafts."""
        raise Http404

    def points_address(self, table: Table) -> str:
        """Return the address of the score table for the table's house rules."""
        return points_address(table)

    def upcoming(self, table: Table) -> str:
        """Return the next turns, up to the first that this device may not write."""
        if table.turn is None:
            return ""
        turns = dice_game(table).upcoming(table.state, TO_COME)
        return " ".join(takewhile(table.permissions.may_write_for, turns))


def _bounds(table: Table, grid: Grid) -> list[SafeString]:
    """Return the least and most possible total of each player."""
    bounds, words = table.game.bounds(table.state) or {}, _("{least} to {most}")
    return [
        _bound(head.avatar, head.name, words, *bounds[head.key]) for head in grid.heads if head.key in bounds
    ]


@lru_cache(maxsize=1024)
def _bound(avatar: SafeString, name: str, words: str, least: int, most: int) -> SafeString:
    text = format_html(words, least=_bold(least), most=_bold(most))
    return format_html('{}<span class="vh">{} </span>{}', avatar, name, text)


def _bold(number: int) -> SafeString:
    return format_html("<b>{}</b>", number)


def _bad_dice(table: Table, wanted: PanelRequest, panel: EntryPanel) -> Notice | None:
    """Return a notice for typed text that is not the dice of this game."""
    if panel.mode not in ("dice", "correct_dice") or not wrong_dice(dice_game(table), wanted):
        return None
    example = "44442"[-dice_game(table).dice :]
    return Notice(
        _("Those dice are not possible."), _("Type their faces, such as %(dice)s.") % {"dice": example}, "bad"
    )

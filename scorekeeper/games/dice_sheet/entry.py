"""Entry panels of the dice pad: by dice, an automatic win, a player, a line out of turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scorekeeper.games.entry_panel import Answer, EntryPanel, Notice, Pencil
from scorekeeper.games.panel_request import PanelRequest
from scorekeeper.games.sides import player_has
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Offer

from .advice import pad_advice
from .box_panel import nothing_panel, values_panel
from .inputs import DicePad, DicePlayer, InstantWin
from .lines import LINES
from .pad import dice_game, has_many_throws, pad_html, panel_address
from .prospects import needs, spares_left
from .score_notes import box_name, saved_rolls_note, special_reasons, spent_rolls_note


def writing_panel(table: Table, wanted: PanelRequest) -> EntryPanel:
    """Build the panel of a writer: by dice, by points, a box without points, an automatic win."""
    writer = _writer(table, wanted)
    if writer is None:
        return EntryPanel("game_over")
    hidden: dict[str, Any] = {"player": writer}
    if wanted.writer and wanted.sure:
        hidden["out_of_turn"] = "1"
    throws = possible_throws(table, writer, wanted.throws)
    unsure = ask_out_of_turn(table, wanted) is not None
    asked = replace(
        wanted, writer=writer if wanted.writer else None, throws=throws, box=None if unsure else wanted.box
    )
    if asked.box and len(wanted.dice) != dice_game(table).dice:
        panel = values_panel(table, asked, writer, hidden)
        if panel is not None:
            return panel
        asked = replace(asked, box=None)  # it was filled meanwhile
    return _dice_panel(table, asked, writer, hidden, unsure=unsure)


def _writer(table: Table, wanted: PanelRequest) -> str | None:
    """Return the requested player if a box is open to them, else the next player."""
    if wanted.writer is not None:
        table.seat(wanted.writer)
        if not table.session.ended and table.game.choices(table.state, player=wanted.writer):
            return wanted.writer
    return table.turn


def possible_throws(table: Table, writer: str, asked: int | None) -> int | None:
    """Return the requested throw, or None if it exceeds the player's throws."""
    most = dice_game(table).throws + spares_left(table).get(writer, 0)
    return asked if asked is not None and asked <= most else None


def _dice_panel(
    table: Table, wanted: PanelRequest, writer: str, hidden: dict[str, Any], *, unsure: bool = False
) -> EntryPanel:
    game = dice_game(table)
    throws = wanted.throws or game.throws
    whole = len(wanted.dice) == game.dice
    name = table.name(writer)
    dice, spares = wanted.dice[: game.dice], spares_left(table).get(writer, 0)
    values = DicePad(
        short=name, pad=pad_html(game, wanted, throws, spares), many_throws=has_many_throws(game, spares)
    )
    again = panel_address(wanted, dice="".join(map(str, dice)), throws=throws)
    values = replace(values, coach=pad_advice(table, writer, dice, throws, again))
    if not whole:
        offers: dict[str, Offer | None] = {
            choice.box: None for choice in table.game.choices(table.state, player=writer) if choice.box
        }
        pencil = Pencil(writer, offers, unsure=unsure)
        values = replace(values, guidance=_guidance(table, writer))
        return EntryPanel(
            "dice", writer, _("%(player)s’s turn") % {"player": name}, pencil, hidden=hidden, values=values
        )
    choices = table.game.choices(table.state, player=writer, partial={"dice": wanted.dice, "throws": throws})
    typed = "".join(map(str, dice))
    hidden = hidden | {"dice": typed, "throws": throws}
    by_box = {choice.box: choice.offers[0] for choice in choices if choice.box and choice.offers}
    refused = frozenset(choice.box for choice in choices if choice.box and not choice.offers)
    if choices and choices[0].kind == "win" and not unsure:
        # opens at the last throw, as the mistake may be in any of them
        back = panel_address(wanted, dice=typed)
        won = InstantWin(short=name, back=back, slots=dice)
        return EntryPanel("automatic_win", writer, name, Pencil(writer, by_box), hidden=hidden, values=won)
    pencil = Pencil(writer, by_box, refused=refused, unsure=unsure)
    chosen = next((choice for choice in choices if choice.box and choice.box == wanted.box), None)
    if chosen and (not chosen.offers or chosen.offers[0].points == 0):
        return nothing_panel(table, wanted, chosen, hidden, pencil)
    saved = [capfirst(saved_rolls_note(box_name(table, box), [offer])) for box, offer in by_box.items()]
    why = [special_reasons(table, choices), spent_rolls_note(game, throws), *saved]
    values = replace(values, why=" · ".join(filter(None, why)))
    title = _("%(player)s’s turn") % {"player": name}
    return EntryPanel("dice", writer, title, pencil, hidden=hidden, values=values)


def _guidance(table: Table, writer: str) -> str:
    """Name the two ways to enter a turn."""
    if writer == table.permissions.seat:
        return _("Tap the dice you rolled, or a box to enter points.")
    return _("Tap the dice %(player)s rolled, or a box to enter points.") % {"player": table.name(writer)}


def seat_panel(table: Table, key: str) -> EntryPanel:
    """Build the panel of a player: total, possible totals, and a link to write for them."""
    seat = table.seat(key)
    bounds = table.game.bounds(table.state)
    lines = [line for line in table.replayed.lines if line.moves[0]["player"] == key]
    may_write = not table.session.ended and bool(table.game.choices(table.state, player=key))
    # only the first line out of turn in a game asks for a confirmation
    asked = key == table.turn or table.state.ordered
    write = panel_address(PanelRequest(writer=key, sure=not asked))
    values = DicePlayer(
        seat=seat,
        bounds=bounds[key] if bounds and table.outcome is None else None,
        need=needs(table).get(key, ""),
        count=len(lines),
        last=LINES.content(table, lines[-1]) if lines else "",
        write=write if may_write else "",
    )
    return EntryPanel("seat", key, player_has(table, key), waiting(table), values=values)


def waiting(table: Table, marked: tuple[int, int] | None = None) -> Pencil:
    """Mark the open boxes of the turn, for panels about something else."""
    if table.turn is None:
        return Pencil(marked=marked)
    choices = table.game.choices(table.state, player=table.turn)
    return Pencil(table.turn, {choice.box: None for choice in choices if choice.box}, marked=marked)


def ask_out_of_turn(table: Table, wanted: PanelRequest) -> Notice | None:
    """Return the confirmation of the first line out of turn, or None if unneeded."""
    if wanted.writer is None or wanted.sure or table.turn in (None, wanted.writer) or not table.state.ordered:
        return None
    assert table.turn is not None
    question = _("It’s %(turn)s’s turn. Enter %(player)s’s anyway?") % {
        "turn": table.name(table.turn),
        "player": table.name(wanted.writer),
    }
    return Notice(
        text=question,
        answers=(Answer(_("No"), href="?"), Answer(_("Yes"), name="sure", value="1")),
    )

"""Entry panels of the dice pad: by dice, by points, a strike to confirm, an automatic win."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.entry_panel import Answer, EntryPanel, Notice, Pencil
from scorekeeper.games.query import PanelRequest
from scorekeeper.games.sides import player_has
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Offer
from scorekeeper.rules.dice_sheet.game import SheetGame

from .inputs import BoxValues, DicePad, DicePlayer, InstantWin, Strike, ValueKey
from .lines import LINES
from .pad import has_many_throws, pad_html
from .score_notes import box_name, special_reasons
from .score_sheet import spares_left


def writing_panel(table: Table, wanted: PanelRequest) -> EntryPanel:
    """Build the panel of a writer: by dice, by points, a strike to confirm, an automatic win."""
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
        return _values_panel(table, asked, writer, hidden)
    return _dice_panel(table, asked, writer, hidden, unsure=unsure)


def dice_game(table: Table) -> SheetGame:
    """Return the rules of a table that is played on a sheet of boxes."""
    game = table.game
    assert isinstance(game, SheetGame)
    return game


def _writer(table: Table, wanted: PanelRequest) -> str | None:
    """Return the requested player if a box is open to them, else the next player."""
    if wanted.writer is not None:
        table.seat(wanted.writer)
        if not table.session.ended and table.game.choices(table.state, player=wanted.writer):
            return wanted.writer
    return table.turn


def panel_address(wanted: PanelRequest, **more: Any) -> str:
    """Return the address of this panel with other parameters; the player stays the same."""
    kept: dict[str, Any] = {}
    if wanted.writer:
        kept["as"] = wanted.writer
    if wanted.sure:
        kept["sure"] = 1
    kept |= {name: value for name, value in more.items() if value not in (None, "")}
    return "?" + "&".join(f"{name}={value}" for name, value in kept.items())


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
        short=name, pad=pad_html(game, dice, throws, spares), many_throws=has_many_throws(game, spares)
    )
    if not whole:
        offers: dict[str, Offer | None] = {
            choice.box: None for choice in table.game.choices(table.state, player=writer) if choice.box
        }
        pencil = Pencil(writer, offers, unsure=unsure)
        return EntryPanel(
            "dice", writer, _("%(player)s writes") % {"player": name}, pencil, hidden=hidden, values=values
        )
    choices = table.game.choices(table.state, player=writer, partial={"dice": wanted.dice, "throws": throws})
    typed = "".join(map(str, dice))
    hidden = hidden | {"dice": typed, "throws": throws}
    by_box = {choice.box: choice.offers[0] for choice in choices if choice.box}
    if choices and choices[0].kind == "win" and not unsure:
        # opens at the last throw, as the mistake may be in any of them
        back = panel_address(wanted, dice=typed)
        won = InstantWin(short=name, back=back, slots=dice)
        return EntryPanel("instant_win", writer, name, Pencil(writer, by_box), hidden=hidden, values=won)
    if wanted.box in by_box and by_box[wanted.box].points == 0:
        return _strike_panel(table, wanted, writer, hidden, by_box)
    values = replace(values, why=special_reasons(table, writer, choices, wanted.dice, throws))
    title = _("%(player)s writes") % {"player": name}
    return EntryPanel(
        "dice", writer, title, Pencil(writer, by_box, unsure=unsure), hidden=hidden, values=values
    )


def _strike_panel(
    table: Table,
    wanted: PanelRequest,
    writer: str,
    hidden: dict[str, Any],
    offers: Mapping[str, Offer | None],
) -> EntryPanel:
    assert wanted.box is not None
    box = box_name(table, wanted.box)
    back = panel_address(wanted, dice="".join(map(str, wanted.dice)), throws=wanted.throws)
    values = Strike(dice=wanted.dice, box=box, back=back)
    title = listed([table.name(writer), box])
    pencil = Pencil(writer, offers, chosen=wanted.box)
    return EntryPanel("strike", writer, title, pencil, hidden=hidden | {"box": wanted.box}, values=values)


def _values_panel(table: Table, wanted: PanelRequest, writer: str, hidden: dict[str, Any]) -> EntryPanel:
    """Build the panel of the values that are possible in a box."""
    game = dice_game(table)
    throws = wanted.throws if wanted.throws != game.throws else None
    part = wanted.dice if len(wanted.dice) < game.dice else ()
    choices = table.game.choices(table.state, player=writer, partial={"dice": part})
    by_box = {choice.box: choice for choice in choices if choice.box}
    if wanted.box not in by_box:
        if all(wanted.box != row.key for row in table.sheet.rows):
            raise Http404
        return _dice_panel(table, replace(wanted, box=None), writer, hidden)  # the box was filled meanwhile
    offers = by_box[wanted.box].offers
    if throws:
        narrowed = table.game.choices(table.state, player=writer, partial={"dice": part, "throws": throws})
        offers = next(choice.offers for choice in narrowed if choice.box == wanted.box)
    laid = "".join(map(str, wanted.dice))
    keys = [value_key(table, offer) for offer in offers]
    made = (None, wanted.throws or game.throws)
    back = panel_address(wanted, dice=laid, throws=throws)
    values = BoxValues(
        # a value that was written too late is preselected, to be chosen again
        offers=[replace(key, on=key.points == wanted.points and key.throws in made) for key in keys],
        box=box_name(table, wanted.box),
        why=_missing(part, game.dice),
        laid=laid,
        throws=throws,
        dice_href=back,
        back=back,
    )
    pencil = Pencil(writer, dict.fromkeys(by_box), chosen=wanted.box)
    title = listed([table.name(writer), values.box])
    return EntryPanel("values", writer, title, pencil, hidden=hidden | {"box": wanted.box}, values=values)


def _missing(dice: tuple[int, ...], count: int) -> str:
    """Describe the dice that narrow a box: "1 1 2 3: one die is missing"; "" for no dice."""
    if not dice:
        return ""
    words = ngettext(
        "%(dice)s: one die is missing", "%(dice)s: %(count)d dice are missing", count - len(dice)
    )
    return words % {"dice": " ".join(map(str, dice)), "count": count - len(dice)}


def value_key(table: Table, offer: Offer) -> ValueKey:
    """Return a key of the values panel: the points, and below them the throw and spare throws."""
    game = dice_game(table)
    under = ""
    if offer.throws and offer.throws < game.throws:
        under = [_("1st"), _("2nd")][offer.throws - 1]
    if offer.spares > 0:
        under = f"{under} +{offer.spares}"
    # the last throw is the default
    throws = offer.throws if offer.throws != game.throws else None
    return ValueKey(offer.points, throws, under)


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
    question = _("%(turn)s writes next. Write for %(player)s?") % {
        "turn": table.name(table.turn),
        "player": table.name(wanted.writer),
    }
    return Notice(
        text=question,
        answers=(Answer(_("No"), href="?"), Answer(_("Yes"), name="sure", value="1")),
    )

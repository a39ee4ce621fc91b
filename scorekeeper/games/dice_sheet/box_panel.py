"""Entry panels of a chosen box: its possible values, or the reason why it scores nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.entry_panel import EntryPanel, Pencil
from scorekeeper.games.panel_request import PanelRequest
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Choice, Offer

from .inputs import BoxValues, NothingScored, ValueKey
from .pad import dice_game, panel_address
from .score_notes import (
    automatic_win_note,
    box_name,
    further_bonus_note,
    nothing_because,
    saved_rolls_note,
    spent_rolls_note,
)


def nothing_panel(
    table: Table, wanted: PanelRequest, choice: Choice, hidden: dict[str, Any], pencil: Pencil
) -> EntryPanel:
    """Build the panel of a box with zero points: the reason, the way back, and crossing out.

    A box that the rules refuse for these dice cannot be crossed out with them.
    """
    assert choice.box is not None
    assert pencil.player is not None
    laid = "".join(map(str, wanted.dice))
    values = NothingScored(
        dice=wanted.dice,
        box=box_name(table, choice.box),
        reason=nothing_because(table, choice),
        refused=not choice.offers,
        again=panel_address(wanted, dice=laid, throws=wanted.throws),
        question=panel_address(wanted, dice=laid, throws=wanted.throws, box=choice.box),
        rule=choice.box,
    )
    title = listed([table.name(pencil.player), values.box])
    chosen = replace(pencil, chosen=choice.box)
    return EntryPanel(
        "nothing", pencil.player, title, chosen, hidden=hidden | {"box": choice.box}, values=values
    )


def values_panel(
    table: Table, wanted: PanelRequest, writer: str, hidden: dict[str, Any]
) -> EntryPanel | None:
    """Build the panel of the values that are possible in a box; None if it is filled.

    Raises Http404 for a box that the sheet lacks.
    """
    game = dice_game(table)
    throws = wanted.throws if wanted.throws != game.throws else None
    part = wanted.dice if len(wanted.dice) < game.dice else ()
    choices = table.game.choices(table.state, player=writer, partial={"dice": part})
    by_box = {choice.box: choice for choice in choices if choice.box}
    if wanted.box not in by_box:
        if all(wanted.box != row.key for row in table.sheet.rows):
            raise Http404
        return None
    choice = by_box[wanted.box]
    if throws:
        narrowed = table.game.choices(table.state, player=writer, partial={"dice": part, "throws": throws})
        choice = next(each for each in narrowed if each.box == wanted.box)
    laid = "".join(map(str, wanted.dice))
    keys = [value_key(table, offer) for offer in choice.offers]
    made = (None, wanted.throws or game.throws)
    back = panel_address(wanted, dice=laid, throws=throws)
    values = BoxValues(
        # a value that was written too late is preselected, to be chosen again
        offers=[replace(key, on=key.points == wanted.points and key.throws in made) for key in keys],
        reason="" if choice.offers else nothing_because(table, choice),
        box=box_name(table, wanted.box),
        why=dice_missing(" ".join(map(str, part)), game.dice - len(part))
        if part
        else spent_rolls_note(game, throws)
        or saved_rolls_note("", choice.offers)
        or automatic_win_note(table, writer, game, wanted.box)
        or further_bonus_note(table, writer, game, choice.offers),
        laid=laid,
        throws=throws,
        dice_href=back,
        back=back,
        rule=wanted.box,
    )
    pencil = Pencil(writer, dict.fromkeys(by_box), chosen=wanted.box)
    title = listed([table.name(writer), values.box])
    return EntryPanel("values", writer, title, pencil, hidden=hidden | {"box": wanted.box}, values=values)


def dice_missing(dice: str, count: int) -> str:
    """Say how many dice are missing beside those entered: "1 1 2 3: one die is missing"."""
    words = ngettext("%(dice)s: one die is missing", "%(dice)s: %(count)d dice are missing", count)
    return words % {"dice": dice, "count": count}


def roll_words() -> list[str]:
    """Return the rolls that are named below points: those before the last."""
    return [_("1st roll"), _("2nd roll")]


def value_key(table: Table, offer: Offer) -> ValueKey:
    """Return a key of the values panel: the points, and below them the roll and spare throws."""
    game = dice_game(table)
    under = ""
    if offer.throws and offer.throws < game.throws:
        under = roll_words()[offer.throws - 1]
    if offer.spares > 0:
        under = f"{under} +{offer.spares}"
    # the last throw is the default
    throws = offer.throws if offer.throws != game.throws else None
    return ValueKey(offer.points, throws, under)

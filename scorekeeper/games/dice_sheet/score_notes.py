"""Notes of the entry panel on points: their special reasons, and the refusal of a box."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import labelled
from scorekeeper.games import phrases
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Choice, RuleError

from .score_reasons import BLOCKED, spoken_reasons


def special_reasons(
    table: Table, writer: str, choices: Sequence[Choice], dice: Sequence[int], made: int
) -> str:
    """Describe the boxes with special points: "straight, aces wild, first throw: 25"."""
    told = [each for each in (_special(choice) for choice in choices) if each]
    if any(offer.reasons == ("joker",) for choice in choices for offer in choice.offers):
        told.append(_("joker: full house and straights count in full"))
    blocked = _blocked(table, writer, choices, dice, made)
    return " · ".join([*told, blocked] if blocked else told)


def _special(choice: Choice) -> str:
    offer = choice.offers[0]
    if not choice.box:
        return ""
    if offer.points and len(offer.reasons) > 1:
        return labelled(spoken_reasons(offer.reasons), offer.points)
    if "double_not_ready" in offer.reasons:
        return _("the generala before the double")
    return ""


def _blocked(table: Table, writer: str, choices: Sequence[Choice], dice: Sequence[int], made: int) -> str:
    """Describe why the rules refuse an open box for these dice."""
    offered = {choice.box for choice in choices}
    move: dict[str, Any] = {"player": writer, "dice": list(dice), "throws": made}
    for choice in table.game.choices(table.state, player=writer):
        if choice.box in offered:
            continue
        try:
            table.game.apply(table.state, table.game.parse(move | {"box": choice.box}), check_order=False)
        except RuleError as error:
            return str(_(BLOCKED[error.code])) if error.code in BLOCKED else ""
    return ""


def box_name(table: Table, box: str) -> str:
    """Return the name of a box of this sheet within a sentence."""
    return phrases.box_name(next(row.label for row in table.sheet.rows if row.key == box))

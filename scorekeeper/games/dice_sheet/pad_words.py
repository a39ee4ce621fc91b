"""Texts of the entry pad that a phone draws without signal, besides reasons for zero points."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.rules.contract import Reason

from .box_panel import dice_missing, roll_words
from .score_reasons import why_nothing


def words(dice: int) -> dict[str, Any]:
    """Return the texts of the pad for a game with so many dice.

    In each "{}" stands for a value: the name of a box, or the dice entered. "missing" and "none" are lists by the
    number of dice that are missing, from one: what is missing, and that no points are possible. "rolls" is one by roll.
    """
    counts = range(1, dice)
    return {
        "open": _("%(box)s, open") % {"box": "{}"},
        "nothing": _("%(box)s, nothing") % {"box": "{}"},
        "unsure": _("%(box)s, to be checked") % {"box": "{}"},
        "strike": _("Cross out %(box)s") % {"box": "{}"},
        "sure": _("Cross it out?"),
        "slash": _("Cross out"),
        "other": _("Another box"),
        "dice": _("Dice"),
        "enter": _("Enter the dice"),
        "leave": _("Not this box"),
        "throw": _("%(count)dth").replace("%(count)d", "{}"),
        "cost": _("%(cost)s Gut") % {"cost": "{}"},
        "spares": _("%(left)d left, %(spent)d spent").replace("%(left)d", "{}").replace("%(spent)d", "{}"),
        "depends": _("Enter the dice: the points depend on the other boxes."),
        "rolls": roll_words(),
        "missing": [dice_missing("{}", count) for count in counts],
        "none": [_out_of_reach(count) for count in counts],
    }


def _out_of_reach(count: int) -> str:
    return why_nothing((Reason("out_of_reach", {"count": count}),), "", str)

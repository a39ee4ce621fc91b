"""Presentation of Yahtzee and Kniffel."""

from __future__ import annotations

from scorekeeper.games.base import DemoProfile, Emblem
from scorekeeper.games.demo_stakes import CENT, NOTHING
from scorekeeper.games.dice_sheet.presentation import DiceSheetPresentation

from .help import GUIDE


class YahtzeePresentation(DiceSheetPresentation):
    """Presentation of Yahtzee and Kniffel."""

    emblem = Emblem((3, 3, 3, 2, 2))
    preset_emblems = {"kniffel": Emblem((4, 4, 4, 4, 4))}
    statistics_boxes = ("yahtzee",)
    help = GUIDE
    demo = DemoProfile(4, 35, ((0.6, CENT), (0.4, NOTHING)), first={"preset": "kniffel"}, running=True)


PRESENTATION = YahtzeePresentation()

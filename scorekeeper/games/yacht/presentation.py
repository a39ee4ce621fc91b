"""Presentation of Yacht."""

from __future__ import annotations

from scorekeeper.games.base import DemoProfile, Emblem
from scorekeeper.games.demo_stakes import BEERS, NOTHING
from scorekeeper.games.dice_sheet.presentation import DiceSheetPresentation

from .help import GUIDE


class YachtPresentation(DiceSheetPresentation):
    """Presentation of Yacht."""

    emblem = Emblem((2, 3, 4, 5, 6))
    statistics_boxes = ("yacht",)
    help = GUIDE
    demo = DemoProfile(2, 36, ((0.3, BEERS), (0.7, NOTHING)))


PRESENTATION = YachtPresentation()

"""Presentation of Goldene Fünfzig."""

from __future__ import annotations

from scorekeeper.games.base import DemoProfile, Emblem
from scorekeeper.games.demo_stakes import CENT, NOTHING
from scorekeeper.games.dice_sheet.presentation import DiceSheetPresentation

from .help import GUIDE


class GoldeneFuenfzigPresentation(DiceSheetPresentation):
    """Presentation of Goldene Fünfzig."""

    emblem = Emblem((5, 5, 5, 5, 5), "gold")
    statistics_boxes = ("golden_fifty",)
    help = GUIDE
    demo = DemoProfile(2, 36, ((0.4, CENT), (0.6, NOTHING)))


PRESENTATION = GoldeneFuenfzigPresentation()

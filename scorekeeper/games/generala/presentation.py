"""Presentation of Generala."""

from __future__ import annotations

from scorekeeper.games.base import DemoProfile, Emblem
from scorekeeper.games.demo_stakes import CENT, DRINKS, NOTHING
from scorekeeper.games.dice_sheet.presentation import DiceSheetPresentation

from .help import GUIDE


class GeneralaPresentation(DiceSheetPresentation):
    """Presentation of Generala."""

    emblem = Emblem((6, 6, 6, 6, 6))
    statistics_boxes = ("generala", "double_generala")
    help = GUIDE
    demo = DemoProfile(
        6,
        38,
        ((0.5, CENT), (0.2, DRINKS), (0.3, NOTHING)),
        later={"double_generala": True, "straights": "with_34561", "generala_points": 60},
        running=True,
    )


PRESENTATION = GeneralaPresentation()

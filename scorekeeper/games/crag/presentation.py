"""Presentation of Crag."""

from __future__ import annotations

from scorekeeper.games.base import DemoProfile, Emblem
from scorekeeper.games.demo_stakes import NOTHING
from scorekeeper.games.dice_sheet.presentation import DiceSheetPresentation

from .help import GUIDE


class CragPresentation(DiceSheetPresentation):
    """Presentation of Crag."""

    emblem = Emblem((6, 6, 1), "big")
    help = GUIDE
    demo = DemoProfile(2, 30, ((1, NOTHING),), first={"crag_as_thirteen": False})


PRESENTATION = CragPresentation()

"""Presentation of General."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from scorekeeper.games.base import DemoProfile, Emblem, FirstPlayer
from scorekeeper.games.demo_stakes import NOTHING, TWO_CENTS
from scorekeeper.games.dice_sheet.presentation import DiceSheetPresentation

from .help import GUIDE


class GeneralPresentation(DiceSheetPresentation):
    """Presentation of General."""

    emblem = Emblem((1, 1, 1, 1, 1))
    first_player = FirstPlayer.POKER_HAND
    statistics_boxes = ("small_general",)
    automatic_win_highlights = {
        "first_automatic_win": gettext_lazy("The first game in this group won by a big general"),
        "automatic_win_since": gettext_lazy("The first game won by a big general since %(since)s"),
    }
    help = GUIDE
    demo = DemoProfile(3, 40, ((0.4, TWO_CENTS), (0.6, NOTHING)))


PRESENTATION = GeneralPresentation()

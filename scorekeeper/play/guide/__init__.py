"""The help pages: the rules of every game, told point by point, with examples that the tests try by the rules."""

from __future__ import annotations

from . import (
    crag,
    forty_fives,
    general,
    generala,
    generala_cards,
    generals_and_majors,
    goldene_fuenfzig,
    yacht,
    yahtzee,
)
from .pieces import Guide

GUIDES: dict[str, Guide] = {
    guide.game: guide
    for guide in (
        generala.GUIDE,
        general.GUIDE,
        goldene_fuenfzig.GUIDE,
        yacht.GUIDE,
        crag.GUIDE,
        yahtzee.GUIDE,
        forty_fives.GUIDE,
        generala_cards.GUIDE,
        generals_and_majors.GUIDE,
    )
}

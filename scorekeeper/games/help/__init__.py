"""The help pages: the rules of every game, told point by point, with examples that the tests try by the rules."""

from __future__ import annotations

from scorekeeper.games.crag import help as crag
from scorekeeper.games.forty_fives import help as forty_fives
from scorekeeper.games.general import help as general
from scorekeeper.games.generala import help as generala
from scorekeeper.games.generala_cards import help as generala_cards
from scorekeeper.games.generals_and_majors import help as generals_and_majors
from scorekeeper.games.goldene_fuenfzig import help as goldene_fuenfzig
from scorekeeper.games.yacht import help as yacht
from scorekeeper.games.yahtzee import help as yahtzee

from .content import Guide

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

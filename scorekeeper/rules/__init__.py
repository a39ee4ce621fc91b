"""The games: `GAMES` lists all of them by the slug that transcripts and addresses use.

`DICE_GAMES`: those on a sheet of boxes.
"""

from __future__ import annotations

from typing import Any

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
from .contract import Game
from .dice_sheet.game import SheetGame

DICE_GAMES: dict[str, SheetGame] = {
    game.slug: game
    for game in (
        generala.GAME,
        general.GAME,
        goldene_fuenfzig.GAME,
        yacht.GAME,
        crag.GAME,
        yahtzee.GAME,
    )
}
GAMES: dict[str, Game[Any, Any]] = {
    **DICE_GAMES,
    generala_cards.GAME.slug: generala_cards.GAME,
    forty_fives.GAME.slug: forty_fives.GAME,
    generals_and_majors.GAME.slug: generals_and_majors.GAME,
}

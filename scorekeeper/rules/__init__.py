"""The games: `GAMES` lists all of them by the slug that transcripts and addresses use."""

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

GAMES: dict[str, Game[Any, Any]] = {
    game.slug: game
    for game in (
        generala.GAME,
        general.GAME,
        goldene_fuenfzig.GAME,
        yacht.GAME,
        crag.GAME,
        yahtzee.GAME,
        generala_cards.GAME,
        forty_fives.GAME,
        generals_and_majors.GAME,
    )
}

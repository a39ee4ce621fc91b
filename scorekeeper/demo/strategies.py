"""What is written next in each game, by somebody who plays it for the fun of it: `next_line(game, state, chance)`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from scorekeeper.games.dice_sheet.strategy import thrown_turn
from scorekeeper.games.forty_fives import strategy
from scorekeeper.games.generala_cards import strategy as generala_cards
from scorekeeper.games.generals_and_majors import strategy as generals_and_majors
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Game
from scorekeeper.rules.dice_sheet.game import SheetGame

Strategy = Callable[[Any, Any, Random], dict[str, Any]]

STRATEGIES: dict[str, Strategy] = {
    slug: thrown_turn for slug, game in GAMES.items() if isinstance(game, SheetGame)
}
STRATEGIES["forty_fives"] = strategy.played_round
STRATEGIES["generala_cards"] = lambda _game, state, chance: generala_cards.next_entry(state, chance)
STRATEGIES["generals_and_majors"] = generals_and_majors.random_line


def next_line(game: Game[Any, Any], state: Any, chance: Random) -> dict[str, Any]:
    """A line that the rules take. Only for a game that is not over."""
    line = STRATEGIES[game.slug](game, state, chance)
    return {name: value for name, value in line.items() if name != "note"}

"""How each kind of game is written and shown at the table. `panel_of` is the one place that chooses."""

from __future__ import annotations

from scorekeeper.play.table import Table
from scorekeeper.rules.dice_sheet.game import SheetGame

from .base import Panel
from .card_rounds.presentation import CardPanel
from .dice_sheet.presentation import DicePanel
from .forty_fives.keys import FortyFivesPanel
from .generala_cards.keys import GeneralaCardsPanel
from .generals_and_majors.keys import GeneralsAndMajorsPanel

DICE = DicePanel()
CARDS: dict[str, CardPanel] = {
    "forty_fives": FortyFivesPanel(),
    "generala_cards": GeneralaCardsPanel(),
    "generals_and_majors": GeneralsAndMajorsPanel(),
}


def panel_of(table: Table) -> Panel:
    """The panel of a table's game: one for all sheets of boxes, one for each game of cards."""
    return DICE if isinstance(table.game, SheetGame) else CARDS[table.game.slug]

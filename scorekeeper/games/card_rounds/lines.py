"""Lines of card games in words: whose a line is, what it is called, and what it wrote."""

from __future__ import annotations

from scorekeeper.games.forty_fives.lines import FortyFivesLine
from scorekeeper.games.generala_cards.lines import GeneralaCardsLine
from scorekeeper.games.generals_and_majors.lines import GeneralsAndMajorsLine

from .line import CardLine

LINES: dict[str, CardLine] = {
    "forty_fives": FortyFivesLine(),
    "generala_cards": GeneralaCardsLine(),
    "generals_and_majors": GeneralsAndMajorsLine(),
}

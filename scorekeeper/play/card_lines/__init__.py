"""Lines of card games in words: whose a line is, what it is called, and what it wrote."""

from __future__ import annotations

from .forty_fives import FortyFivesLine
from .generala_cards import GeneralaCardsLine
from .generals_and_majors import GeneralsAndMajorsLine
from .line import CardLine

LINES: dict[str, CardLine] = {
    "forty_fives": FortyFivesLine(),
    "generala_cards": GeneralaCardsLine(),
    "generals_and_majors": GeneralsAndMajorsLine(),
}

"""The throw or the hand that stands for a game on its pad: General, Generala, Générala and Generals are easily
confused by name."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from .card_rounds.cards import card_html


class Emblem(NamedTuple):
    """Dice, and the class that tells the style sheet how to draw them; or cards."""

    dice: tuple[int, ...] = ()
    style: str = ""
    cards: tuple[str, ...] = ()

    @property
    def hand(self) -> SafeString:
        """The cards as they lie."""
        return mark_safe("".join(card_html(card) for card in self.cards))  # noqa: S308 - made here


EMBLEMS = {
    "generala": Emblem((6, 6, 6, 6, 6)),
    "general": Emblem((1, 1, 1, 1, 1)),
    "goldene_fuenfzig": Emblem((5, 5, 5, 5, 5), "gold"),
    "yacht": Emblem((2, 3, 4, 5, 6)),
    "crag": Emblem((6, 6, 1), "big"),
    "yahtzee": Emblem((3, 3, 3, 2, 2)),
    "yahtzee-kniffel": Emblem((4, 4, 4, 4, 4)),
    "forty_fives": Emblem(cards=("5H", "JH", "AH")),
    "generala_cards": Emblem(cards=("JK1", "AC")),
    "generals_and_majors": Emblem(cards=("AS", "KD", "9X")),
}

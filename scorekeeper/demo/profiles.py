"""The Thursday crowd: who they are, how often they come, and what they play by and for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy, gettext_noop

NAME = gettext_noop("Thursday crowd")
EUROS = "EUR"


@dataclass(frozen=True, slots=True)
class Friend:
    """Somebody at the table. `comes`: how often, of the evenings between `since` and `until` (parts of the two years).

    `phone`: whether he has one here and writes with it.
    """

    name: str
    comes: float
    since: float = 0
    until: float = 1
    phone: bool = False


FRIENDS = (
    Friend("Marta", 0.95, phone=True),
    Friend("Joaquín", 0.85, phone=True),
    Friend("Odile", 0.7, phone=True),
    Friend("Kofi", 0.6),
    Friend("Bea", 0.45),
    Friend("Nils", 0.8, until=0.45),
    Friend("Rosa", 0.75, since=0.6),
)


@dataclass(frozen=True, slots=True)
class Liking:
    """How a game is played here. `weight`: how often; `line`: seconds from one line to the next.

    `first`, `later`: the house rules of the first year, and since; `stakes`: what it is played for, and how likely
    that is.
    """

    weight: float
    line: int
    stakes: tuple[tuple[float, Mapping[str, Any]], ...]
    first: Mapping[str, Any] = field(default_factory=dict)
    later: Mapping[str, Any] = field(default_factory=dict)
    most: int = 6


NOTHING: Mapping[str, Any] = {}
CENT = {"kind": "per_point", "amount": "0.01", "unit": EUROS}
TWO_CENTS = {"kind": "pairwise", "amount": "0.02", "unit": EUROS}
POT = {"kind": "ante", "amount": "1.00", "unit": EUROS}
FIFTY = {"kind": "fixed", "amount": "0.50", "unit": EUROS}
ROUND = {"kind": "low_pays", "amount": "1", "unit": gettext_lazy("a round of drinks")}
BEERS = {"kind": "low_buys", "amount": "1", "unit": gettext_lazy("a beer")}

LIKINGS: Mapping[str, Liking] = {
    "generala": Liking(
        6,
        38,
        ((0.5, CENT), (0.2, ROUND), (0.3, NOTHING)),
        later={"double_generala": True, "straights": "with_34561", "generala_points": 60},
    ),
    "yahtzee": Liking(4, 35, ((0.6, CENT), (0.4, NOTHING)), first={"preset": "kniffel"}),
    "general": Liking(3, 40, ((0.4, TWO_CENTS), (0.6, NOTHING))),
    "forty_fives": Liking(3, 200, ((0.6, POT), (0.4, NOTHING)), later={"auction": True}, most=5),
    "generala_cards": Liking(2, 90, ((0.5, FIFTY), (0.5, NOTHING)), most=5),
    "goldene_fuenfzig": Liking(2, 36, ((0.4, CENT), (0.6, NOTHING))),
    "crag": Liking(2, 30, ((1, NOTHING),), first={"crag_as_thirteen": False}),
    "yacht": Liking(2, 36, ((0.3, BEERS), (0.7, NOTHING))),
    "generals_and_majors": Liking(1.5, 70, ((0.3, FIFTY), (0.7, NOTHING)), most=2),
}

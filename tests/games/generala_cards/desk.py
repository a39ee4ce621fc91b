"""A table of Générala and a phone at its entry panel."""

from __future__ import annotations

from typing import Any

from scorekeeper.play.models import Draft
from scorekeeper.rules.cards import is_joker
from tests.factories import SampleTable
from tests.games.draft_client import Phone

FIVE = ("Ana", "Bo", "Cleo", "Dev", "Eva")
TWO = ("Ana", "Bo")
HAND: dict[str, Any] = {"out": [["3"], ["1", "4"], ["2"]]}


def desk(names: tuple[str, ...] = FIVE, **how: Any) -> SampleTable:
    return SampleTable("generala_cards", names, **how)


def entry() -> Any:
    return Draft.objects.get().data["entry"]


def cards(phone: Phone, text: str) -> Phone:
    return phone.tap(*(f"card-{card}" for card in text.split()))


def tapped(phone: Phone, trick: dict[str, Any]) -> Phone:
    """A trick as a transcript has it, tapped."""
    for _player, card in trick["trick"]:
        phone.tap("joker" if is_joker(card) else f"card-{card}")
    if "took" in trick:
        phone.tap("none")
        take = f"take-{trick['took']['card']}"
        if len(trick["trick"]) > 1:
            phone.tap(take)
    return phone

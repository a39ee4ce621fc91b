"""Rules of Générala at which its entry panels and refusals open the help page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.games.card_rounds.draft import DraftChoices
from scorekeeper.rules.generala_cards.fields import TrickFields

REFUSALS = {
    "already_out": "out",
    "cannot_hold": "without",
    "could_not_follow": "follow",
    "does_not_follow": "follow",
    "hand_unfinished": "end",
    "holds_the_suit": "follow",
    "joker_after_joker": "joker_after_joker",
    "joker_stays": "jokers",
    "joker_was_led": "jokers",
    "last_one_alone": "out",
    "two_out_first": "out",
}


def topic(drafted: DraftChoices) -> str:
    """Return the rule of the question that the panel asks."""
    choice = drafted.choices[0]
    if choice.kind == "end":
        return "end"
    if choice.kind == "hand":
        return "out"
    fields = TrickFields.of(choice)
    if "took" in drafted.entry:
        return "without"
    if fields.joker_led:
        return "jokers"
    return "follow" if fields.plays else "order"


def line_topic(move: Mapping[str, Any]) -> str:
    """Return the rule of a written hand or trick."""
    if "trick" in move:
        return "without" if "took" in move else "follow"
    return "end" if "end" in move else "out"

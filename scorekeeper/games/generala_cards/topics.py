"""Rules of Générala at which its entry panels and refusals open the help page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.games.card_rounds.draft import DraftChoices
from scorekeeper.rules.generala_cards.fields import CardFields, HandFields, LineFields, TrickFields

TAKEN_CARD = "winner_counts_taken_card"
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
    "out_missing": "end",
    "two_out_first": "out",
}


def topic(drafted: DraftChoices) -> str:
    """Return the rule of the question that the panel asks."""
    choice = drafted.choices[0]
    if choice.kind == "end":
        return "elimination"
    if choice.kind != "hand":
        return _trick_topic(drafted, TrickFields.of(choice))
    fields = HandFields.of(choice)
    return _end_topic(fields) if fields.over else "out"


def _trick_topic(drafted: DraftChoices, fields: TrickFields) -> str:
    rule = "follow" if fields.plays else "first_lead"
    if "fix" in drafted.data:
        rule = "follow" if drafted.data["fix"] else "first_lead"
    elif fields.over:
        rule = _end_topic(fields)
    elif "took" in drafted.entry:
        rule = TAKEN_CARD if TAKEN_CARD in fields.house_rules else "without"
    elif fields.runs_out:
        rule = "out"
    elif isinstance(fields, CardFields) and fields.joker_refused:
        rule = "joker_after_joker"
    elif fields.joker_led:
        rule = "jokers"
    return rule


def _end_topic(fields: LineFields) -> str:
    """Return the rule of the end of a hand: the house rule that decided it, else who drops out."""
    decided = (rule for rule in fields.house_rules if rule != TAKEN_CARD)
    return next(decided, "elimination")


def line_topic(move: Mapping[str, Any]) -> str:
    """Return the rule of a written hand or trick."""
    if "trick" in move:
        return "without" if "took" in move else "follow"
    return "end" if "end" in move else "out"

"""Rules of Generals and Majors at which its entry panels and refusals open the help page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.games.card_rounds.draft import DraftChoices
from scorekeeper.rules.generals_and_majors.choice_fields import TurnFields

OTHERS = {"redeal": "deal", "concede": "concede", "end": "stock"}
REFUSALS = {
    "cancel_needed": "cancel_choice",
    "cancels_alone": "groups",
    "cancels_unequal": "cancel",
    "cancels_without_new_army": "cancel",
    "cannot_pay": "turn",
    "cards_left": "stock",
    "colour_needed": "hard",
    "hand_too_small": "deal",
    "joker_alone": "strength",
    "not_theirs_to_cancel": "cancel",
    "not_yours_to_cancel": "cancel",
    "nothing_to_lay": "turn",
    "one_commander": "turn",
    "pays_needed": "hard",
    "redeal_too_late": "deal",
}


def topic(drafted: DraftChoices) -> str:
    """Return the rule of the question that the panel asks."""
    choice = drafted.choices[0]
    if choice.kind in OTHERS:
        return OTHERS[choice.kind]
    if choice.kind == "colour":
        return "hard"
    if "role" in drafted.data:
        return "strength"
    fields = TurnFields.of(choice)
    return "cancel" if fields.cancellations or fields.group is not None else "turn"


def line_topic(move: Mapping[str, Any]) -> str:
    """Return the rule of a written line."""
    other = next((rule for kind, rule in OTHERS.items() if kind in move), "")
    return other or ("cancel" if move.get("cancel") else "turn")

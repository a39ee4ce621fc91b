"""Rules of Generals and Majors at which its entry panels and refusals open the help page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.games.card_rounds.draft import DraftChoices
from scorekeeper.rules.generals_and_majors.choice_fields import TurnFields

from .controls import is_routine
from .draft import questions_of

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
    "joker_alone": "edition",
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
    return "edition" if "role" in drafted.data else _turn_topic(drafted, TurnFields.of(choice))


def _turn_topic(drafted: DraftChoices, fields: TurnFields) -> str:
    """Return the rule of a turn: cancelling first, then the lead that wins, then the armies."""
    if fields.group is not None or questions_of(drafted, fields):
        return "cancel_choice" if fields.to_choose else "cancel"
    if fields.over_hand:
        return "turn"
    if fields.grace or not is_routine(fields):
        return "lead"
    return "command_limit" if fields.commander or fields.armies else "turn"


def line_topic(move: Mapping[str, Any]) -> str:
    """Return the rule of a written line."""
    other = next((rule for kind, rule in OTHERS.items() if kind in move), "")
    return other or ("cancel" if move.get("cancel") else "turn")

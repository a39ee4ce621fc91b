"""Draft of a round, entered by result or by cards."""

from __future__ import annotations

from scorekeeper.games.card_rounds.draft import DraftChoices
from scorekeeper.games.drafts import NEXT
from scorekeeper.rules.contract import Choice
from scorekeeper.rules.forty_fives.fields import RoundFields, WrittenRow


def mode_of(drafted: DraftChoices) -> str:
    """Return the mode of this round: "cards" or "result".

    The stored mode comes first, then the form of the tricks entered so far, then the mode of the previous round.
    """
    if "mode" in drafted.data:
        return str(drafted.data["mode"])
    tricks = drafted.entry.get("tricks") or []
    if tricks:
        return "cards" if isinstance(tricks[0], list) else "result"
    rows = drafted.table.sheet.rows
    follows = drafted.draft.line == NEXT and rows
    return "cards" if follows and WrittenRow.of(rows[-1]).by_cards else "result"


def choice_of(drafted: DraftChoices) -> Choice:
    """Return the choice for the mode, or the only one."""
    by_cards = mode_of(drafted) == "cards"
    fitting = [choice for choice in drafted.choices if RoundFields.of(choice).by_cards == by_cards]
    return (fitting or list(drafted.choices))[0]


def fields_of(drafted: DraftChoices) -> RoundFields:
    """Return the fields of that choice."""
    return RoundFields.of(choice_of(drafted))


def asks_robbery(fields: RoundFields) -> bool:
    """Whether the draft still lacks the answer who robs."""
    return fields.needs == "card" and any(not each["asked"] for each in fields.takings)


def may_switch(drafted: DraftChoices) -> bool:
    """Whether a round by its result may switch to entry by cards.

    It may until a trick is taken, or if the draft still has the cards of its entry by cards.
    """
    return not drafted.entry.get("tricks") or "shown" in drafted.data

"""Draft of a turn: its cards, and the draft with another entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.games.card_rounds.draft import DraftChoices
from scorekeeper.rules.generals_and_majors.choice_fields import TurnFields

from .lines import name_of


def with_entry(drafted: DraftChoices, entry: Mapping[str, Any]) -> DraftChoices:
    """Return the draft with another entry and its choices."""
    choices = drafted.table.game.choices(drafted.state, partial=entry)
    return replace(drafted, data={**drafted.data, "entry": entry}, choices=choices)


def fields_of(drafted: DraftChoices) -> TurnFields | None:
    """Return the fields for the sheet's pencil; None while a card waits for its colour."""
    fields = drafted.choices[0].fields
    return fields if isinstance(fields, TurnFields) else None


def laid_cards(entry: Mapping[str, Any]) -> list[str]:
    """Return the cards of a turn, the commander first."""
    laid = [entry["commander"]] if "commander" in entry else []
    return [name_of(each) for each in (*laid, *entry.get("armies", ()))]

"""Draft of a turn: its cards, its possible cancellations, and the draft with another entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.games.card_rounds.draft import DraftChoices
from scorekeeper.rules.generals_and_majors.choice_fields import ArmyCancellations, TurnFields

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


def questions_of(drafted: DraftChoices, fields: TurnFields) -> list[ArmyCancellations]:
    """Return the possible cancellations of each army of the turn, chosen ones included."""
    found, described = [], set()
    for each in fields.cancellations:
        army = each.army
        said = [one for one in drafted.entry.get("cancel", ()) if army in one["mine"]]
        sets, chosen = list(each.sets), each.chosen
        if said:
            others = [one for one in drafted.entry["cancel"] if one not in said]
            entry = {**drafted.entry, "cancel": others}
            before = with_entry(drafted, {name: value for name, value in entry.items() if value != []})
            now = next(one for one in TurnFields.of(before.choices[0]).cancellations if one.army == army)
            sets = list(now.sets)
        if chosen is not None and chosen not in sets:
            sets.insert(0, chosen)
        if sets and army not in described:
            found.append(ArmyCancellations(army, sets, chosen, each.none))
        # new armies that cancel together share one question
        described |= set(chosen["mine"]) if chosen else set()
    return found

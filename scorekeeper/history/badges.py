"""The players of a group as the pages that look back show them."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.ledger.presentation import Face
from scorekeeper.people.models import Group

from .charts import STYLES, Shown


def everybody(group: Group, faces: Mapping[int, Face]) -> dict[int, Shown]:
    """The players of a group by their numbers, without those who were merged."""
    rows = group.players.filter(merged_into=None).order_by("pk").values_list("pk", "address", "colour")
    return {
        number: Shown(number, address, faces[number].name, faces[number].counter, (colour - 1) % STYLES + 1)
        for number, address, colour in rows
        if number in faces
    }


def distinct_of(known: Mapping[int, Shown]) -> list[Shown]:
    """Everybody by name."""
    return sorted(known.values(), key=lambda each: each.name.casefold())

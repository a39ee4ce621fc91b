"""Standings and records of a variant as rows of the group page and of the page to keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.phrases import and_list

from .charts import whole
from .presentation import ShownPlayer
from .standings import Record, Standing
from .variants import PlayedVariant


def standing_row(each: Standing, known: Mapping[int, ShownPlayer]) -> dict[str, Any]:
    """Return a standing with its figures as text."""
    return {
        "who": known[each.player],
        "played": each.played,
        "won": each.won,
        "mean": None if each.mean is None else whole(each.mean),
        "rating": whole(each.rating),
        "provisional": each.provisional,
    }


def record_row(each: Record, known: Mapping[int, ShownPlayer], variant: PlayedVariant) -> dict[str, Any]:
    """Return a record with its title and the names of its holders."""
    words = {
        "highest": _("Highest total of a side") if variant.partners else _("Highest total"),
        "lowest": _("Lowest total of a side") if variant.partners else _("Lowest total"),
        "run": _("Most games won in a row"),
        "automatic_wins": _("Won outright by a throw"),
    }
    equalled = listed(_all_names(each.equalled, known))
    return {
        "title": words[each.code],
        "who": _all_names(each.sides, known),
        "value": whole(each.value),
        "address": each.address,
        "day": each.day,
        "equalled": _("equalled by %(players)s") % {"players": equalled} if equalled else "",
    }


def _all_names(sides: Sequence[Sequence[int]], known: Mapping[int, ShownPlayer]) -> list[str]:
    return [name for side in sides if (name := _names(side, known))]


def _names(side: Sequence[int], known: Mapping[int, ShownPlayer]) -> str:
    return and_list([known[player].name for player in side if player in known])

"""What a player was owed over time: from what it is now back through the newest lines of the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from scorekeeper.ledger.book import balances
from scorekeeper.ledger.models import Posting
from scorekeeper.people.models import Group, Player

LINES, UNITS = 60, 2

Course = list[tuple[datetime, int]]
"""When, and what he was owed then in smallest units; below zero what he owed."""


def balance_courses(group: Group, player: Player) -> dict[str, Course]:
    """By unit, how a player's balance went through his last lines, the oldest first: the units of his newest lines.

    As many queries as he has units, three each at most; never more lines than `LINES`.
    """
    own = [player.pk, *Player.objects.filter(merged_into=player).values_list("pk", flat=True)]
    newest = _lines(own)
    units = list(dict.fromkeys(unit for _pk, _at, unit, _amount in newest))[:UNITS]
    now = balances(group.pk)
    return {unit: _back(now.get(unit, {}).get(player.pk, 0), _lines(own, unit)) for unit in units}


def _lines(own: Sequence[int], unit: str = "") -> list[tuple[int, datetime, str, int]]:
    """The newest lines, with what each added to what he is owed."""
    found: dict[int, tuple[int, datetime, str, int]] = {}
    wanted = {"unit": unit} if unit else {}
    for side, sign in (("creditor", 1), ("debtor", -1)):
        rows = Posting.objects.filter(**{f"{side}__in": own}, **wanted).order_by("-pk")
        for pk, at, kind, amount in rows.values_list("pk", "at", "unit", "amount")[: LINES + 1]:
            before = found[pk][3] if pk in found else 0
            found[pk] = (pk, at, kind, before + sign * amount)
    return sorted(found.values(), reverse=True)[: LINES + 1]


def _back(now: int, lines: Sequence[tuple[int, datetime, str, int]]) -> Course:
    """From what it is now line by line back; of lines of one moment only what stood after the last."""
    found: Course = []
    for _pk, at, _unit, amount in lines:
        if not found or found[-1][0] != at:
            found.append((at, now))
        now -= amount
    return found[::-1]

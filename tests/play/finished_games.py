"""Finished games and their postings."""

from __future__ import annotations

from typing import Any

from scorekeeper.ledger.models import Posting
from tests.factories import SampleTable
from tests.maintenance.corruption_base import STAKE


def posted(desk: SampleTable) -> list[tuple[str, str, str, int, str, int | None]]:
    """Return the postings: kind, debtor, creditor, amount, unit, and the entry that caused it."""
    rows = Posting.objects.filter(group=desk.group).select_related("debtor", "creditor")
    return [(row.kind, row.debtor.name, row.creditor.name, row.amount, row.unit, row.entry) for row in rows]


def finished(points: dict[str, int], **stake: Any) -> SampleTable:
    """Play a game of Yacht; each player has these points in "choice" and nothing else."""
    desk = SampleTable("yacht", list(points), stake={**STAKE, **stake})
    for number, total in enumerate(points.values(), 1):
        for choice in desk.table.game.choices(desk.table.state, player=str(number)):
            value = {"points": total} if choice.box == "choice" and total else {"strike": True}
            desk.line(number, str(choice.box), out_of_turn=True, **value)
    return desk


FIXED = {"kind": "fixed", "amount": "0.50", "unit": "USD"}

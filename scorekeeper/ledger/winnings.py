"""Money and things that a player won and lost in games, apart from payments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Case, F, Q, Sum, When

from .models import Posting


class Winnings(NamedTuple):
    """Sums of gains and of losses over games in smallest units, both positive."""

    won: int
    lost: int


def winnings(own: Sequence[int], sessions: Any = None) -> dict[str, Winnings]:
    """Return by unit what a player won and lost; units without a gain or a loss are left out.

    One query, which reads the postings of the player. `own`: ids of the player and of those merged into them.
    `sessions`: addresses of the games to count, a list or a query; None for all games.
    """
    rows = Posting.objects.filter(Q(creditor__in=own) | Q(debtor__in=own))
    rows = rows.exclude(creditor__in=own, debtor__in=own)
    rows = rows.exclude(kind__in=[Posting.Kind.PAYMENT, Posting.Kind.UNDO])
    if sessions is not None:
        rows = rows.filter(session__in=sessions)
    gain = Sum(Case(When(creditor__in=own, then=F("amount")), default=-F("amount")))
    found: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for unit, amount in (
        rows.order_by().values("unit", "session").annotate(gain=gain).values_list("unit", "gain")
    ):
        found[unit][amount < 0] += abs(amount)
    return {unit: Winnings(*sums) for unit, sums in sorted(found.items()) if any(sums)}

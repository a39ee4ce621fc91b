"""Money and things that a player won and lost in games, apart from payments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Case, F, Q, Sum, When

from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.people.models import Player

from .models import Posting


def _gains(own: Any, **more: Any) -> Any:
    """Return the gain of a player in each unit and game, without payments."""
    rows = Posting.objects.filter(Q(creditor__in=own) | Q(debtor__in=own), **more)
    rows = rows.exclude(creditor__in=own, debtor__in=own)
    rows = rows.exclude(kind__in=[Posting.Kind.PAYMENT, Posting.Kind.UNDO])
    gain = Sum(Case(When(creditor__in=own, then=F("amount")), default=-F("amount")))
    return rows.order_by().values("unit", "session").annotate(gain=gain).values_list("unit", "gain")


_MERGED = CompiledQuery(
    lambda player: Player.objects.filter(merged_into=player).values_list("pk"), player=int
)
_OF_ALL = CompiledQuery(_gains, own=list)


class Winnings(NamedTuple):
    """Sums of gains and of losses over games in smallest units, both positive."""

    won: int
    lost: int


def with_merged(player: Player) -> list[int]:
    """Return the ids of a player and of those merged into them.

    One query.
    """
    return [player.pk, *(merged for (merged,) in _MERGED(player=player.pk))]


def winnings(own: Sequence[int], sessions: Any = None) -> dict[str, Winnings]:
    """Return by unit what a player won and lost; units without a gain or a loss are left out.

    One query, which reads the postings of the player. `own`: ids of the player and of those merged into them.
    `sessions`: addresses of the games to count, a list or a query; None for all games.
    """
    rows = _OF_ALL(own=own) if sessions is None else _gains(own, session__in=sessions)
    found: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for unit, amount in rows:
        found[unit][amount < 0] += abs(amount)
    return {unit: Winnings(*sums) for unit, sums in sorted(found.items()) if any(sums)}

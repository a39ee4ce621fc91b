"""How a debt between two players arose: lost and won in games, and payments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

from django.db.models import Q

from scorekeeper.people.models import Group

from .models import Clearing, Posting

Kind = Posting.Kind


@dataclass(slots=True)
class PairSums:
    """What one player lost to another by game, and what payments add to that debt, in one unit."""

    games: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    payments: int = 0

    @property
    def lost(self) -> int:
        """The sum of the games that the other player won."""
        return sum(amount for amount in self.games.values() if amount > 0)

    @property
    def won(self) -> int:
        """The sum of the games that this player won."""
        return -sum(amount for amount in self.games.values() if amount < 0)


def pair_sums(group: Group, own: Collection[int], others: Collection[int]) -> dict[str, PairSums]:
    """Return the sums between two players by unit, seen by the first; two queries.

    `own`, `others`: the ids of each player and of those merged into them. Corrections and deletions are part of their
    game. The clearings of a payment count instead of it.
    """
    pair = Q(debtor__in=own, creditor__in=others) | Q(debtor__in=others, creditor__in=own)
    postings = Posting.objects.filter(pair, group=group, clearings=None)
    clearings = Clearing.objects.filter(pair, posting__group=group)
    found: dict[str, PairSums] = defaultdict(PairSums)
    for debtor, amount, unit, kind, session in (
        *postings.values_list("debtor", "amount", "unit", "kind", "session"),
        *clearings.values_list("debtor", "amount", "posting__unit", "posting__kind", "posting__session"),
    ):
        change = amount if debtor in own else -amount
        if kind in (Kind.PAYMENT, Kind.UNDO):
            found[unit].payments += change
        else:
            found[unit].games[session] += change
    return found

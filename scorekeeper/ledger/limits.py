"""Limits on the units and pairs of a group's debts, which bound the cost of its pages."""

from __future__ import annotations

from collections.abc import Collection

from scorekeeper.people.models import Group

from .models import PairBalance
from .stake import Stake, StakeError

MOST_UNITS = 30  # units with an open debt or a running stake
MOST_PAIRS = 5_000  # pairs with an open debt, over all units; a hundred people who all play one another
MOST_SUMS = 20_000  # rows of `PairBalance`: pairs and units that ever had a debt


def open_units(group: Group) -> set[str]:
    """Return the units in which the group has open debts."""
    found = PairBalance.objects.filter(group=group).exclude(amount="0")
    return set(found.values_list("unit", flat=True).distinct())


def must_have_room(stake: Stake, used: Collection[str]) -> None:
    """Raise StakeError `too_many_units` (`most`) if a stake adds a unit beyond the limit.

    `used`: the units that the group uses already.
    """
    if stake.kind != "none" and stake.unit not in used and len(used) >= MOST_UNITS:
        raise StakeError("too_many_units", "unit", most=MOST_UNITS)

"""How many units and pairs a group may have debts in, so that its pages cost little: far above any group of people."""

from __future__ import annotations

from collections.abc import Collection

from scorekeeper.people.models import Group

from .models import Owed
from .stake import Stake, StakeError

MOST_UNITS = 30  # in which something is open or played for
MOST_PAIRS = 5_000  # who owe each other, in all units; a hundred people who all play one another
MOST_SUMS = 20_000  # pairs by units that ever owed each other


def open_units(group: Group) -> set[str]:
    """The units in which something is open."""
    found = Owed.objects.filter(group=group).exclude(amount="0")
    return set(found.values_list("unit", flat=True).distinct())


def must_have_room(stake: Stake, used: Collection[str]) -> None:
    """Refuse a stake in one unit too many. `used`: those of its group. Raises StakeError `too_many_units` (`most`)."""
    if stake.kind != "none" and stake.unit not in used and len(used) >= MOST_UNITS:
        raise StakeError("too_many_units", "unit", most=MOST_UNITS)

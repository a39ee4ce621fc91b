"""A player's balance over time, computed backwards from today's through the postings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from operator import itemgetter

from django.db.models import TextField
from django.db.models.functions import Cast

from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.core.i18n.dates import starts_of_play
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.sums import balances
from scorekeeper.ledger.winnings import with_merged
from scorekeeper.people.models import Group, Player

UNITS = 2
POINTS = 60  # points of a drawn chart
MOST = 1000  # postings read: enough for some years; 2,000 were a third of the page

Point = tuple[datetime, int]
"""(time, balance in smallest units, negative if the player owed)."""
Line = tuple[str, int, str, int]
"""(time of UTC, posting id, unit, change of the player's balance); texts have the order of their times."""

# Times are read as texts because Django's conversion of them took an eighth of the page.
_TIME = Cast("at", TextField())
_AS_CREDITOR, _AS_DEBTOR = (
    CompiledQuery(
        lambda own, side=side, most=MOST + 1: (
            Posting.objects.filter(**{f"{side}__in": own})
            .order_by("-pk")
            .annotate(time=_TIME)
            .values_list("time", "pk", "unit", "amount")[:most]
        ),
        own=list,
    )
    for side in ("creditor", "debtor")
)


@dataclass(frozen=True, slots=True)
class BalanceHistory:
    """A player's balance at the ends of days, the oldest first.

    `points`: of all days with postings, or a selection. `whole`: whether there are no older postings.
    """

    points: Sequence[Point]
    whole: bool


def balance_histories(group: Group, player: Player) -> tuple[dict[str, BalanceHistory], bool]:
    """Return a player's balance histories by unit, and whether other units have postings too.

    Includes the first `UNITS` units with more than one day. A constant number of queries.
    """
    lines = _lines(with_merged(player))
    whole, lines = len(lines) <= MOST, lines[:MOST]
    lines.sort(reverse=True)  # an imported game may have newer ids with older times
    by_unit: dict[str, list[Line]] = {}
    for line in lines:
        by_unit.setdefault(line[2], []).append(line)
    now = balances(group.pk)
    found: dict[str, BalanceHistory] = {}
    for unit, own_lines in by_unit.items():
        points = _back(now.get(unit, {}).get(player.pk, 0), own_lines)
        if len(points) > 1 and len(found) < UNITS:
            found[unit] = BalanceHistory(thinned(points), whole)
    return found, len(found) < len(by_unit)


def thinned(points: Sequence[Point], most: int = POINTS) -> list[Point]:
    """Return at most `most` points, evenly spaced, with the first, last, highest and lowest."""
    if len(points) <= most:
        return list(points)
    chosen = {round(step * (len(points) - 1) / (most - 3)) for step in range(most - 2)}
    ordered = sorted(range(len(points)), key=lambda at: points[at][1])
    return [points[at] for at in sorted(chosen | {ordered[0], ordered[-1]})]


def _lines(own: Sequence[int]) -> list[Line]:
    """Return the newest postings, `MOST` + 1 at most; one from a player to themselves twice, as it changes nothing."""
    owes = [(time, pk, unit, -amount) for time, pk, unit, amount in _AS_DEBTOR(own=own)]
    found = [*_AS_CREDITOR(own=own), *owes]
    return sorted(found, key=itemgetter(1), reverse=True)[: MOST + 1]


def _back(now: int, lines: Iterable[Line]) -> list[Point]:
    """Return the balances at the ends of days, computed backwards from the present one.

    Times are compared as texts with the start of the newer line's day: a conversion of each took a tenth of the page.
    """
    found: list[Point] = []
    start_of, start = starts_of_play(), ""
    for time, _pk, _unit, amount in lines:
        if not start or time < start:
            at = datetime.fromisoformat(time).replace(tzinfo=UTC)
            found.append((at, now))
            start = f"{start_of(at):%Y-%m-%d %H:%M:%S}"
        now -= amount
    return found[::-1]

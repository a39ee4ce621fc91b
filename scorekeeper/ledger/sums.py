"""What the lines of a ledger add up to: balances, what pairs owe each other, the fewest payments.

Lines name players as they were when they were written. A player who was merged into another since then counts as that
other wherever lines are added up: `staying` says who that is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.people.models import Player

from .clearing import Net, Pair, is_small, open_debts, pair_of
from .models import Owed
from .simplify import fewest, searched_in

__all__ = [
    "Debt",
    "Due",
    "Net",
    "Open",
    "Pair",
    "balances",
    "balances_of",
    "debts",
    "net",
    "net_of",
    "open_in",
    "open_of",
    "owed",
    "pair_of",
    "simplest",
    "staying",
]


@dataclass(frozen=True, slots=True)
class Due:
    """What a game brings: `debtor` owes `creditor` (players, by number) `amount` smallest units of `unit`, and why."""

    debtor: int
    creditor: int
    amount: int
    unit: str
    reason: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Debt:
    """`debtor` owes `creditor` `amount` smallest units of `unit`, everything added up; at least 1."""

    debtor: int
    creditor: int
    amount: int
    unit: str


@dataclass(frozen=True, slots=True)
class Open:
    """What is open in one unit. `balances`: what each player is owed, below zero what they owe; `fewest`: payments
    after which all are even; `between`: what was played between pairs and is not cleared yet, the largest first.

    All three are empty together, and each payment that they name may be made (`payments.payable`).
    """

    unit: str
    balances: Mapping[int, int]
    fewest: Sequence[Debt]
    between: Sequence[Debt]


def staying(group: int) -> dict[int, int]:
    """Whose a line is that names a player who was merged: his number, and that of the player who stayed."""
    merged = Player.objects.filter(group=group, merged_into__isnull=False)
    return {gone: stays for gone, stays in merged.values_list("pk", "merged_into") if stays is not None}


def owed(group: int) -> Net:
    """What the players of a group owe each other, all added up. Nobody who was merged into another is in it."""
    rows = (
        Owed.objects.filter(group=group)
        .exclude(amount="0")
        .values_list("one_id", "other_id", "one__merged_into", "other__merged_into", "unit", "amount")
    )
    found: Net = defaultdict(int)
    for one, other, one_stays, other_stays, unit, amount in rows:
        first, second = one_stays or one, other_stays or other
        if first != second:
            pair, sign = pair_of(first, second, unit)
            found[pair] += sign * int(amount)
    return {pair: amount for pair, amount in found.items() if amount}


def balances(group: int) -> dict[str, dict[int, int]]:
    """By unit: what every player is owed, below zero what he owes. Who is even is left out."""
    return balances_of(owed(group))


def balances_of(sums: Net) -> dict[str, dict[int, int]]:
    """As `balances`, of what was read."""
    found: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for (one, other, unit), amount in sums.items():
        found[unit][one] -= amount
        found[unit][other] += amount
    kept = {unit: {player: sum_ for player, sum_ in each.items() if sum_} for unit, each in found.items()}
    return {unit: each for unit, each in kept.items() if each}


def open_in(group: int) -> list[Open]:
    """What is open in a group, by unit."""
    return open_of(owed(group))


def debts(group: int) -> list[Debt]:
    """What is open between pairs, in all units."""
    return [debt for each in open_in(group) for debt in each.between]


def simplest(group: int) -> list[Debt]:
    """The fewest payments after which all are even, in all units."""
    return [debt for each in open_in(group) for debt in each.fewest]


def open_of(sums: Net) -> list[Open]:
    """As `open_in`, of what was read."""
    found = []
    balances_by_unit, small = balances_of(sums), is_small(sums)
    searched = searched_in(len(balances_by_unit))
    for unit, balances_ in sorted(balances_by_unit.items()):
        debts = open_debts(sums, unit)
        few = [Debt(*payment, unit) for payment in fewest(balances_, debts if small else None, searched)]
        between = [Debt(debtor, creditor, amount, unit) for (debtor, creditor), amount in debts.items()]
        between.sort(key=lambda debt: (-debt.amount, debt.debtor, debt.creditor))
        found.append(Open(unit, balances_, few, between))
    return found


def net(dues: Iterable[Due]) -> Net:
    """What dues come to. What somebody owes himself, by lines from before he was merged, is nothing."""
    found: Net = defaultdict(int)
    for due in dues:
        if due.debtor == due.creditor:
            continue
        pair, sign = pair_of(due.debtor, due.creditor, due.unit)
        found[pair] += sign * due.amount
    return {pair: amount for pair, amount in found.items() if amount}


def net_of(postings: Any) -> Net:
    """What postings come to, for those who stayed."""
    rows = postings.values_list(
        "debtor_id", "debtor__merged_into", "creditor_id", "creditor__merged_into", "amount", "unit"
    )
    return net(
        Due(debtor_stays or debtor, creditor_stays or creditor, amount, unit)
        for debtor, debtor_stays, creditor, creditor_stays, amount, unit in rows
    )

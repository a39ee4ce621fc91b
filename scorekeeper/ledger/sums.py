"""Sums of postings: balances, debts between pairs, the fewest payments.

Postings name the players of the time they were written. A merged player counts as the remaining one in all sums, see
`staying`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.people.models import Player

from .clearing import Net, Pair, debts_by_unit, is_small, pair_of
from .models import PairBalance
from .simplify import fewest, searched_in

__all__ = [
    "Debt",
    "Due",
    "Net",
    "OpenDebts",
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
    """A debt from a game: `debtor` owes `creditor` (ids) `amount` smallest units of `unit`."""

    debtor: int
    creditor: int
    amount: int
    unit: str
    reason: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Debt:
    """An open debt: `debtor` owes `creditor` (ids) `amount` (at least 1) units of `unit`."""

    debtor: int
    creditor: int
    amount: int
    unit: str


@dataclass(frozen=True, slots=True)
class OpenDebts:
    """Everything open in one unit.

    `balances`: amount owed to each player, negative if they owe. `fewest`: payments that make all even. `between`:
    uncleared debts between pairs, the largest first. All three are empty together, and each debt in them can be paid
    in full (`payments.payable`). `circles`: whether `between` is less than the sums between pairs, because debts that
    go round in a circle cancel out.
    """

    unit: str
    balances: Mapping[int, int]
    fewest: Sequence[Debt]
    between: Sequence[Debt]
    circles: bool = False

    @property
    def detour(self) -> bool:
        """Whether one of the fewest payments goes to a player whom the payer owes nothing."""
        owed = {(debt.debtor, debt.creditor) for debt in self.between}
        return any((debt.debtor, debt.creditor) not in owed for debt in self.fewest)


_OWED = CompiledQuery(
    lambda group: (
        PairBalance.objects.filter(group=group)
        .exclude(amount="0")
        .values_list("one_id", "other_id", "one__merged_into", "other__merged_into", "unit", "amount")
    ),
    group=int,
)


NET_COLUMNS = ("debtor_id", "debtor__merged_into", "creditor_id", "creditor__merged_into", "amount", "unit")


def staying(group: int) -> dict[int, int]:
    """Return the id of the remaining player by the id of each merged player."""
    merged = Player.objects.filter(group=group, merged_into__isnull=False)
    return {
        merged_id: remaining_id
        for merged_id, remaining_id in merged.values_list("pk", "merged_into")
        if remaining_id is not None
    }


def owed(group: int) -> Net:
    """Return the sums between pairs of a group, merged players counted as the remaining ones."""
    found: Net = defaultdict(int)
    for one, other, one_stays, other_stays, unit, amount in _OWED(group=group):
        first, second = one_stays or one, other_stays or other
        if first != second:
            pair, sign = pair_of(first, second, unit)
            found[pair] += sign * int(amount)
    return {pair: amount for pair, amount in found.items() if amount}


def balances(group: int) -> dict[str, dict[int, int]]:
    """Return by unit the amount owed to each player, negative if they owe; zeros are left out."""
    return balances_of(owed(group))


def balances_of(sums: Net) -> dict[str, dict[int, int]]:
    """Return balances of sums, as `balances`."""
    found: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for (one, other, unit), amount in sums.items():
        found[unit][one] -= amount
        found[unit][other] += amount
    uneven = {unit: {player: sum_ for player, sum_ in each.items() if sum_} for unit, each in found.items()}
    return {unit: each for unit, each in uneven.items() if each}


def open_in(group: int) -> list[OpenDebts]:
    """Return everything open in a group, one item per unit."""
    return open_of(owed(group))


def debts(group: int) -> list[Debt]:
    """Return the open debts between pairs in all units."""
    return [debt for each in open_in(group) for debt in each.between]


def simplest(group: int) -> list[Debt]:
    """Return the fewest payments that make all even, in all units."""
    return [debt for each in open_in(group) for debt in each.fewest]


def open_of(sums: Net) -> list[OpenDebts]:
    """Return everything open in sums, as `open_in`."""
    found = []
    balances_by_unit, small = balances_of(sums), is_small(sums)
    all_debts = debts_by_unit(sums, small=small)
    searched = searched_in(len(balances_by_unit))
    due = Counter[str]()
    for (_one, _other, unit), amount in sums.items():
        due[unit] += abs(amount)
    for unit, balances_ in sorted(balances_by_unit.items()):
        debts = all_debts[unit]
        few = [Debt(*payment, unit) for payment in fewest(balances_, debts if small else None, searched)]
        between = [Debt(debtor, creditor, amount, unit) for (debtor, creditor), amount in debts.items()]
        between.sort(key=lambda debt: (-debt.amount, debt.debtor, debt.creditor))
        found.append(OpenDebts(unit, balances_, few, between, sum(debts.values()) < due[unit]))
    return found


def net(dues: Iterable[Due]) -> Net:
    """Add up dues between pairs.

    A due of a merged player to themselves counts as nothing.
    """
    found: Net = defaultdict(int)
    for due in dues:
        if due.debtor == due.creditor:
            continue
        pair, sign = pair_of(due.debtor, due.creditor, due.unit)
        found[pair] += sign * due.amount
    return {pair: amount for pair, amount in found.items() if amount}


def net_of(rows: Iterable[tuple[Any, ...]]) -> Net:
    """Add up the `NET_COLUMNS` of postings by pair; merged players count as the remaining ones."""
    return net(
        Due(debtor_stays or debtor, creditor_stays or creditor, amount, unit)
        for debtor, debtor_stays, creditor, creditor_stays, amount, unit in rows
    )

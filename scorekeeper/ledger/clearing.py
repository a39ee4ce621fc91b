"""The debts that a payment clears.

Pure: no database.

Each step takes what the previous ones left of the payment:

1. the direct debt of the payer to the payee;
2. debts that lead from the payer to the payee over others, the shortest path first: Bo owes Ana, Ana owes Cleo, and
   Bo pays Cleo;
3. without such a path, one debt of the payer and one to the payee: Bo owes Ana, Dev owes Cleo, and Bo pays Cleo; now
   Dev owes Ana. The fewest payments sometimes need this, because they look at balances only;
4. the rest becomes a debt of the payee to the payer.

The result is stored with the payment (`models.Clearing`). A later game between the same players leaves it as it is, and
undoing the payment reopens exactly these debts.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from .debt_cycles import Debts, Edge, without_cycles

MOST = 15_000  # pairs times players up to which cycles are removed; about 2 µs for each

Pair = tuple[int, int, str]
Net = dict[Pair, int]
"""(player, player, unit), the lower id first -> what the first owes the second; zeros are left out."""


@dataclass(frozen=True, slots=True)
class Change:
    """An increase of what `debtor` owes `creditor` by `amount`, at least 1."""

    debtor: int
    creditor: int
    amount: int


def pair_of(debtor: int, creditor: int, unit: str) -> tuple[Pair, int]:
    """Return the pair with the lower id first, and the sign of a debt of `debtor` in it."""
    if debtor < creditor:
        return (debtor, creditor, unit), 1
    return (creditor, debtor, unit), -1


def is_small(sums: Mapping[Pair, int]) -> bool:
    """Return whether a group has few enough debts, over all units, to remove cycles from them.

    Thirty players who all play with one another are within the limit, sixty are not.
    """
    players = {one for one, _other, _unit in sums} | {other for _one, other, _unit in sums}
    return len(sums) * len(players) <= MOST


def open_debts(sums: Mapping[Pair, int], unit: str) -> Debts:
    """Return the debts between pairs in a unit; without cycles if `is_small`.

    `sums`: all sums of the group.
    """
    its = {pair: amount for pair, amount in sums.items() if pair[2] == unit}
    return debts_by_unit(its, small=is_small(sums)).get(unit, {})


def debts_by_unit(sums: Mapping[Pair, int], *, small: bool) -> dict[str, Debts]:
    """Return the debts between pairs in each unit.

    `small`: whether the group `is_small`, so that cycles are removed.
    """
    found: dict[str, Debts] = defaultdict(dict)
    for (one, other, unit), amount in sums.items():
        if amount:
            found[unit][(one, other) if amount > 0 else (other, one)] = abs(amount)
    return {unit: without_cycles(debts) for unit, debts in found.items()} if small else found


def cleared(debts: Mapping[Edge, int], payer: int, payee: int, amount: int) -> list[Change]:
    """Return the changes that a payment makes between pairs.

    `debts`: the open debts, without cycles.
    """
    remaining = dict(debts)
    changes: dict[Edge, int] = defaultdict(int)
    for edge, sum_ in _steps(remaining, payer, payee, amount):
        changes[edge] += sum_
    return [Change(debtor, creditor, sum_) for (debtor, creditor), sum_ in changes.items()]


class Sums:
    """Running sums between pairs while postings are added in order."""

    def __init__(self, sums: Mapping[Pair, int]) -> None:
        self.sums: Net = defaultdict(int, sums)

    def add(self, debtor: int, creditor: int, amount: int, unit: str) -> None:
        """Increase a debt between two players.

        A debt of a player to themselves, after a merge, counts as nothing.
        """
        if debtor != creditor:
            pair, sign = pair_of(debtor, creditor, unit)
            self.sums[pair] += sign * amount

    def pay(self, payer: int, payee: int, amount: int, unit: str) -> list[Change]:
        """Add a payment and return its changes between pairs; none from a player to themselves."""
        if payer == payee:
            return []
        changes = cleared(open_debts(self.sums, unit), payer, payee, amount)
        for change in changes:
            self.add(change.debtor, change.creditor, change.amount, unit)
        return changes


def _steps(remaining: Debts, payer: int, payee: int, amount: int) -> Iterator[tuple[Edge, int]]:
    """Yield ((debtor, creditor), increase) of each step; reduce debts in `remaining`."""
    while amount and (path := _shortest_path(remaining, payer, payee)):
        sum_ = min(amount, *(remaining[edge] for edge in path))
        yield from _reduced(remaining, path, sum_)
        amount -= sum_
    while amount and (two := _transferable_pair(remaining, payer, payee)):
        sum_ = min(amount, *(remaining[edge] for edge in two))
        yield from _reduced(remaining, two, sum_)
        (_, creditor), (debtor, _) = two
        yield (debtor, creditor), sum_
        remaining[debtor, creditor] = remaining.get((debtor, creditor), 0) + sum_
        amount -= sum_
    if amount:
        yield (payee, payer), amount


def _reduced(remaining: Debts, edges: Iterable[Edge], amount: int) -> Iterator[tuple[Edge, int]]:
    """Subtract an amount from each debt, and yield it as an increase of the opposite debt."""
    for debtor, creditor in edges:
        remaining[debtor, creditor] -= amount
        if not remaining[debtor, creditor]:
            del remaining[debtor, creditor]
        yield (creditor, debtor), amount


def _shortest_path(remaining: Mapping[Edge, int], payer: int, payee: int) -> list[Edge]:
    """Return the shortest path over debts from payer to payee, lowest ids first; [] for none."""
    creditors_of: dict[int, list[int]] = {}
    for debtor, creditor in sorted(remaining):
        creditors_of.setdefault(debtor, []).append(creditor)
    previous, queue = {payer: payer}, deque([payer])
    while queue and payee not in previous:
        player = queue.popleft()
        for other in creditors_of.get(player, ()):
            if other not in previous:
                previous[other] = player
                queue.append(other)
    path: list[Edge] = []
    player = payee
    while player in previous and player != payer:
        path.append((previous[player], player))
        player = previous[player]
    return path[::-1]


def _transferable_pair(remaining: Mapping[Edge, int], payer: int, payee: int) -> tuple[Edge, Edge] | None:
    """Return a debt of the payer and one to the payee; preferably their ends share an open debt."""
    owes = sorted(creditor for debtor, creditor in remaining if debtor == payer)
    owed = sorted(debtor for debtor, creditor in remaining if creditor == payee)
    pairs = [(debtor, creditor) for debtor in owed for creditor in owes]
    if not pairs:
        return None
    debtor, creditor = min(pairs, key=lambda pair: (pair not in remaining, pair))
    return (payer, creditor), (debtor, payee)

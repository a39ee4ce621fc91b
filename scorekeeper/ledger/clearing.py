"""Which debts a payment clears: those between its two players, then those along its path. Pure: no database.

The rule, step by step, for what is left of the payment each time:

1. what the payer owes the payee plainly;
2. what leads from the payer to the payee over others, the shortest way first: Bo owes Ana, Ana owes Cleo, Bo pays Cleo;
3. without such a way a debt is handed over: Bo owes Ana, Dev owes Cleo, Bo pays Cleo; now Dev owes Ana. The fewest
   payments need this at times, because they look at balances only;
4. more than that is owed back.

What a payment cleared is kept with it (`models.Clearing`), so that a later game between the same two does not take it
back, and an undone payment opens just what it cleared.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from .debt_cycles import Debts, Edge, without_circles

MOST = 15_000  # pairs times players

Pair = tuple[int, int, str]
Net = dict[Pair, int]
"""By two players, the lower number first, and a unit: what the first owes the second. Who is even is left out."""


@dataclass(frozen=True, slots=True)
class Change:
    """From now on `debtor` owes `creditor` `amount` more than before, at least 1."""

    debtor: int
    creditor: int
    amount: int


def pair_of(debtor: int, creditor: int, unit: str) -> tuple[Pair, int]:
    """The pair with the lower number first, and the sign of a debt of `debtor` in it."""
    if debtor < creditor:
        return (debtor, creditor, unit), 1
    return (creditor, debtor, unit), -1


def is_small(sums: Mapping[Pair, int]) -> bool:
    """Whether a group's debts, in all units, are few enough to take circles out of them: some 2 µs for each pair and
    player. Thirty who all play with one another are, sixty are not."""
    players = {one for one, _other, _unit in sums} | {other for _one, other, _unit in sums}
    return len(sums) * len(players) <= MOST


def open_debts(sums: Mapping[Pair, int], unit: str) -> Debts:
    """What pairs owe each other in a unit. `sums`: all of a group; where these are few (`is_small`), what goes round in
    circles is taken out, else it stays."""
    debts = {
        (one, other) if amount > 0 else (other, one): abs(amount)
        for (one, other, its), amount in sums.items()
        if amount and its == unit
    }
    return without_circles(debts) if is_small(sums) else debts


def cleared(debts: Mapping[Edge, int], payer: int, payee: int, amount: int) -> list[Change]:
    """What a payment changes between pairs. `debts`: what is open, without circles."""
    left = dict(debts)
    changes: dict[Edge, int] = defaultdict(int)
    for edge, sum_ in _steps(left, payer, payee, amount):
        changes[edge] += sum_
    return [Change(debtor, creditor, sum_) for (debtor, creditor), sum_ in changes.items()]


class Sums:
    """What pairs owe each other, while lines are added one after the other."""

    def __init__(self, sums: Mapping[Pair, int]) -> None:
        self.sums: Net = defaultdict(int, sums)

    def add(self, debtor: int, creditor: int, amount: int, unit: str) -> None:
        """Let one owe another more. What two of one person owe each other is nothing."""
        if debtor != creditor:
            pair, sign = pair_of(debtor, creditor, unit)
            self.sums[pair] += sign * amount

    def pay(self, payer: int, payee: int, amount: int, unit: str) -> list[Change]:
        """Add a payment; what it changes between pairs, nothing where it is one person's to himself."""
        if payer == payee:
            return []
        changes = cleared(open_debts(self.sums, unit), payer, payee, amount)
        for change in changes:
            self.add(change.debtor, change.creditor, change.amount, unit)
        return changes


# --- inside ----------------------------------------------------------------------------------------------


def _steps(left: Debts, payer: int, payee: int, amount: int) -> Iterator[tuple[Edge, int]]:
    """(debtor, creditor) and how much more is owed there; what was open is taken from `left`."""
    while amount and (way := _way(left, payer, payee)):
        sum_ = min(amount, *(left[edge] for edge in way))
        yield from _taken(left, way, sum_)
        amount -= sum_
    while amount and (two := _handed_over(left, payer, payee)):
        sum_ = min(amount, *(left[edge] for edge in two))
        yield from _taken(left, two, sum_)
        (_, creditor), (debtor, _) = two
        yield (debtor, creditor), sum_
        left[debtor, creditor] = left.get((debtor, creditor), 0) + sum_
        amount -= sum_
    if amount:
        yield (payee, payer), amount


def _taken(left: Debts, edges: Iterable[Edge], amount: int) -> Iterator[tuple[Edge, int]]:
    """Take so much from each of these debts: it is owed the other way round."""
    for debtor, creditor in edges:
        left[debtor, creditor] -= amount
        if not left[debtor, creditor]:
            del left[debtor, creditor]
        yield (creditor, debtor), amount


def _way(left: Mapping[Edge, int], payer: int, payee: int) -> list[Edge]:
    """The shortest way over debts from one to the other, the lowest numbers first; empty where there is none."""
    ways: dict[int, list[int]] = {}
    for debtor, creditor in sorted(left):
        ways.setdefault(debtor, []).append(creditor)
    came, waiting = {payer: payer}, deque([payer])
    while waiting and payee not in came:
        player = waiting.popleft()
        for other in ways.get(player, ()):
            if other not in came:
                came[other] = player
                waiting.append(other)
    way: list[Edge] = []
    player = payee
    while player in came and player != payer:
        way.append((came[player], player))
        player = came[player]
    return way[::-1]


def _handed_over(left: Mapping[Edge, int], payer: int, payee: int) -> tuple[Edge, Edge] | None:
    """A debt of the payer and one to the payee, where there are both; first such as add to a debt that is open."""
    owes = sorted(creditor for debtor, creditor in left if debtor == payer)
    owed = sorted(debtor for debtor, creditor in left if creditor == payee)
    pairs = [(debtor, creditor) for debtor in owed for creditor in owes]
    if not pairs:
        return None
    debtor, creditor = min(pairs, key=lambda pair: (pair not in left, pair))
    return (payer, creditor), (debtor, payee)

"""The fewest payments that make everybody even. Pure: the standard library only.

People whose balances cancel among themselves settle among themselves: the more such circles there are, the fewer
payments, for a circle of n needs n - 1. Finding the most circles is a search through all subsets (a problem as hard
as packing), done for up to `SEARCHED` people after pairs that cancel, and for fewer where the caller has many units to
settle; among more, only pairs are found: nobody has proved then that it is the fewest, and one payment less than there
are people always suffices.

Where there is a choice, the one pays whom they owe something, else whom they owe over others: such a payment clears
debts that were played.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heapreplace

SEARCHED = 13  # 7 ms; each one more doubles it
AT_ONCE = 2  # units in which so many are searched

Payment = tuple[int, int, int]


def fewest(
    balances: Mapping[int, int],
    debts: Mapping[tuple[int, int], int] | None = None,
    searched: int = SEARCHED,
) -> list[Payment]:
    """(payer, payee, amount) until all are even. `balances`: what each player is owed, below zero what they owe.

    `debts`: by debtor and creditor, what pairs owe each other. `searched`: how many people are searched for circles.
    The balances sum to zero; raises ValueError where they do not. Largest payments first, then by player.
    """
    if sum(balances.values()):
        raise ValueError("balances that do not sum to zero cannot be settled")
    left = {player: balance for player, balance in balances.items() if balance}
    ways = _Ways(debts or {})
    payments = list(_pairs(left, ways))
    for circle in _circles(left, searched):
        payments += _within(circle, ways)
    return sorted(payments, key=lambda payment: (-payment[2], payment[0], payment[1]))


def searched_in(units: int) -> int:
    """How many people are searched for circles where so many units are settled: all of them together take as long."""
    return SEARCHED - max(0, (units - 1) // AT_ONCE).bit_length()


class _Ways:
    """Who owes whom, plainly or over others."""

    def __init__(self, debts: Mapping[tuple[int, int], int]) -> None:
        self.debts = debts
        self.creditors: dict[int, list[int]] = {}
        for debtor, creditor in debts:
            self.creditors.setdefault(debtor, []).append(creditor)
        self.reached: dict[int, set[int]] = {}

    def rank(self, payer: int, payee: int) -> int:
        """0 where one owes the other, 1 over others, else 2."""
        if (payer, payee) in self.debts:
            return 0
        return 1 if payee in self.over(payer) else 2

    def over(self, player: int) -> set[int]:
        """Whom one owes, plainly or over others; and that one."""
        if player not in self.reached:
            found, waiting = {player}, [player]
            while waiting:
                fresh = [each for each in self.creditors.get(waiting.pop(), ()) if each not in found]
                found.update(fresh)
                waiting += fresh
            self.reached[player] = found
        return self.reached[player]


def _pairs(left: dict[int, int], ways: _Ways) -> Iterator[Payment]:
    """Two whose balances cancel; they are taken out. Nobody needs more payments for that."""
    owed: dict[int, list[int]] = {}
    for player in sorted(left):
        if left[player] > 0:
            owed.setdefault(left[player], []).append(player)
    if ways.debts:
        found = [(payer, payee) for payer in sorted(left) for payee in owed.get(-left[payer], ())]
    else:  # everybody may as well pay anybody
        waiting = {amount: iter(payees) for amount, payees in owed.items()}
        each = ((payer, next(waiting.get(-left[payer], iter(())), None)) for payer in sorted(left))
        found = [(payer, payee) for payer, payee in each if payee is not None]
    for payer, payee in sorted(found, key=lambda pair: ways.rank(*pair)):
        if payer in left and payee in left:
            yield payer, payee, left[payee]
            del left[payer], left[payee]


def _circles(left: Mapping[int, int], searched: int) -> list[dict[int, int]]:
    """The balances in as many parts as can be that each sum to zero."""
    if not left:
        return []
    if len(left) > searched:
        return [dict(left)]
    players = sorted(left)
    sums, most, last = _searched([left[player] for player in players])
    circles: list[dict[int, int]] = []
    rest, circle = len(sums) - 1, {}
    while rest:
        # walked back along the best way: a part is whole where what is left sums to zero again
        place = last[rest]
        circle[players[place]] = left[players[place]]
        rest ^= 1 << place
        if not sums[rest]:
            circles.append(circle)
            circle = {}
    assert len(circles) == most
    return circles


def _searched(values: Sequence[int]) -> tuple[list[int], int, list[int]]:
    """For every subset (bit by bit) its sum and who is added last on the best way there; and the most parts of all."""
    count = len(values)
    sums, parts, last = [0] * (1 << count), [0] * (1 << count), [0] * (1 << count)
    for subset in range(1, 1 << count):
        lowest = (subset & -subset).bit_length() - 1
        sums[subset] = sums[subset & (subset - 1)] + values[lowest]
        best = -1
        for place in range(count):
            if subset >> place & 1 and parts[subset ^ (1 << place)] > best:
                best, last[subset] = parts[subset ^ (1 << place)], place
        parts[subset] = best + (sums[subset] == 0)
    return sums, parts[-1], last


def _within(circle: Mapping[int, int], ways: _Ways) -> Iterator[Payment]:
    """One payment less than there are people: as much as both can, the largest debt and the largest claim first.

    First whoever owes the other, then whoever owes them over others, then anybody. Nobody comes back who is even, so
    each of the three is done once.
    """
    left = dict(circle)
    if ways.debts:
        yield from _paid(left, ways.creditors)
        yield from _paid(left, {player: ways.over(player) for player in left if left[player] < 0})
    owing = [(balance, player) for player, balance in left.items() if balance < 0]
    owed = [(-balance, player) for player, balance in left.items() if balance > 0]
    heapify(owing)
    heapify(owed)
    while owing:
        (debt, payer), (claim, payee) = owing[0], owed[0]
        yield payer, payee, min(-debt, -claim)
        _change(owing, debt - max(debt, claim))
        _change(owed, claim - max(debt, claim))


def _paid(left: dict[int, int], to: Mapping[int, Collection[int]]) -> Iterator[Payment]:
    """Payments to those whom each payer may pay; who is even goes out of `left`."""
    owing = [(balance, player) for player, balance in left.items() if balance < 0]
    heapify(owing)
    while owing:
        payer = owing[0][1]
        payees = [(-left[each], each) for each in to.get(payer, ()) if left.get(each, 0) > 0]
        if not payees:
            heappop(owing)
            continue
        payee = min(payees)[1]
        amount = min(-left[payer], left[payee])
        yield payer, payee, amount
        for player, change in ((payer, amount), (payee, -amount)):
            left[player] += change
            if not left[player]:
                del left[player]
        _change(owing, left.get(payer, 0))


def _change(heap: list[tuple[int, int]], amount: int) -> None:
    """Let the first of a heap have so much left."""
    if amount:
        heapreplace(heap, (amount, heap[0][1]))
    else:
        heappop(heap)

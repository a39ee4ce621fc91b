"""The fewest payments that make everybody even. Pure: the standard library only.

People whose balances cancel among themselves settle among themselves: the more such circles there are, the fewer
payments, for a circle of n needs n - 1. Finding the most circles is a search through all subsets (a problem as hard
as packing), done for up to `SEARCHED` people after pairs that cancel; among more, only pairs are found, and one payment
less than there are people always suffices.

Where there is a choice, the one pays whom they owe something, else whom they owe over others: such a payment clears
debts that were played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

SEARCHED = 13

Payment = tuple[int, int, int]


def fewest(balances: Mapping[int, int], debts: Mapping[tuple[int, int], int] | None = None) -> list[Payment]:
    """(payer, payee, amount) until all are even. `balances`: what each player is owed, below zero what they owe.

    `debts`: by debtor and creditor, what pairs owe each other. The balances sum to zero; raises ValueError where they
    do not. Largest payments first, then by player.
    """
    if sum(balances.values()):
        raise ValueError("balances that do not sum to zero cannot be settled")
    left = {player: balance for player, balance in balances.items() if balance}
    ways = _Ways(debts or {})
    payments = list(_pairs(left, ways))
    for circle in _circles(left):
        payments += _within(circle, ways)
    return sorted(payments, key=lambda payment: (-payment[2], payment[0], payment[1]))


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
        return 1 if payee in self._from(payer) else 2

    def _from(self, player: int) -> set[int]:
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
    found = [(payer, payee) for payer in sorted(left) for payee in owed.get(-left[payer], ())]
    for payer, payee in sorted(found, key=lambda pair: ways.rank(*pair)):
        if payer in left and payee in left:
            yield payer, payee, left[payee]
            del left[payer], left[payee]


def _circles(left: Mapping[int, int]) -> list[dict[int, int]]:
    """The balances in as many parts as can be that each sum to zero."""
    if not left:
        return []
    if len(left) > SEARCHED:
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
    """One payment less than there are people: as much as both can, the largest debt and the largest claim first."""
    left = dict(circle)
    while left:
        pairs = [(one, two) for one in left if left[one] < 0 for two in left if left[two] > 0]
        payer, payee = min(
            pairs, key=lambda pair: (ways.rank(*pair), left[pair[0]], pair[0], -left[pair[1]], pair[1])
        )
        amount = min(-left[payer], left[payee])
        yield payer, payee, amount
        for player, change in ((payer, amount), (payee, -amount)):
            left[player] += change
            if not left[player]:
                del left[player]

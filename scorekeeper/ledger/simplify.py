"""The fewest payments that make everybody even. Pure: the standard library only.

People whose balances cancel among themselves settle among themselves: the more such circles there are, the fewer
payments, for a circle of n needs n - 1. Finding the most circles is a search through all subsets (a problem as hard
as packing), done for up to `SEARCHED` people after pairs that cancel; among more, only pairs are found, and one payment
less than there are people always suffices.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

SEARCHED = 13

Payment = tuple[int, int, int]


def fewest(balances: Mapping[int, int]) -> list[Payment]:
    """(payer, payee, amount) until all are even. `balances`: player to what he is owed, below zero what he owes.

    The balances sum to zero; raises ValueError where they do not. Largest payments first, then by player.
    """
    if sum(balances.values()):
        raise ValueError("balances that do not sum to zero cannot be settled")
    left = {player: balance for player, balance in balances.items() if balance}
    payments = list(_pairs(left))
    for circle in _circles(left):
        payments += _within(circle)
    return sorted(payments, key=lambda payment: (-payment[2], payment[0], payment[1]))


def _pairs(left: dict[int, int]) -> Iterator[Payment]:
    """Two whose balances cancel; they are taken out. Nobody needs more payments for that."""
    waiting: dict[int, list[int]] = {}
    for player in sorted(left):
        others = waiting.get(-left[player])
        if not others:
            waiting.setdefault(left[player], []).append(player)
            continue
        other = others.pop(0)
        payer, payee = (player, other) if left[player] < 0 else (other, player)
        yield payer, payee, left[payee]
        del left[player], left[other]


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


def _within(circle: Mapping[int, int]) -> Iterator[Payment]:
    """One payment less than there are people: whoever owes most pays whoever is owed most, as much as both can."""
    left = dict(circle)
    while left:
        payer = min(left, key=lambda player: (left[player], player))
        payee = max(left, key=lambda player: (left[player], -player))
        amount = min(-left[payer], left[payee])
        yield payer, payee, amount
        for player, change in ((payer, amount), (payee, -amount)):
            left[player] += change
            if not left[player]:
                del left[player]

"""The fewest payments that settle balances, or the transfers of one game.

Pure: no database.

Players with balances that cancel among themselves form a group; a group of n needs n - 1 payments, so the more groups,
the fewer payments. Pairs that cancel are taken out first. The most groups are found by a search through all subsets
(the problem is as hard as packing) for up to `SEARCHED` players, fewer if many units are settled at once. With more
players only pairs are found, and the result, at most one payment fewer than players, may not be the fewest.

Among equal choices, players pay their creditors first, then creditors over others: such payments clear played debts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heapreplace

from .settle import Transfer

SEARCHED = 13  # players in a full search: 7 ms; each additional one doubles it
AT_ONCE = 2  # units with a full search of `SEARCHED` players

Payment = tuple[int, int, int]


def fewest(
    balances: Mapping[int, int],
    debts: Mapping[tuple[int, int], int] | None = None,
    searched: int = SEARCHED,
) -> list[Payment]:
    """Return (payer, payee, amount) that settle all balances, largest first, then by player.

    `balances`: amount owed to each player, negative if the player owes. `debts`: amounts by (debtor, creditor).
    `searched`: most players in a full search. Raises ValueError if the balances do not sum to zero.
    """
    if sum(balances.values()):
        raise ValueError("balances that do not sum to zero cannot be settled")
    remaining = {player: balance for player, balance in balances.items() if balance}
    reachability = _Reachability(debts or {})
    payments = list(_pairs(remaining, reachability))
    for group in _groups(remaining, searched):
        payments += _within(group, reachability)
    return sorted(payments, key=lambda payment: (-payment[2], payment[0], payment[1]))


def nets(transfers: Iterable[Transfer]) -> dict[str, int]:
    """Return the net amount of each player, negative if they pay; zeros are left out."""
    found: dict[str, int] = {}
    for each in transfers:
        found[each.payee] = found.get(each.payee, 0) + each.amount
        found[each.payer] = found.get(each.payer, 0) - each.amount
    return {player: amount for player, amount in found.items() if amount}


def fewest_payments(net: Mapping[str, int], players: Sequence[str]) -> list[tuple[str, str, int]]:
    """Return (payer, payee, amount) that settle the net amounts of a game, by the payer's seat.

    `players`: in seat order.
    """
    seat = {player: place for place, player in enumerate(players)}
    found = fewest({seat[player]: amount for player, amount in net.items()})
    return [(players[payer], players[payee], amount) for payer, payee, amount in sorted(found)]


def is_even_split(transfers: Sequence[Transfer]) -> bool:
    """Return whether all sums of a game were split without odd units."""
    parts: dict[object, set[int]] = {}
    for each in transfers:
        if each.reason.payers or each.reason.payees:
            side = each.reason.payers or each.payer
            parts.setdefault((each.reason, side), set()).add(each.amount)
    return all(len(each) == 1 for each in parts.values())


def searched_in(units: int) -> int:
    """Return the most players of a full search for this many units, at constant total time."""
    return SEARCHED - max(0, (units - 1) // AT_ONCE).bit_length()


class _Reachability:
    """Reachability over debts: direct creditors and creditors over others."""

    def __init__(self, debts: Mapping[tuple[int, int], int]) -> None:
        self.debts = debts
        self.creditors: dict[int, list[int]] = {}
        for debtor, creditor in debts:
            self.creditors.setdefault(debtor, []).append(creditor)
        self.reached: dict[int, set[int]] = {}

    def rank(self, payer: int, payee: int) -> int:
        """Return 0 if the payer owes the payee directly, 1 if over others, else 2."""
        if (payer, payee) in self.debts:
            return 0
        return 1 if payee in self.over(payer) else 2

    def over(self, player: int) -> set[int]:
        """Return the players whom `player` owes, directly or over others, and the player."""
        if player not in self.reached:
            found, waiting = {player}, [player]
            while waiting:
                fresh = [each for each in self.creditors.get(waiting.pop(), ()) if each not in found]
                found.update(fresh)
                waiting += fresh
            self.reached[player] = found
        return self.reached[player]


def _pairs(remaining: dict[int, int], reachability: _Reachability) -> Iterator[Payment]:
    """Yield payments of two players with opposite balances; remove them from `remaining`."""
    owed: dict[int, list[int]] = {}
    for player in sorted(remaining):
        if remaining[player] > 0:
            owed.setdefault(remaining[player], []).append(player)
    if reachability.debts:
        found = [(payer, payee) for payer in sorted(remaining) for payee in owed.get(-remaining[payer], ())]
    else:  # without debts all choices are equal
        waiting = {amount: iter(payees) for amount, payees in owed.items()}
        each = ((payer, next(waiting.get(-remaining[payer], iter(())), None)) for payer in sorted(remaining))
        found = [(payer, payee) for payer, payee in each if payee is not None]
    for payer, payee in sorted(found, key=lambda pair: reachability.rank(*pair)):
        if payer in remaining and payee in remaining:
            yield payer, payee, remaining[payee]
            del remaining[payer], remaining[payee]


def _groups(remaining: Mapping[int, int], searched: int) -> list[dict[int, int]]:
    """Return the balances in as many groups as possible that each sum to zero."""
    if not remaining:
        return []
    if len(remaining) > searched:
        return [dict(remaining)]
    players = sorted(remaining)
    sums, most, last = _searched([remaining[player] for player in players])
    groups: list[dict[int, int]] = []
    rest, group = len(sums) - 1, {}
    while rest:
        # backwards along the best order: a group is complete when the rest sums to zero
        place = last[rest]
        group[players[place]] = remaining[players[place]]
        rest ^= 1 << place
        if not sums[rest]:
            groups.append(group)
            group = {}
    assert len(groups) == most
    return groups


def _searched(values: Sequence[int]) -> tuple[list[int], int, list[int]]:
    """Return the sum of each subset (bit mask), the most groups, and each subset's last player."""
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


def _within(group: Mapping[int, int], reachability: _Reachability) -> Iterator[Payment]:
    """Yield one payment fewer than the group has players, the largest debts and claims first.

    Payments to direct creditors come first, then to creditors over others, then to any player. A player who is even
    stays even, so each of the three passes runs once.
    """
    remaining = dict(group)
    if reachability.debts:
        yield from _paid(remaining, reachability.creditors)
        yield from _paid(
            remaining, {player: reachability.over(player) for player in remaining if remaining[player] < 0}
        )
    debtors = [(balance, player) for player, balance in remaining.items() if balance < 0]
    owed = [(-balance, player) for player, balance in remaining.items() if balance > 0]
    heapify(debtors)
    heapify(owed)
    while debtors:
        (debt, payer), (claim, payee) = debtors[0], owed[0]
        yield payer, payee, min(-debt, -claim)
        _change(debtors, debt - max(debt, claim))
        _change(owed, claim - max(debt, claim))


def _paid(remaining: dict[int, int], to: Mapping[int, Collection[int]]) -> Iterator[Payment]:
    """Yield payments to each payer's allowed payees; remove even players from `remaining`."""
    debtors = [(balance, player) for player, balance in remaining.items() if balance < 0]
    heapify(debtors)
    while debtors:
        payer = debtors[0][1]
        payees = [(-remaining[each], each) for each in to.get(payer, ()) if remaining.get(each, 0) > 0]
        if not payees:
            heappop(debtors)
            continue
        payee = min(payees)[1]
        amount = min(-remaining[payer], remaining[payee])
        yield payer, payee, amount
        for player, change in ((payer, amount), (payee, -amount)):
            remaining[player] += change
            if not remaining[player]:
                del remaining[player]
        _change(debtors, remaining.get(payer, 0))


def _change(heap: list[tuple[int, int]], amount: int) -> None:
    """Set the amount of the first item of a heap; remove it at 0."""
    if amount:
        heapreplace(heap, (amount, heap[0][1]))
    else:
        heappop(heap)

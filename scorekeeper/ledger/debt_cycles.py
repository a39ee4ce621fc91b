"""Removal of cycles from debts, keeping all balances.

Pure: the standard library only.

If Ana owes Bo, Bo owes Cleo and Cleo owes Ana, the smallest of the three amounts is owed all the way round and cancels.
Cycles can be removed in several ways. The result has the smallest sum of debts; ties are broken by the order of the
pairs. This is a minimum-cost flow with a unique solution, so it is stable: reducing one debt of the result leaves all
other debts as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from heapq import heappop, heappush

Edge = tuple[int, int]
Debts = dict[Edge, int]
"""(debtor, creditor) -> amount in smallest units of one unit, at least 1; at most one edge per pair of players."""

_SOURCE, _SINK = -1, -2  # player ids are above zero


def without_cycles(debts: Mapping[Edge, int]) -> Debts:
    """Return debts with the same balances, no cycle, and no debt larger than before."""
    part = _parts(debts)
    within = {edge: amount for edge, amount in debts.items() if part[edge[0]] == part[edge[1]]}
    left = _cheapest(within) if within else {}
    found = {edge: left.get(edge, 0) if edge in within else amount for edge, amount in debts.items()}
    return {edge: amount for edge, amount in found.items() if amount}


def _parts(debts: Iterable[Edge]) -> dict[int, int]:
    """Number the strongly connected component of each player (Kosaraju's algorithm)."""
    forth: dict[int, list[int]] = {}
    back: dict[int, list[int]] = {}
    for debtor, creditor in debts:
        forth.setdefault(debtor, []).append(creditor)
        back.setdefault(creditor, []).append(debtor)
    ended: list[int] = []
    seen: set[int] = set()
    for player in {**forth, **back}:
        ended += _ended(player, forth, seen)
    part: dict[int, int] = {}
    reached: set[int] = set()
    for player in reversed(ended):
        for other in _ended(player, back, reached):
            part[other] = player
    return part


def _ended(start: int, ways: Mapping[int, list[int]], seen: set[int]) -> list[int]:
    """Return the players first reached from `start`, in post-order; add them to `seen`."""
    if start in seen:
        return []
    seen.add(start)
    ended, open_ = [], [(start, iter(ways.get(start, ())))]
    while open_:
        player, others = open_[-1]
        other = next((each for each in others if each not in seen), None)
        if other is None:
            ended.append(player)
            open_.pop()
        else:
            seen.add(other)
            open_.append((other, iter(ways.get(other, ()))))
    return ended


def _cheapest(debts: Mapping[Edge, int]) -> Debts:
    """Return the cheapest flow with these balances within these debts; it is unique."""
    count = len(debts)
    # each debt costs one plus a small amount of its own, so that no two cycles cost the same
    cost = {edge: (1 << count + 1) + (1 << place) for place, edge in enumerate(sorted(debts, reverse=True))}
    ways = _Ways(dict(debts), cost)
    while ways.fill():
        pass
    return {edge: debts[edge] - ways.left.get(edge, 0) for edge in debts}


class _Ways:
    """Residual network of the flow: successive shortest paths by Dijkstra with potentials."""

    def __init__(self, debts: Debts, cost: dict[Edge, int]) -> None:
        self.left, self.cost = debts, cost | {(two, one): -each for (one, two), each in cost.items()}
        owed: dict[int, int] = {}
        for (debtor, creditor), amount in debts.items():
            owed[debtor] = owed.get(debtor, 0) - amount
            owed[creditor] = owed.get(creditor, 0) + amount
        for player, balance in owed.items():
            if balance:
                edge = (_SOURCE, player) if balance < 0 else (player, _SINK)
                self.left[edge], self.cost[edge], self.cost[edge[::-1]] = abs(balance), 0, 0
        self.next: dict[int, list[int]] = {}
        for one, two in list(self.left):
            self.next.setdefault(one, []).append(two)
            self.next.setdefault(two, []).append(one)
        self.known: dict[int, int] = dict.fromkeys(self.next, 0)

    def fill(self) -> bool:
        """Send as much as possible along the cheapest path; return False if there is none."""
        far, came = self._reached()
        if _SINK not in far:
            return False
        most = max(far.values())
        for player in self.known:
            self.known[player] += far.get(player, most)
        way = list(self._way(came))
        amount = min(self.left[edge] for edge in way)
        for one, two in way:
            self.left[one, two] -= amount
            self.left[two, one] = self.left.get((two, one), 0) + amount
        return True

    def _reached(self) -> tuple[dict[int, int], dict[int, int]]:
        """Return the distance of each player from the source, and their predecessor on the path."""
        far, came, done = {_SOURCE: 0}, {}, set()
        waiting = [(0, _SOURCE)]
        while waiting:
            distance, one = heappop(waiting)
            if one in done:
                continue
            done.add(one)
            for two in self.next.get(one, ()):
                if two in done or not self.left.get((one, two), 0):
                    continue
                step = distance + self.cost[one, two] + self.known[one] - self.known[two]
                if two not in far or step < far[two]:
                    far[two], came[two] = step, one
                    heappush(waiting, (step, two))
        return far, came

    def _way(self, came: Mapping[int, int]) -> Iterator[Edge]:
        player = _SINK
        while player != _SOURCE:
            yield came[player], player
            player = came[player]

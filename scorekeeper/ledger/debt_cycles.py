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
    component = _components(debts)
    within = {edge: amount for edge, amount in debts.items() if component[edge[0]] == component[edge[1]]}
    capacity = _cheapest_flow(within) if within else {}
    found = {edge: capacity.get(edge, 0) if edge in within else amount for edge, amount in debts.items()}
    return {edge: amount for edge, amount in found.items() if amount}


def _components(debts: Iterable[Edge]) -> dict[int, int]:
    """Number the strongly connected component of each player (Kosaraju's algorithm)."""
    forward: dict[int, list[int]] = {}
    backward: dict[int, list[int]] = {}
    for debtor, creditor in debts:
        forward.setdefault(debtor, []).append(creditor)
        backward.setdefault(creditor, []).append(debtor)
    order: list[int] = []
    seen: set[int] = set()
    for player in {**forward, **backward}:
        order += _post_order(player, forward, seen)
    component: dict[int, int] = {}
    reached: set[int] = set()
    for player in reversed(order):
        for other in _post_order(player, backward, reached):
            component[other] = player
    return component


def _post_order(start: int, edges: Mapping[int, list[int]], seen: set[int]) -> list[int]:
    """Return the players first reached from `start`, in post-order; add them to `seen`."""
    if start in seen:
        return []
    seen.add(start)
    order, open_ = [], [(start, iter(edges.get(start, ())))]
    while open_:
        player, others = open_[-1]
        other = next((each for each in others if each not in seen), None)
        if other is None:
            order.append(player)
            open_.pop()
        else:
            seen.add(other)
            open_.append((other, iter(edges.get(other, ()))))
    return order


def _cheapest_flow(debts: Mapping[Edge, int]) -> Debts:
    """Return the cheapest flow with these balances within these debts; it is unique."""
    count = len(debts)
    # each debt costs one plus a small amount of its own, so that no two cycles cost the same
    cost = {edge: (1 << count + 1) + (1 << place) for place, edge in enumerate(sorted(debts, reverse=True))}
    network = _ResidualNetwork(dict(debts), cost)
    while network.augment():
        pass
    return {edge: debts[edge] - network.capacity.get(edge, 0) for edge in debts}


class _ResidualNetwork:
    """Residual network of the flow: successive shortest paths by Dijkstra with potentials."""

    def __init__(self, debts: Debts, cost: dict[Edge, int]) -> None:
        self.capacity, self.cost = debts, cost | {(two, one): -each for (one, two), each in cost.items()}
        owed: dict[int, int] = {}
        for (debtor, creditor), amount in debts.items():
            owed[debtor] = owed.get(debtor, 0) - amount
            owed[creditor] = owed.get(creditor, 0) + amount
        for player, balance in owed.items():
            if balance:
                edge = (_SOURCE, player) if balance < 0 else (player, _SINK)
                self.capacity[edge], self.cost[edge], self.cost[edge[::-1]] = abs(balance), 0, 0
        self.neighbours: dict[int, list[int]] = {}
        for one, two in list(self.capacity):
            self.neighbours.setdefault(one, []).append(two)
            self.neighbours.setdefault(two, []).append(one)
        self.potential: dict[int, int] = dict.fromkeys(self.neighbours, 0)

    def augment(self) -> bool:
        """Send as much as possible along the cheapest path; return False if there is none."""
        distances, previous = self._shortest_paths()
        if _SINK not in distances:
            return False
        farthest = max(distances.values())
        for player in self.potential:
            self.potential[player] += distances.get(player, farthest)
        path = list(self._path(previous))
        amount = min(self.capacity[edge] for edge in path)
        for one, two in path:
            self.capacity[one, two] -= amount
            self.capacity[two, one] = self.capacity.get((two, one), 0) + amount
        return True

    def _shortest_paths(self) -> tuple[dict[int, int], dict[int, int]]:
        """Return the distance of each player from the source, and their predecessor on the path."""
        distances, previous, done = {_SOURCE: 0}, {}, set()
        queue = [(0, _SOURCE)]
        while queue:
            distance, one = heappop(queue)
            if one in done:
                continue
            done.add(one)
            for two in self.neighbours.get(one, ()):
                if two in done or not self.capacity.get((one, two), 0):
                    continue
                step = distance + self.cost[one, two] + self.potential[one] - self.potential[two]
                if two not in distances or step < distances[two]:
                    distances[two], previous[two] = step, one
                    heappush(queue, (step, two))
        return distances, previous

    def _path(self, previous: Mapping[int, int]) -> Iterator[Edge]:
        player = _SINK
        while player != _SOURCE:
            yield previous[player], player
            player = previous[player]

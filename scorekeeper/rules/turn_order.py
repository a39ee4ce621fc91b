"""The order of play by an opening throw: tied players throw again.

`dice.order_by_hand` gives the value of a throw. Cards are drawn in another way (`cards.order_by_cards`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

P = TypeVar("P")
T = TypeVar("T")


def order_by(turns: Mapping[P, Sequence[T]], key: Callable[[T], Any]) -> tuple[tuple[P, ...], ...]:
    """Return players from the lowest key to the highest, tied players in one group.

    `turns`: the throws or draws of each player so far. Tied players go again, and stay tied until all of them have
    gone. A group of more than one must go once more. `key`: the value of one turn.
    """

    def in_order(players: Sequence[P], turn: int) -> tuple[tuple[P, ...], ...]:
        if len(players) == 1 or any(len(turns[player]) <= turn for player in players):
            return (tuple(players),)
        groups: dict[Any, list[P]] = {}
        for player in players:
            groups.setdefault(key(turns[player][turn]), []).append(player)
        return tuple(group for worth in sorted(groups) for group in in_order(groups[worth], turn + 1))

    return in_order(tuple(turns), 0)

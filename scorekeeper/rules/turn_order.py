"""Who goes first: everybody throws dice, and those who come out equal do it again.

`dice.order_by_hand` says what the throws are worth. Cards are drawn in another way (`cards.order_by_cards`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

P = TypeVar("P")
T = TypeVar("T")


def order_by(turns: Mapping[P, Sequence[T]], key: Callable[[T], Any]) -> tuple[tuple[P, ...], ...]:
    """Players from the lowest key to the highest, in groups of those who are still equal.

    `turns`: what each player has thrown or drawn so far; players who were equal go again, and stay equal until
    all of them have. A group of more than one must go once more. `key`: what one turn is worth.
    """

    def in_order(players: Sequence[P], turn: int) -> tuple[tuple[P, ...], ...]:
        if len(players) == 1 or any(len(turns[player]) <= turn for player in players):
            return (tuple(players),)
        groups: dict[Any, list[P]] = {}
        for player in players:
            groups.setdefault(key(turns[player][turn]), []).append(player)
        return tuple(group for worth in sorted(groups) for group in in_order(groups[worth], turn + 1))

    return in_order(tuple(turns), 0)

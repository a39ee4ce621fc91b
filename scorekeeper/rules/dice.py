"""The parts that dice games share: rolls, their patterns, and the opening throw.

A roll is a multiset of dice; the order of dice never matters. Every roll of five (or three) dice is computed
beforehand, so a question about a roll is a look-up in a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import TypeVar

from .contract import N_, InvalidMoveError, Option, yes_or_no
from .turn_order import order_by

P = TypeVar("P")
FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")
FACE_OF = {box: face for face, box in enumerate(FACES, start=1)}
FACE_LABELS = {
    "ones": N_("Ones"),
    "twos": N_("Twos"),
    "threes": N_("Threes"),
    "fours": N_("Fours"),
    "fives": N_("Fives"),
    "sixes": N_("Sixes"),
}


def five_as_four_of_a_kind(*, default: bool) -> Option:
    """Return the house rule whether five alike count as four of a kind; printed sheets differ."""
    return yes_or_no(
        "five_as_four_of_a_kind",
        N_("Five of a kind as four of a kind"),
        N_("Five of a kind may score as four of a kind."),
        default=default,
        phrases=(N_("five of a kind is four of a kind, too"), N_("five of a kind is not four of a kind")),
    )


def five_as_full_house(*, default: bool) -> Option:
    """Return the house rule whether five alike count as a full house; printed sheets differ."""
    return yes_or_no(
        "five_as_full_house",
        N_("Five of a kind as full house"),
        N_("Five of a kind may score as a full house."),
        default=default,
        phrases=(N_("five of a kind is a full house, too"), N_("five of a kind is not a full house")),
    )


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll: sorted `dice`, `counts` by face (index 0 unused), `shape` such as (3, 2), `total`."""

    dice: tuple[int, ...]
    counts: tuple[int, ...]
    shape: tuple[int, ...]
    total: int

    @property
    def alike(self) -> int:
        """The face if all dice show the same, else 0."""
        return self.dice[0] if len(self.shape) == 1 else 0


@cache
def rolls(count: int) -> Mapping[tuple[int, ...], Roll]:
    """Return every roll of `count` dice by its sorted dice: 252 of five, 56 of three."""
    table = {}
    for dice in combinations_with_replacement(range(1, 7), count):
        found = Counter(dice)
        table[dice] = Roll(
            dice,
            tuple(found[face] for face in range(7)),
            tuple(sorted(found.values(), reverse=True)),
            sum(dice),
        )
    return table


def parse_dice(data: object, count: int) -> tuple[int, ...]:
    """Return the dice of an entry in the order written.

    Raises InvalidMoveError `bad_dice` (`count`).
    """
    if not isinstance(data, (list, tuple)) or len(data) != count:
        raise InvalidMoveError("bad_dice", count=count)
    for die in data:
        if type(die) is not int or not 1 <= die <= 6:
            raise InvalidMoveError("bad_dice", count=count)
    return tuple(data)


# --- the opening throw ---

# Poker hands of the opening throw, lowest first: nothing, pair, two pairs, three alike, straight, full house,
# four, five alike (as General has it, Puerto Rico).
_HANDS = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 5, (4, 1): 6, (5,): 7}
_STRAIGHTS = ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))


def poker_hand(dice: Sequence[int]) -> tuple[int, ...]:
    """Return a key that orders opening throws from the lowest hand to the highest.

    Players with equal keys throw again. Equal hands: the face of the larger group, then of the smaller, then the
    rest from the highest, ones low.
    """
    roll = rolls(5)[tuple(sorted(parse_dice(list(dice), 5)))]
    if roll.dice in _STRAIGHTS:
        return (4, roll.dice[-1])
    by_group = sorted(set(roll.dice), key=lambda face: (roll.counts[face], face), reverse=True)
    return (_HANDS[roll.shape], *by_group)


def order_by_hand(
    throws: Mapping[P, Sequence[Sequence[int]]],
    hand: Callable[[Sequence[int]], tuple[int, ...]] = poker_hand,
) -> tuple[tuple[P, ...], ...]:
    """Return players from the lowest opening hand to the highest, tied players in one group.

    `throws`: each player's throws so far. Tied players throw again, and stay tied until all of them have thrown. A
    group of more than one must throw once more. `hand`: the key that orders throws, the lowest first.
    """
    return order_by(throws, hand)


def partners(order: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return two sides from the order of the opening throw: lower half against higher half."""
    half = len(order) // 2
    return tuple(order[:half]), tuple(order[half:])

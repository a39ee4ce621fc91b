"""The command points of Generals and Majors and the costs of armies: pure arithmetic.

Points are red, black or shared: stars serve either colour, and so do jokers, "in any combination". The need of
armies is counted in the same three: their own colour, or shared for an army that either colour may pay, in any mix.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from scorekeeper.rules.cards import (
    BLACK,
    FIVE_SUITS,
    RANKS,
    RED,
    STARS,
    Pack,
    is_joker,
    pack,
    rank_of,
    suit_of,
)
from scorekeeper.rules.contract import Options

COLOURS = ("red", "black", "star")
FIXED = ("red", "black")  # the colours that a star card may be bound to
COMMANDERS = ("A", "K", "Q", "J")
RUNS = (("J", "Q", "K"), ("Q", "K", "A"))  # a longer sequence scores no more
STARDECK = pack(FIVE_SUITS)
KALOSI = pack(FIVE_SUITS, 2, (*RANKS, "1"))

Placed = tuple[str, str]  # a card, and the colour that it was bound to, "" for none


class Points(NamedTuple):
    """Command points, or the armies' need of them."""

    red: int = 0
    black: int = 0
    star: int = 0

    def plus(self, colour: str, count: int) -> Points:
        return self._replace(**{colour: getattr(self, colour) + count})


def pack_of(options: Options) -> Pack:
    """Return the pack of the edition: 65 cards, or in Kalosi 72 with ones and two jokers."""
    return KALOSI if options["edition"] == "kalosi" else STARDECK


def is_commander(card: str) -> bool:
    """Return whether a card is an ace or a court; a joker is neither."""
    return rank_of(card) in COMMANDERS


def is_numbered(card: str) -> bool:
    """Return whether a card is an army by its number."""
    return not is_commander(card) and not is_joker(card)


def colour_of(card: str) -> str:
    """Return the colour of a card; stars and jokers have the third."""
    suit = suit_of(card)
    return "red" if suit in RED else "black" if suit in BLACK else "star"


# --- points of commanders ---


@lru_cache(maxsize=4096)
def command_points(commanders: tuple[Placed, ...], options: Options) -> Points:
    """Return the points of these commanders, groups included.

    A star commander bound to a colour serves that colour.
    """
    kalosi, hard = options["edition"] == "kalosi", options["hard"]
    points = Points()
    for card, bound in commanders:
        if is_joker(card) and hard and not bound:
            points = points.plus("red", 1).plus("black", 1)
        else:
            points = points.plus(bound or colour_of(card), _worth(card, kalosi=kalosi))
    for colour in FIXED if hard else COLOURS:
        cards = [card for card, _ in commanders if colour_of(card) == colour and not is_joker(card)]
        if kalosi and len(cards) >= 3:
            points = points.plus(colour, 1)
        if options["groups"]:
            points = points.plus(colour, _groups(cards))
    return points


def _worth(card: str, *, kalosi: bool) -> int:
    return (rank_of(card) == "A") + (2 if kalosi else 1) if not is_joker(card) else 2


def _groups(cards: Sequence[str]) -> int:
    """Return the points of disjoint sequences in the best division: 1 each, 2 in one suit."""
    runs = [run for ranks in RUNS for run in product(*([c for c in cards if rank_of(c) == r] for r in ranks))]
    worth = {frozenset(run): 2 if len({suit_of(card) for card in run}) == 1 else 1 for run in runs}
    pairs = (worth[one] + worth[other] for one, other in combinations(worth, 2) if not one & other)
    return max((*worth.values(), *pairs), default=0)  # a colour has two kings: never three groups


@lru_cache(maxsize=256)
def caps(options: Options) -> Points:
    """Return the most points of each colour's own commanders: 10, 10 and 5 as printed."""
    cards = [card for card in pack_of(options).cards if is_commander(card) or is_joker(card)]
    placed = tuple((card, "") for card in cards if not (options["hard"] and suit_of(card) == STARS))
    return command_points(placed, options)


# --- costs of armies ---


def needs(armies: Iterable[Placed], values: dict[str, int]) -> Points:
    """Return the cost of these armies: each its value, in its own or its bound colour."""
    found = Points()
    for card, bound in armies:
        found = found.plus(bound or colour_of(card), values[card])
    return found


def is_payable(need: Points, points: Points) -> bool:
    """Return whether the points pay the need.

    Shared points serve either colour, and either colour pays for shared armies.
    """
    short = max(0, need.red - points.red) + max(0, need.black - points.black)
    return short <= points.star and sum(need) <= sum(points)


@lru_cache(maxsize=4096)
def shortage(need: Points, points: Points, *, hard: bool) -> tuple[int, tuple[str, ...]]:
    """Return the least number of missing points and the colours that would do; (0, ()) if none."""
    if is_payable(need, points):
        return 0, ()
    useful = FIXED if hard else COLOURS
    for missing in range(1, sum(need) + 1):
        colours = tuple(each for each in useful if is_payable(need, points.plus(each, missing)))
        if colours:
            return missing, colours
    # both colours are short and no shared points exist: return the total shortage
    return sum(max(0, getattr(need, each) - getattr(points, each)) for each in FIXED), FIXED


def reach(need: Points, points: Points, *, hard: bool) -> dict[str, int]:
    """Return the largest army of each colour that could still be paid."""
    useful = FIXED if hard else COLOURS
    return {
        colour: next((n for n in range(sum(points), 0, -1) if is_payable(need.plus(colour, n), points)), 0)
        for colour in useful
    }

"""Tables of Generals and Majors for phones without signal.

They hold points, costs, cancellations and hands.
The rules compute every entry. The tables are for turns in which each card has one use and each new army cancels alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from scorekeeper.rules.cards import rank_of
from scorekeeper.rules.contract import Options, Seats
from scorekeeper.rules.generals_and_majors import GAME
from scorekeeper.rules.generals_and_majors.cancel import Field, sets
from scorekeeper.rules.generals_and_majors.points import (
    COLOURS,
    Points,
    caps,
    colour_of,
    command_points,
    is_commander,
    is_numbered,
    is_payable,
    needs,
    pack_of,
)
from scorekeeper.rules.generals_and_majors.table import HAND, drawn, played

PAIR = Seats(("1", "2"))
LARGEST = 10  # an army that cannot be paid lacks so many points at most


@lru_cache(maxsize=16)
def turn_tables(options: Options) -> dict[str, Any]:
    """Return what a phone looks up for a turn.

    "commanders": those of each colour. "points": the points of a colour by its commanders, the sum of 2 to the power of
    each one's place. "costs": colour and number of each army. "payable", "least": see `_payable`. "cancels": see
    `_cancels`. "hands": the hand after a turn, by the hand before it and the number of cards laid. "winning": the lead
    that wins. "cumulative": the points pay for all armies face up.
    """
    cards = pack_of(options).cards
    led = {colour: [c for c in cards if is_commander(c) and colour_of(c) == colour] for colour in COLOURS}
    return {
        "commanders": led,
        "points": {colour: _points(options, colour, led[colour]) for colour in COLOURS},
        "costs": dict(_costs(cards)),
        "payable": _payable(options),
        "least": _least(options),
        "cancels": _cancels(cards),
        "hands": [[_hand_after(options, hand, laid) for laid in range(hand + 2)] for hand in range(HAND + 1)],
        "winning": options["lead"],
        "cumulative": options["command_limit"] == "cumulative",
    }


def _points(options: Options, colour: str, commanders: list[str]) -> list[int]:
    found = []
    for mask in range(2 ** len(commanders)):
        placed = tuple((card, "") for place, card in enumerate(commanders) if mask >> place & 1)
        found.append(int(getattr(command_points(placed, options), colour)))
    return found


def _costs(cards: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, int]]]:
    for card in cards:
        if is_numbered(card):
            need = needs([(card, "")], {card: int(rank_of(card))})
            yield card, next((colour, count) for colour, count in need._asdict().items() if count)


def _least(options: Options) -> int:
    """Return the lowest difference of red or black points from their need that can be payable."""
    return -caps(options).star - LARGEST - 1


def _payable(options: Options) -> list[list[list[int]]]:
    """Return the largest payable need of shared points, -1 for none.

    By shared points, then by red and by black points less the need of them, from `_least` on.
    """
    most, least = caps(options), _least(options)

    def largest(star: int, red: int, black: int) -> int:
        points = Points(max(red, 0), max(black, 0), star)
        need = Points(max(-red, 0), max(-black, 0))
        if not is_payable(need, points):
            return -1
        # no need is larger than the points: 0.05 s instead of 0.2 s for all
        tops = range(sum(points) - sum(need), 0, -1)
        return next((count for count in tops if is_payable(need._replace(star=count), points)), 0)

    return [
        [
            [largest(star, red, black) for black in range(least, most.black + 1)]
            for red in range(least, most.red + 1)
        ]
        for star in range(most.star + LARGEST + 1)
    ]


def _cancels(cards: tuple[str, ...]) -> dict[str, list[list[str]]]:
    """Return the ranks of the armies that one army cancels together, by its rank."""
    armies = {card: int(rank_of(card)) for card in cards if is_numbered(card)}
    found: dict[str, list[list[str]]] = {}
    for value in sorted(set(armies.values())):
        field = Field({"new": value}, frozenset({"new"}), armies, group=False)
        ranks = {tuple(sorted(map(rank_of, each.theirs), key=int)) for each in sets(field)[0]}
        found[str(value)] = [list(each) for each in sorted(ranks)]
    return found


def _hand_after(options: Options, hand: int, laid: int) -> int:
    """Return the hand after a turn that draws a card from the stock."""
    table = GAME.start(options, PAIR)
    table = drawn(table.with_side(0, table.sides[0]._replace(hand=hand)), 0)
    return int(played(table, 0, laid).sides[0].hand)

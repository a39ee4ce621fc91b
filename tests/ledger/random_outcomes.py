"""Random outcomes of all shapes, each with a stake."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from scorekeeper.ledger.stake import KINDS, Stake
from scorekeeper.rules.contract import Outcome

HUGE = 10**12
NAMES = [f"P{number}" for number in range(20)]


class Case(NamedTuple):
    stake: Stake
    outcome: Outcome


def draw(chance: Random) -> Case:
    """Return a random outcome with its stake.

    Small numbers are frequent, because ties and odd units are error-prone.
    """
    sides = _sides(chance)
    seated = sorted(player for side in sides for player in side)
    chance.shuffle(seated)
    span = chance.choice([0, 1, 3, 300, HUGE])
    scores = {player: chance.randint(-span, span) for player in seated}
    by_seat = scores if len(sides[0]) > 1 else {side[0]: scores[side[0]] for side in sides}
    kind = chance.choice(KINDS)
    amount = chance.choice([0, 1, chance.randint(0, 9), chance.randint(0, HUGE)])
    agreed = chance.choice([None, chance.randint(0, 50)]) if kind == "per_point" else None
    stake = Stake(kind, amount, chance.choice(["USD", "JPY", "drink"]), agreed)
    has_points = stake.needs_points or chance.random() < 0.7
    won = _winning(chance, sides, by_seat)
    lowest = () if has_points else tuple(chance.sample(seated, chance.randint(0, 2)))
    automatic = len(won) == 1 and chance.random() < 0.3
    winners = tuple(player for side in won for player in side)
    return Case(stake, Outcome("agreed", by_seat, sides, winners, automatic, lowest, has_points))


def _sides(chance: Random) -> tuple[tuple[str, ...], ...]:
    size = chance.choice([1, 1, 1, 2, 2, 3, 5])
    count = chance.randint(2, 20 // size)
    names = chance.sample(NAMES, size * count)
    return tuple(tuple(names[place::count]) for place in range(count))


def _winning(
    chance: Random, sides: tuple[tuple[str, ...], ...], scores: dict[str, int]
) -> tuple[tuple[str, ...], ...]:
    """Return mostly the highest side, sometimes any side outright, sometimes none."""
    how = chance.random()
    if how < 0.1:
        return ()
    if how < 0.3:
        return (chance.choice(sides),)
    totals = [sum(scores[player] for player in side) for side in sides]
    return tuple(side for side, total in zip(sides, totals, strict=True) if total == max(totals))

"""Largest leads of a game: how far each side was ahead after a round of turns.

Pure: no database.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate


def largest_leads(sides: Iterable[Sequence[str]], points: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """Return the largest lead of each player's side over the best other one; 0 if it never led.

    `points`: those of each player's boxes or rounds in the order of their lines. Sides are compared after as many
    lines of each player, so the order of play does not matter, and bonuses do not count. Empty for a single side, and
    before every player has a line.
    """
    courses = {
        tuple(side): [
            sum(each) for each in zip(*(accumulate(points.get(key, ())) for key in side), strict=False)
        ]
        for side in sides
    }
    rounds = min(map(len, courses.values()), default=0)
    if len(courses) < 2 or not rounds:
        return {}
    leads: dict[str, int] = {}
    for side, totals in courses.items():
        others = [totals for other, totals in courses.items() if other != side]
        ahead = [totals[at] - max(each[at] for each in others) for at in range(rounds)]
        leads.update(dict.fromkeys(side, max(0, *ahead)))
    return leads

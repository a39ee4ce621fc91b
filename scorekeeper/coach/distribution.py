"""The exact distribution of the points to come under the coach's policy.

It goes forward from one place, box by box, and holds for every sheet that can be reached the chances of the points
gained so far. A sheet takes about 2 ms: from an empty sheet 2 s for the games without upper bonus, less with every
box filled. Yahtzee has too many sheets while many boxes are open.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .dice_steps import Array, matrices
from .model import Place
from .solver import Table
from .turn import Turn

MOST_SHEETS = 3000  # with equally many filled boxes; Yahtzee has 150,000
MOST_GAINED = 1000  # more than the points of any line with its bonuses
# Of choices that are equally good up to rounding, the box is written.
ROUNDING = 1e-9


def points_to_come(table: Table, place: Place) -> Array | None:
    """Return the chance of 0, 1, 2, ... points to come; None if too many sheets are reachable."""
    reached = {place: np.ones(1)}
    for _ in range((table.model.full & ~place.filled).bit_count()):
        following: dict[Place, Array] = {}
        for sheet, chances in reached.items():
            for after, points, chance in outcomes(Turn(table, sheet)):
                following[after] = _add(following.get(after), points, chances * chance)
        if len(following) > MOST_SHEETS:
            return None
        reached = following
    found: Array | None = None
    for chances in reached.values():
        found = _add(found, 0, chances)
    return found


def outcomes(turn: Turn) -> Iterator[tuple[Place, int, float]]:
    """Yield the places after a turn under the policy, with the points gained and the chance."""
    transitions, places = matrices(turn.model.game.dice)
    chances = transitions[0]
    for made in range(1, turn.most_throws + 1):
        written = turn.lines(made)
        now = np.ones(len(chances), bool)
        if made < turn.most_throws:
            kept = turn.by_keep(made)[places]
            now = written.max(axis=0) >= kept.max(axis=1) - ROUNDING
            keep = places[np.arange(len(places)), kept.argmax(axis=1)]
        yield from _written(turn, made, np.where(now, chances, 0.0))
        if made < turn.most_throws:
            chances = np.bincount(keep, np.where(now, 0.0, chances), len(transitions)) @ transitions


def _written(turn: Turn, made: int, chances: Array) -> Iterator[tuple[Place, int, float]]:
    """Yield the outcomes of writing rolls with these chances in their best boxes."""
    boxes = turn.lines(made).argmax(axis=0)
    for box in np.unique(boxes[chances > 0]).tolist():
        rolls = (boxes == box) & (chances > 0)
        after = turn.after(box, made)
        # one number for each outcome: numpy sorts numbers ten times faster than columns
        lengths = (*turn.model.shape[1:], MOST_GAINED)
        lines = (after.flags[rolls], after.upper[rolls], after.spares[rolls], after.gained[rolls])
        kinds, which = np.unique(np.ravel_multi_index(lines, lengths), return_inverse=True)
        outcome = zip(*(each.tolist() for each in np.unravel_index(kinds, lengths)), strict=True)
        for (flags, upper, spares, gained), chance in zip(
            outcome, np.bincount(which, chances[rolls]).tolist(), strict=True
        ):
            yield Place(after.filled, flags, upper, spares), gained, chance


def _add(sums: Array | None, points: int, chances: Array) -> Array:
    """Return the sums with these chances added, moved up by some points."""
    length = points + len(chances)
    if sums is None or len(sums) < length:
        sums = np.concatenate([np.zeros(0) if sums is None else sums, np.zeros(length)])[: max(length, 0)]
    sums[points:length] += chances
    return sums

"""The steps from throw to throw: every way to keep dice, and the rolls that can follow.

Arrays have one row per keep or roll. A keep is a sorted multiset of 0 to `dice` dice: 462 for five dice. The last
rows are the keeps of all dice, which are the rolls (252).
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Keep = tuple[int, ...]
FACES = range(1, 7)


class Steps:
    """The keeps of a number of dice, and the two operations on arrays by keep or roll."""

    def __init__(self, dice: int) -> None:
        self.dice = dice
        self.keeps: list[Keep] = [
            keep for size in range(dice + 1) for keep in combinations_with_replacement(FACES, size)
        ]
        self.place = {keep: place for place, keep in enumerate(self.keeps)}
        self.rolls = [keep for keep in self.keeps if len(keep) == dice]
        self.first_roll = len(self.keeps) - len(self.rolls)
        self._wider = [
            [self.place[tuple(sorted((*keep, face)))] for face in FACES]
            for keep in self.keeps[: self.first_roll]
        ]
        self._narrower = [
            [self.place[keep[:at] + keep[at + 1 :]] for at in range(len(keep)) if keep[at] not in keep[:at]]
            for keep in self.keeps
        ]

    def expect(self, rolled: Array) -> Array:
        """Return the mean by keep, thrown once, of values by roll; further axes are independent."""
        found = np.empty((len(self.keeps), *rolled.shape[1:]), rolled.dtype)
        found[self.first_roll :] = rolled
        rows = list(found)
        for keep in reversed(range(self.first_roll)):
            row, wider = rows[keep], self._wider[keep]
            np.add(rows[wider[0]], rows[wider[1]], out=row)
            for other in wider[2:]:
                np.add(row, rows[other], out=row)
            np.multiply(row, 1 / 6, out=row)
        return found

    def best(self, kept: Array) -> Array:
        """Return the greatest value by roll over all its keeps; overwrites `kept`.

        Complex values are compared by their real part.
        """
        rows = list(kept)
        for keep, narrower in enumerate(self._narrower):
            for part in narrower:
                np.maximum(rows[keep], rows[part], out=rows[keep])
        return kept[self.first_roll :]

    def keeps_of(self, roll: Keep) -> list[int]:
        """Return the places of all keeps of a sorted roll, that of no dice first."""
        found, row = {self.place[roll]}, {self.place[roll]}
        for _ in range(self.dice):
            row = {part for keep in row for part in self._narrower[keep]}
            found |= row
        return sorted(found)


@cache
def steps(dice: int) -> Steps:
    """Return the steps of a number of dice."""
    return Steps(dice)


@cache
def matrices(dice: int) -> tuple[Array, Array]:
    """Return two matrices for single questions.

    The probabilities of rolls by keep; by roll the places of its keeps, repeated to equal length.
    """
    own = steps(dice)
    chances = own.expect(np.eye(len(own.rolls)))
    places = [own.keeps_of(roll) for roll in own.rolls]
    most = max(map(len, places))
    return chances, np.array([row + row[:1] * (most - len(row)) for row in places])

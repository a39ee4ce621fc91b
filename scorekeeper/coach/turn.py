"""One turn of optimal play: the values of rolls, keeps and boxes, from a table."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from .dice_steps import Array, Keep, matrices
from .model import REFUSED, Place
from .solver import CLOSED, Table


class KeepValue(NamedTuple):
    """Some kept dice, and the expected points to come; all dice may also be written at once."""

    keep: Keep
    value: float


class BoxValue(NamedTuple):
    """A box, its points, and the points to come with this box and the bonuses it brings."""

    box: str
    points: int
    value: float


class After(NamedTuple):
    """The places after a line, and the points gained with bonuses.

    All are arrays by roll, except `filled`, one number. Those of several boxes have an axis more: [box, roll].
    """

    filled: Any
    flags: Array
    upper: Array
    spares: Array
    gained: Array


class Turn:
    """The turn that starts at a place of a table; all values are points to come from here.

    `made`: the number of throws made, above the game's own with spare throws. Rolls are sorted dice.
    """

    def __init__(self, table: Table, place: Place) -> None:
        self.table, self.model, self.place = table, table.model, place
        self._lines: dict[int, Array] = {}
        self._open = [box for box in range(len(table.model.boxes)) if not place.filled >> box & 1]
        self._afters: dict[int, After] = {}  # by throws made: those of all open boxes, [box, roll]
        self._rolled: dict[int, Array] = {}

    @property
    def most_throws(self) -> int:
        """The throws of this turn if every spare one is used."""
        return self.model.throws + self.place.spares

    @cached_property
    def value(self) -> float:
        """The expected points to come before the first throw."""
        return float(self.table.values[self.place])

    def roll_value(self, roll: Keep, made: int) -> float:
        """Return the value of a roll under best play, with all throws still to come."""
        return float(self.rolled(made)[self._number(roll)])

    def keeps(self, roll: Keep, made: int) -> list[KeepValue]:
        """Return every way to keep dice of a roll, best first; empty after the last throw."""
        if made >= self.most_throws:
            return []
        kept, number = self.by_keep(made), self._number(roll)
        values = {place: float(kept[place]) for place in self.model.steps.keeps_of(roll)}
        whole = self.model.steps.first_roll + number
        values[whole] = max(values[whole], float(self.lines(made)[:, number].max()))
        found = [KeepValue(self.model.steps.keeps[place], value) for place, value in values.items()]
        return sorted(found, key=lambda each: (-each.value, -len(each.keep), each.keep))

    def boxes(self, roll: Keep, made: int) -> list[BoxValue]:
        """Return every box that takes the roll, best first."""
        number, lines = self._number(roll), self.lines(made)
        points = self._points(made)[:, number]
        found = [
            BoxValue(box, int(points[at]), float(lines[at, number]))
            for at, box in enumerate(self.model.boxes)
            if lines[at, number] > CLOSED / 2
        ]
        return sorted(found, key=lambda each: -each.value)

    # --- arrays ---

    def rolled(self, made: int) -> Array:
        """Return the values by roll after `made` throws."""
        if made not in self._rolled:
            values = self.lines(made).max(axis=0)
            if made < self.most_throws:
                places = matrices(self.model.game.dice)[1]
                values = np.maximum(values, self.by_keep(made)[places].max(axis=1))
            self._rolled[made] = values
        return self._rolled[made]

    def lines(self, made: int) -> Array:
        """Return the value of writing each roll in each box after `made` throws: [box, roll]."""
        if made not in self._lines:
            self._lines[made] = self._written(made)
        return self._lines[made]

    def by_keep(self, made: int) -> Array:
        """Return the values by keep, thrown after `made` throws."""
        return matrices(self.model.game.dice)[0] @ self.rolled(made + 1)

    def _number(self, roll: Keep) -> int:
        return self.model.steps.place[roll] - self.model.steps.first_roll

    def _points(self, made: int) -> Array:
        context = self.model.context[self.place.filled, self.place.flags]
        points: Array = self.model.points[int(made == 1), context]
        return points

    def _written(self, made: int) -> Array:
        own = min(made, self.model.throws)
        if own not in self._afters:
            filled, *others = zip(*(self.after(box, own) for box in self._open), strict=True)
            self._afters[own] = After(np.array(filled)[:, np.newaxis], *map(np.array, others))
        after = self._afters[own]
        # a spare throw that was made changes nothing else
        following = self.table.values[after.filled, after.flags, after.upper, after.spares - (made - own)]
        found = np.full((len(self.model.boxes), len(self.model.rolls)), CLOSED)
        found[self._open] = np.where(
            self._points(made)[self._open] == REFUSED, CLOSED, after.gained + following
        )
        return found

    def after(self, box: int, made: int) -> After:
        """Return the points and places that each roll leads to if it is written in an open box."""
        model, (filled, flags, upper, spares) = self.model, self.place
        context, own = model.context[filled, flags], min(made, model.throws)
        points = self._points(made)[box]
        marks = flags | np.where(points > 0, model.flags_after(box, True, False), 0)
        marks |= np.where(model.five_alike, model.flags_after(box, False, True), 0)
        gained = points + model.bonus[filled, flags][model.five_alike.astype(int)]
        uppers = np.full(len(model.rolls), upper)
        if model.faces[box]:
            uppers = np.minimum(upper + np.maximum(points, 0), len(model.upper_bonus) - 1)
            gained = gained + model.upper_bonus[uppers] - model.upper_bonus[upper]
        banked = spares - (made - own) + model.spared[own - 1, context, box]
        return After(
            filled | 1 << box, marks, uppers, np.minimum(banked, self.table.values.shape[3] - 1), gained
        )

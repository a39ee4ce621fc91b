"""Backward induction over the sheets, from full to empty: the expected points to come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from .dice_steps import Array
from .model import REFUSED, Model

CLOSED = -1e12  # the value of a box that cannot be written
# Sheets of a batch. Measured for Yahtzee, seconds of one core: 512 18.8, 1024 13.8, 2048 12.6 (82 MB in all).
BATCH = 2048


@dataclass(frozen=True)
class Table:
    """The solution: expected points to come by place, the start's deviation of the total.

    `spreads`: the deviation of the points to come by place, in single precision.
    """

    model: Model
    values: Array
    deviation: float
    spreads: Array

    @property
    def expected(self) -> float:
        """The expected total of an empty sheet."""
        return float(self.values[0, 0, 0, 0])


@dataclass(frozen=True)
class Batch:
    """Sheets with equally many filled boxes: arrays of their `filled`, `flags` and `upper`."""

    filled: Array
    flags: Array
    upper: Array
    spares: int

    def __len__(self) -> int:
        return len(self.filled)


def solve(model: Model) -> Table:
    """Return the table of optimal play, which maximises the expected total.

    Complex numbers hold the mean (real) and the mean square (imaginary) of the points to come, so that the policy that
    is best in the mean carries the second moment along.
    """
    values = np.zeros(model.shape, np.complex128)
    for filled in reversed(range(len(model.boxes))):
        for batch in batches(model, filled):
            values[batch.filled, batch.flags, batch.upper, : batch.spares + 1] = turn(model, values, batch).T
    spreads = np.sqrt(np.maximum(values.imag - values.real**2, 0))
    return Table(
        model, np.ascontiguousarray(values.real), float(spreads[0, 0, 0, 0]), spreads.astype(np.float32)
    )


def batches(model: Model, count: int) -> Iterator[Batch]:
    """Yield all sheets with `count` filled boxes, at most `BATCH` at once."""
    sheets = [filled for filled in range(model.full) if filled.bit_count() == count]
    places = [
        (filled, flags, upper)
        for filled in sheets
        for uppers in [model.reachable_uppers(filled)]
        for flags in model.possible_flags(filled)
        for upper in uppers
    ]
    spares = max(map(model.most_spares, sheets))
    size = max(1, BATCH // (spares + 1))
    for start in range(0, len(places), size):
        filled, flags, upper = np.array(places[start : start + size]).T
        yield Batch(filled, flags, upper, spares)


def turn(model: Model, values: Array, batch: Batch) -> Array:
    """Return the values before the first throw: [spares, sheet]."""
    steps = model.steps
    lines = [
        Lines(model, values, batch, box)
        for box in range(len(model.boxes))
        if (batch.filled >> box & 1 == 0).any()
    ]
    last = written(model, lines, batch, model.throws)
    # with a spare throw in hand the last throw need not be the last
    for spares in range(1, batch.spares + 1):
        again = steps.best(steps.expect(last[:, spares - 1]))
        np.maximum(last[:, spares], again, out=last[:, spares])
    now = last
    for made in reversed(range(1, model.throws)):
        kept = steps.best(steps.expect(now))
        if differs(model, made):
            np.maximum(kept, written(model, lines, batch, made), out=kept)
        now = kept
    before: Array = steps.expect(now)[0]
    return before


def differs(model: Model, made: int) -> bool:
    """Return whether a roll scores differently after `made` throws than after all of them."""
    first = made == 1 and bool((model.points[0] != model.points[1]).any())
    return first or bool(model.spared[made - 1].any())


def written(model: Model, lines: Sequence[Lines], batch: Batch, made: int) -> Array:
    """Return the value of each roll in its best box after `made` throws: [roll, spares, sheet]."""
    best = np.full((len(model.rolls), batch.spares + 1, len(batch)), CLOSED, np.complex128)
    crossed_out = np.full_like(best[0], CLOSED)
    context = model.context[batch.filled, batch.flags]
    for line in lines:
        # every roll of different faces may be crossed out, so this value is compared once for all of them
        np.maximum(crossed_out, line.value(0, 0, False), out=crossed_out)
        for (points, spared), rolls in model.classes(line.box, made).items():
            value = line.value(points, spared, False)
            for roll in rolls:
                np.maximum(best[roll], value, out=best[roll])
        for roll in model.one_face:
            points_here = model.points[int(made == 1), :, line.box, roll][context]
            spared_here = model.spared[made - 1, :, line.box, roll][context]
            value = line.value_by_sheet(points_here, spared_here, bool(model.five_alike[roll]))
            np.maximum(best[roll], value, out=best[roll])
    for roll in model.different_faces:
        np.maximum(best[roll], crossed_out, out=best[roll])
    return best


class Lines:
    """The values of writing one box of every sheet of a batch."""

    def __init__(self, model: Model, values: Array, batch: Batch, box: int) -> None:
        self.model, self.values, self.batch, self.box = model, values, batch, box
        self.filled = batch.filled | 1 << box
        self._values: dict[tuple[int, int, bool], Array] = {}

    def value(self, points: int, spared: int, five_alike: bool) -> Array:
        """Return the points of a line with all that follow: [spares, sheet]; not to be changed.

        Many rolls, and the throws of a turn, ask for the same.
        """
        line = points, spared, five_alike
        if line not in self._values:
            self._values[line] = self._value(*line)
        return self._values[line]

    def _value(self, points: int, spared: int, five_alike: bool) -> Array:
        model, batch = self.model, self.batch
        flags = batch.flags | model.flags_after(self.box, points > 0, five_alike)
        upper, extra = batch.upper, model.bonus[batch.filled, batch.flags, int(five_alike)]
        if model.faces[self.box]:
            upper = np.minimum(batch.upper + points, len(model.upper_bonus) - 1)
            extra = extra + model.upper_bonus[upper] - model.upper_bonus[batch.upper]
        spares = np.minimum(np.arange(batch.spares + 1) + spared, self.values.shape[3] - 1)
        following = self.values[self.filled, flags, upper][:, spares].T
        gained = points + extra
        found: Array = gained + following
        found.imag += gained * (gained + 2 * following.real)
        found[:, self.batch.filled == self.filled] = CLOSED
        return found

    def value_by_sheet(self, points: Array, spared: Array, five_alike: bool) -> Array:
        """Return the same for points and spare throws that differ from sheet to sheet."""
        pairs = sorted(set(zip(points.tolist(), spared.tolist(), strict=True)))
        if len(pairs) == 1 and pairs[0][0] != REFUSED:
            return self.value(*pairs[0], five_alike)
        found = np.full((self.batch.spares + 1, len(self.batch)), CLOSED, self.values.dtype)
        for score, banked in pairs:
            if score != REFUSED:
                here = (points == score) & (spared == banked)
                found[:, here] = self.value(score, banked, five_alike)[:, here]
        return found

"""The chances of every number of points to come, for all sheets of a game at once.

It goes back from the full sheet, as the solver does: the chances of a sheet are those of the sheets after its turn,
moved up by the points gained. Yahtzee has too many sheets: there a normal distribution with the exact mean and
deviation of the sheet stands in while more than `EXACT_BOXES` boxes are open.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .dice_steps import Array
from .distribution import outcomes, points_to_come
from .model import Model, Place
from .solver import Table, batches
from .turn import Turn

MOST_PLACES = 40_000  # of a table; Goldene Fünfzig with saved throws has 21,504, Yahtzee a million
EXACT_BOXES = 2  # open boxes of Yahtzee that take 10 ms; three take 60 ms, four 200 ms
MOST_POINTS = 2000  # more than the total of any sheet


class Chances(NamedTuple):
    """The chances of 0, 1, 2, ... points, and whether they are exact."""

    of: Array
    exact: bool


def fits(model: Model) -> bool:
    """Return whether the chances of all sheets are few enough to be stored."""
    return int(np.prod(model.shape)) <= MOST_PLACES


def all_chances(table: Table) -> Array:
    """Return the chance of 0, 1, 2, ... points to come by place: float32, [place, points]."""
    model = table.model
    rows = np.zeros((int(np.prod(model.shape)), 1), np.float32)
    rows[number(model, Place(model.full, 0, 0, 0)) :, 0] = 1
    for filled in reversed(range(len(model.boxes))):
        for batch in batches(model, filled):
            sheets = zip(batch.filled.tolist(), batch.flags.tolist(), batch.upper.tolist(), strict=True)
            for sheet in sheets:
                for spares in range(batch.spares + 1):
                    place = Place(*sheet, spares)
                    rows = _with(rows, number(model, place), _mixed(table, place, rows))
    return rows


def number(model: Model, place: Place) -> int:
    """Return the index of a place in a list of all places."""
    return int(np.ravel_multi_index(place, model.shape))


def chances_at(table: Table, place: Place, stored: Array | None) -> Chances:
    """Return the chances of the points to come from a place.

    `stored`: the chances of all places, or None.
    """
    if stored is not None:
        return Chances(stored[number(table.model, place)].astype(float), exact=True)
    if (table.model.full & ~place.filled).bit_count() <= EXACT_BOXES:
        found = points_to_come(table, place)
        assert found is not None
        return Chances(found, exact=True)
    return Chances(_normal(float(table.values[place]), float(table.spreads[place])), exact=False)


def _normal(mean: float, deviation: float) -> Array:
    """Return the chances of a normal distribution, those below 0 counted with 0."""
    points = np.arange(MOST_POINTS)
    chances: Array = np.exp(-(((points - mean) / max(deviation, 1e-6)) ** 2) / 2)
    chances /= chances.sum()
    return chances


def _mixed(table: Table, place: Place, rows: Array) -> Array:
    """Return the chances of a sheet from those of the sheets after its turn."""
    found = np.zeros(MOST_POINTS)
    for after, points, chance in outcomes(Turn(table, place)):
        found[points : points + rows.shape[1]] += chance * rows[number(table.model, after)]
    return np.trim_zeros(found, "b")


def _with(rows: Array, at: int, chances: Array) -> Array:
    """Return the rows with these chances in their place, widened if need be."""
    if len(chances) > rows.shape[1]:
        rows = np.pad(rows, ((0, 0), (0, len(chances) - rows.shape[1])))
    rows[at, : len(chances)] = chances
    return rows

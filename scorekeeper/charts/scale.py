"""Scales of charts: positions of values and of grid lines."""

from __future__ import annotations

import math
from dataclasses import dataclass

from django.utils.safestring import SafeString


@dataclass(frozen=True, slots=True)
class Scale:
    """A linear mapping of values from `low` to `high` to positions from `start` to `end`.

    `end` may be the smaller one.
    """

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """The position of a value."""
        if self.high == self.low:
            return (self.start + self.end) / 2
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def step_of(low: float, high: float, most: int) -> float:
    """The smallest of 1, 2 and 5 times a power of ten that divides a range into at most `most`."""
    if high <= low:
        return 1
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    return next(power * times for times in (1, 2, 5, 10) if power * times >= rough * (1 - 1e-9))


def ticks(low: float, high: float, most: int = 4, *, whole: bool = True) -> list[float]:
    """Round numbers within a range, `most` + 1 at most.

    `whole`: whole numbers only.
    """
    step = step_of(low, high, most)
    if whole:
        step = max(1.0, step)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(count * step, 10) for count in range(first, last + 1)]


def spread(places: list[float], apart: float, low: float, high: float) -> list[float]:
    """Positions for labels that do not overlap, in the same order, near those given.

    They are at least `apart` from each other, and within `low` and `high` if they fit.
    """
    order = sorted(range(len(places)), key=lambda each: places[each])
    found = list(places)
    last = low - apart
    for each in order:
        found[each] = last = max(places[each], last + apart)
    last = max(high, low + apart * (len(places) - 1)) + apart
    for each in reversed(order):
        found[each] = last = min(found[each], last - apart)
    return found


def place(value: float) -> SafeString:
    """A position as text for SVG; a tenth of a unit is precise enough."""
    text = f"{value:.1f}".removesuffix(".0")
    return SafeString("0" if text == "-0" else text)

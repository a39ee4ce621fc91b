"""Column charts: the frequency of each value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import gcd

from django.utils.safestring import SafeString

from .frame import LETTER, WIDTH, frame
from .markup import markup
from .scale import Scale, place, step_of

HEIGHT, TOP, FOOT = 150, 22, 24
MOST = 14


@dataclass(frozen=True, slots=True)
class Bin:
    """A column: the values `first` to `last`, and how often they occurred."""

    first: int
    last: int
    times: int

    @property
    def label(self) -> str:
        """The value, or the range of values."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


def bins(times: Mapping[int, int], most: int = MOST) -> list[Bin]:
    """Group values by frequency into columns.

    If few enough, each step between the values has a column. Otherwise columns are ranges of equal width, at most one
    more than `most`. Columns without any value are included, so that the horizontal positions are to scale.
    """
    if not times:
        return []
    low, high = min(times), max(times)
    step = gcd(*(value - low for value in times)) or 1
    if (high - low) // step < most:
        return [Bin(value, value, times.get(value, 0)) for value in range(low, high + 1, step)]
    width = max(1, int(step_of(low, high + 1, most - 1)))
    first = low // width
    found = [0] * (high // width - first + 1)
    for value, count in times.items():
        found[value // width - first] += count
    return [Bin((first + at) * width, (first + at + 1) * width - 1, count) for at, count in enumerate(found)]


def column_chart(key: str, title: str, about: str, columns: Sequence[Bin], style: int) -> SafeString:
    """A column chart as SVG, with the frequency above each column and the value below."""
    return frame(key, title, about, HEIGHT, _parts(columns, style))


def _parts(columns: Sequence[Bin], style: int) -> Iterator[SafeString]:
    y = Scale(0, max((each.times for each in columns), default=1), HEIGHT - FOOT, TOP)
    each_wide = (WIDTH - 16) / max(4, len(columns))
    start = (WIDTH - each_wide * len(columns)) / 2
    # all labels if they fit, otherwise every second or third
    longest = max((len(str(each.first)) for each in columns), default=1) * LETTER + 6
    every = max(1, round(longest / each_wide + 0.499))
    yield markup('<path class="zero" d="M8 {}H{}"/>', HEIGHT - FOOT, WIDTH - 8)
    for at, column in enumerate(columns):
        x = start + at * each_wide
        middle = place(x + each_wide / 2)
        if column.times:
            top = min(y(column.times), HEIGHT - FOOT - 2)
            yield markup(
                '<rect class="column l{}" x="{}" y="{}" width="{}" height="{}"/>',
                style,
                place(x + each_wide * 0.12),
                place(top),
                place(each_wide * 0.76),
                place(HEIGHT - FOOT - top),
            )
            if len(str(column.times)) * LETTER < each_wide + 2:
                yield markup(
                    '<text class="middle" x="{}" y="{}">{}</text>', middle, place(top - 5), column.times
                )
        if at % every == 0:
            yield markup('<text class="middle" x="{}" y="{}">{}</text>', middle, HEIGHT - 7, column.first)

"""Line charts over time; lines differ by colour, dashes and a name at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from .frame import LETTER, WIDTH, Format, frame, short
from .markup import markup
from .scale import Scale, place, spread, ticks

HEIGHT, TOP, FOOT, APART = 210, 16, 26, 16
MOST_LETTERS = 10
RING, DOT = 5.5, 2.6


@dataclass(frozen=True, slots=True)
class Series:
    """A line of a chart.

    `style`: 1 to 10, the colour and dashes, as of the player's avatar. `values`: from left to right, None for a
    missing one. `rings`: the indexes of values with a ring. `places`: the horizontal positions of the values, in any
    unit; without them the values are evenly spaced.
    """

    name: str
    style: int
    values: Sequence[float | None]
    rings: frozenset[int] = frozenset()
    places: Sequence[float] = ()

    def place(self, at: int) -> float:
        """The horizontal position of the value at an index."""
        return self.places[at] if self.places else at


@dataclass(frozen=True, slots=True)
class Lines:
    """A chart of lines.

    `first`, `last`: labels below the two ends. `level`: a value marked by a dashed line across. `zero`: whether to draw
    the zero line. `ends`: whether to write the greatest and the least value of the only line.
    """

    key: str
    title: str
    about: str
    series: Sequence[Series]
    first: str = ""
    last: str = ""
    level: float | None = None
    zero: bool = False
    ends: bool = False


def line_chart(chart: Lines, format_value: Format) -> SafeString:
    """A line chart as SVG.

    `format_value`: formats a value as text.
    """
    return frame(chart.key, chart.title, chart.about, HEIGHT, _Drawing(chart, format_value).parts())


class _Drawing:
    """The layout of a line chart."""

    def __init__(self, chart: Lines, format_value: Format) -> None:
        self.chart, self.format_value = chart, format_value
        values = [value for series in chart.series for value in series.values if value is not None]
        values += [chart.level] if chart.level is not None else []
        values += [0] if chart.zero else []
        low, high = min(values, default=0), max(values, default=1)
        if low == high:
            low, high = low - 1, high + 1
        self.ticks = ticks(low, high)
        self.named = (
            [] if len(chart.series) == 1 else [short(each.name, MOST_LETTERS) for each in chart.series]
        )
        left = 8 + LETTER * max((len(format_value(each)) for each in self.ticks), default=1)
        right = WIDTH - 8 - LETTER * max(map(len, self.named), default=0) - (8 if self.named else 0)
        reach = [each.place(at) for each in chart.series for at in (0, len(each.values) - 1) if each.values]
        first, last = min(reach, default=0), max(reach, default=1)
        self.x = Scale(first, last, left + RING, right - RING)
        room = 10 if chart.ends else 0  # for the greatest value above, the least value below
        self.y = Scale(low, high, HEIGHT - FOOT - 8 - room, TOP + room)

    def parts(self) -> Iterator[SafeString]:
        yield from self.grid()
        if self.chart.level is not None:
            yield self.across("level", self.chart.level)
        for series in self.chart.series:
            yield self.line(series)
        for series in self.chart.series:
            yield from self.marks(series)
        yield from self.names()
        if self.chart.ends:
            yield from self.extremes(self.chart.series[0])

    def grid(self) -> Iterator[SafeString]:
        for tick in self.ticks:
            yield self.across("zero" if self.chart.zero and tick == 0 else "grid", tick)
            yield markup(
                '<text class="end" x="{}" y="{}">{}</text>',
                place(self.x.start - RING - 6),
                place(self.y(tick) + 4.5),
                self.format_value(tick),
            )
        for text, x, anchor in ((self.chart.first, self.x.start, ""), (self.chart.last, self.x.end, "end")):
            if text:
                yield markup('<text class="{}" x="{}" y="{}">{}</text>', anchor, place(x), HEIGHT - 6, text)

    def across(self, name: str, value: float) -> SafeString:
        start, end, y = place(self.x.start - RING), place(self.x.end + RING), place(self.y(value))
        return markup('<path class="{}" d="M{} {}H{}"/>', name, start, y, end)

    def line(self, series: Series) -> SafeString:
        """The path of a line, interrupted at missing values."""
        words, pen = [], "M"
        for at, value in enumerate(series.values):
            if value is None:
                pen = "M"
                continue
            words.append(f"{pen}{place(self.x(series.place(at)))} {place(self.y(value))}")
            pen = "L"
        return markup('<path class="line l{}" d="{}"/>', series.style, "".join(words))

    def marks(self, series: Series) -> Iterator[SafeString]:
        """A ring at each win, and a dot where a line is a single point or the only line."""
        for at, value in enumerate(series.values):
            if value is None:
                continue
            beside = [*series.values[max(0, at - 1) : at], *series.values[at + 1 : at + 2]]
            if at in series.rings:
                kind, size = "ring", RING
            elif (len(self.chart.series) == 1 and len(series.values) < 40) or not any(
                each is not None for each in beside
            ):
                kind, size = "dot", DOT
            else:
                continue
            x, y = place(self.x(series.place(at))), place(self.y(value))
            yield markup('<circle class="{} l{}" cx="{}" cy="{}" r="{}"/>', kind, series.style, x, y, size)

    def names(self) -> Iterator[SafeString]:
        """The name of each line beside its last point, one below the other."""
        if not self.named:
            return
        last = [
            next((value for value in reversed(each.values) if value is not None), None)
            for each in self.chart.series
        ]
        wanted = [self.y(value if value is not None else self.y.low) for value in last]
        places = spread(wanted, APART, TOP, HEIGHT - FOOT)
        for series, name, value, y in zip(self.chart.series, self.named, last, places, strict=True):
            if value is not None:
                yield markup(
                    '<text class="name l{}" x="{}" y="{}">{}</text>',
                    series.style,
                    place(self.x.end + RING + 5),
                    place(y + 4.5),
                    name,
                )

    def extremes(self, series: Series) -> Iterator[SafeString]:
        """The greatest value above its point, the least value below."""
        known = [(value, at) for at, value in enumerate(series.values) if value is not None]
        if not known:
            return
        for (value, at), down in ((max(known), -10), (min(known), 18)):
            x = min(max(self.x(series.place(at)), self.x.start + 8), self.x.end - 8)
            yield markup(
                '<text class="figure" x="{}" y="{}">{}</text>',
                place(x),
                place(self.y(value) + down),
                self.format_value(value),
            )
            if min(known)[0] == max(known)[0]:
                return

"""A figure with its goal, and the table that shows both."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A row of the table; `least` or `most`: its goal, if it has one."""

    name: str
    value: float
    unit: str = ""
    least: float | None = None
    most: float | None = None
    more: str = ""

    @property
    def goal(self) -> str:
        """The goal in words."""
        if self.least is not None:
            return f">= {number(self.least)}{self.unit}"
        if self.most is not None:
            return f"<= {number(self.most)}{self.unit}"
        return ""

    @property
    def verdict(self) -> str:
        """Return whether the goal was met."""
        if self.least is None and self.most is None:
            return ""
        low = self.least is not None and self.value < self.least
        high = self.most is not None and self.value > self.most
        return "MISSED" if low or high else "met"


def missed(figures: Iterable[Figure]) -> bool:
    """Return whether a goal was missed."""
    return any(each.verdict == "MISSED" for each in figures)


def number(value: float) -> str:
    """Three digits are enough."""
    if value >= 100 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:.3g}"


def table(figures: Iterable[Figure]) -> str:
    """All figures, aligned."""
    rows = [("", "goal", "measured", "", "")]
    rows += [
        (each.name, each.goal, f"{number(each.value)}{each.unit}", each.verdict, each.more)
        for each in figures
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "\n".join(
        f"{name:<{widths[0]}}  {goal:>{widths[1]}}  {value:>{widths[2]}}  {verdict:<{widths[3]}}  {more}".rstrip()
        for name, goal, value, verdict, more in rows
    )

"""Arguments and result of a stress case."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from .history import History
from .place import Place

# Time goals are for a quiet machine with two cores; on a busy one they are extended by this factor.
SLACK = float(os.environ.get("SCOREKEEPER_FIRE_SLACK", "1"))
# Before the commands of long cases without time goals: they leave the processor to those that have some.
YIELDING = ("nice", "-n", "10")
HISTORIES = Path(__file__).resolve().parent.parent.parent / "build" / "fire"  # histories of failures


@dataclass
class Result:
    """Result of a case, a row of the table.

    `asked`: the counts. `figures`: the measurements. `faults`: missed goals. `left_out`: skipped on request.
    """

    case: str
    what: str
    asked: str
    figures: str = ""
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0
    seed: int = 0
    left_out: bool = False

    def miss(self, *faults: str) -> None:
        """Add faults."""
        self.faults += faults

    def within(self, name: str, value: float, most: float, unit: str = "ms") -> None:
        """Add a fault for a figure above its goal; time goals are extended by `SLACK`."""
        if unit in ("ms", "s"):
            most *= SLACK
        if value > most:
            places = 1 if unit == "s" else 0
            self.miss(f"{name} is {value:,.{places}f} {unit}, at most {most:,.0f} are allowed")


@dataclass
class StressCase:
    """The site and the random generator of a case.

    `history`: its writes. `output`: that of a case that is a test.
    """

    place: Place
    case: str
    seed: int
    output: str = ""

    def __post_init__(self) -> None:
        self.chance = Random(f"{self.case} {self.seed}")
        self.history = History(f"{self.case}-{self.place.database}", self.seed)

    def result(self, what: str, asked: str) -> Result:
        """Return an empty result of this case."""
        return Result(self.case, what, asked, seed=self.seed)

    def keep(self) -> Path:
        """Store the history for debugging."""
        if not self.output:
            return self.history.keep(HISTORIES)
        HISTORIES.mkdir(parents=True, exist_ok=True)
        path = HISTORIES / f"{self.history.name}-{self.seed}.txt"
        path.write_text(self.output)
        return path


Run = Callable[[StressCase], Result]


def part(times: Sequence[float], share: float) -> float:
    """Return the milliseconds within which this share of the responses arrived."""
    ordered = sorted(times)
    return 1000 * ordered[min(int(len(ordered) * share), len(ordered) - 1)] if ordered else 0.0

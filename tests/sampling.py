"""Which tests and how many examples run: see docs/decisions/testing.md.

`make test` runs the daily tests, continuous integration all tests, both with a part of the examples; `make thorough`
runs all tests with all examples. The daily run leaves out more of the same (further examples of a property, another
width of a screen, another invalid response), most journeys in a browser, and tests of some seconds.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

ALL_TESTS = bool(os.environ.get("SCOREKEEPER_ALL_TESTS"))
ALL_EXAMPLES = bool(os.environ.get("SCOREKEEPER_ALL_EXAMPLES"))


def some_of(whole: int, *, share: int = 4) -> int:
    """Return the number of examples: `whole` in thorough runs, otherwise one in `share`."""
    return whole if ALL_EXAMPLES else max(1, whole // share)


def one_in(share: int, cases: Iterable[Any]) -> list[Any]:
    """Return parameters of a test, of which one in `share` runs in every build, and all in thorough runs."""
    return [
        each if place % share == 0 else pytest.param(*each, marks=pytest.mark.examples)
        for place, each in enumerate(cases)
    ]

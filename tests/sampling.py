"""The number of examples: some with `make test`, all with `make thorough`.

Continuous integration runs all of them. The daily run leaves out only more of the same: further examples of a
property, another width of a screen, another invalid response.
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterable
from typing import Any

import pytest

THOROUGH = bool(os.environ.get("SCOREKEEPER_THOROUGH"))


def some_of(whole: int, *, share: int = 4) -> int:
    """Return the number of examples to try: one in `share` daily, all `whole` in thorough runs."""
    return whole if THOROUGH else max(1, whole // share)


def every_day(cases: Iterable[str], chosen: Container[str]) -> list[Any]:
    """Return parameters of a test, of which the chosen ones run daily, and all in thorough runs."""
    return [each if each in chosen else pytest.param(each, marks=pytest.mark.thorough) for each in cases]

"""Fixtures of the tests of tables."""

from __future__ import annotations

import pytest

from tests.factories import SampleTable


@pytest.fixture
def desk() -> SampleTable:
    """A table of three players with one line; some modules have a table of their own."""
    desk = SampleTable(names=["Ana", "Bo", "Cleo"])
    desk.line(1, "ones", points=3)
    return desk

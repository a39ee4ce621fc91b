"""What the tests of the play room share."""

from collections.abc import Iterator

import pytest

from scorekeeper.play.table import forget


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Folded games are remembered by their row's number, which a test that is rolled back gives out again."""
    forget()
    yield
    forget()

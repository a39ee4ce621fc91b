"""Close the streams that a test has opened."""

from collections.abc import Iterator

import pytest

from tests.http_client import OPEN


@pytest.fixture(autouse=True)
def hang_up() -> Iterator[None]:
    """Close the open streams."""
    yield
    while OPEN:
        OPEN.pop().close()

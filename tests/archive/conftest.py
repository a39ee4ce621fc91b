"""What the tests of the archive room share."""

import pytest

from scorekeeper.archive import jobs
from tests.play.conftest import forgotten

__all__ = ["forgotten"]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that imports all of a file in the request, however busy this machine is."""
    monkeypatch.setattr(jobs, "AT_ONCE", 600.0)
    monkeypatch.setattr(jobs, "start", lambda: None)

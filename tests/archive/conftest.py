"""Fixtures of the tests of import and export."""

import pytest

from scorekeeper.archive import import_jobs


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that imports all of a file in the request, however busy this machine is."""
    monkeypatch.setattr(import_jobs, "AT_ONCE", 600.0)
    monkeypatch.setattr(import_jobs, "start", lambda: None)

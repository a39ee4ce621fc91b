"""What the tests of the play room share."""

from collections.abc import Iterator

import pytest
from django.db import connections
from pytest_django import DjangoDbBlocker

from scorekeeper.play.copies_sqlite import COPY
from scorekeeper.play.table import forget


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Folded games are remembered by their row's number, which a test that is rolled back gives out again."""
    forget()
    yield
    forget()


@pytest.fixture
def unguarded(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A database that no test knows of beforehand may be opened; it is forgotten again."""
    with django_db_blocker.unblock():
        yield
        if COPY in connections.databases:
            connections[COPY].close()
            del connections[COPY]
            del connections.databases[COPY]

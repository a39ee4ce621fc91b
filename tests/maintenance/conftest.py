"""Fixtures of the tests of verify, backup and restore."""

from collections.abc import Iterator

import pytest
from django.db import connections
from pytest_django import DjangoDbBlocker

from scorekeeper.maintenance.backup_sqlite import COPY


@pytest.fixture
def unguarded(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Allow a database that is opened during the test, and remove its connection afterwards."""
    with django_db_blocker.unblock():
        yield
        if COPY in connections.databases:
            connections[COPY].close()
            del connections[COPY]
            del connections.databases[COPY]

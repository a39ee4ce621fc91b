"""Fixtures: roles on the home server, and a public site behind a proxy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server_process import Server

from .server_cast import RoleSessions, make_cast

SITE = {
    "SCOREKEEPER_MODE": "production",
    "SCOREKEEPER_SECRET_KEY": "kq7-Zr2mP0xw_LbT9sYdE4uVnG6hJc1fAoXiQ8RtB3yMwD5eNz",
    "SCOREKEEPER_HOSTS": "localhost",
    "SCOREKEEPER_TRUSTED_PROXIES": "127.0.0.1",
}


@pytest.fixture
def cast(server: Server) -> RoleSessions:
    """Separate persons and tables on the shared server: sitting down changes a session."""
    return make_cast(server)


@pytest.fixture(scope="session")
def site(
    tmp_path_factory: pytest.TempPathFactory, migrated_data: Path, collected_static: Path
) -> Iterator[Server]:
    """A public site behind a proxy on this machine."""
    data = tmp_path_factory.mktemp("site")
    one = Server.prepared(migrated_data, data, collected_static, **SITE).start()
    yield one
    one.stop()

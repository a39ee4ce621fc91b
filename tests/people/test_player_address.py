"""The migration that gives each player an address."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from tests.server_process import database_in, manage

PLAYERS = """
INSERT INTO people_group (id, address, created, name, link, house_rules, stake, currency, language)
VALUES (1, 'aaaaaaaaaaaa', '2026-05-17', '', 0, '{}', '{}', '', '');
INSERT INTO people_player (group_id, name, folded, colour, created, links)
VALUES (1, 'Ana', 'ana', 1, '2026-05-17', ''), (1, 'Bo', 'bo', 2, '2026-05-17', '');
"""


def migrate(data: Path, migration: str) -> None:
    done = manage("migrate", "people", migration, "--no-input", SCOREKEEPER_DATA=str(data))
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "sqlite", reason="files of SQLite")
def test_migration_gives_every_player_address(tmp_path: Path) -> None:
    migrate(tmp_path, "0005_groups_that_last")
    with closing(sqlite3.connect(database_in(tmp_path))) as file:
        file.executescript(PLAYERS)
    migrate(tmp_path, "0006_player_address")
    with closing(sqlite3.connect(database_in(tmp_path))) as file:
        addresses = [address for (address,) in file.execute("SELECT address FROM people_player")]
    assert len(set(addresses)) == 2
    assert {len(each) for each in addresses} == {12}

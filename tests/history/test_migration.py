"""Databases from before ledger and history: after `migrate` their games are in both."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests.server_process import Server

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="files of SQLite")

BUILD = """
from tests.maintenance.corruption_base import filled, running
from tests.factories import new_writer
from tests.play.test_settling import won
writer = new_writer()
won("Ana", "Bo", writer=writer)
running(writer)
filled(writer)
won("Bo", "Ana", writer=writer)
"""
RESULTS = "SELECT session_id, players, reason, finished, counted FROM history_result ORDER BY session_id"
SCORES = """
SELECT r.session_id, c.number, c.player_id, c.points, c.rank, c.won, c.lines, c.first_throw
FROM history_score c JOIN history_result r ON r.id = c.result_id ORDER BY 1, 2
"""
CELLS = """
SELECT r.session_id, c.player_id, c.box, c.points, c.struck, c.throws
FROM history_cell c JOIN history_result r ON r.id = c.result_id ORDER BY 1, 2, 3
"""
LEDGER = "SELECT kind, debtor_id, creditor_id, amount, unit, session, entry, author_id FROM ledger_posting ORDER BY id"
GONE = ("history", "ledger")


def kept(file: Path) -> list[list[Any]]:
    """Return the rows of both rooms, without primary keys."""
    with closing(sqlite3.connect(file)) as found:
        return [found.execute(query).fetchall() for query in (RESULTS, SCORES, CELLS, LEDGER)]


def older(server: Server) -> list[list[Any]]:
    """Downgrade the database to before both rooms, with four games in it; return their rows."""
    assert server.manage("shell", "--no-imports", "-c", BUILD).returncode == 0
    before = kept(server.database)
    assert [len(rows) for rows in before] == [3, 6, 20, 2]
    for app in GONE:
        done = server.manage("migrate", app, "zero", "--no-input")
        assert done.returncode == 0, done.stderr
        assert "Made the results" not in done.stdout
    with closing(sqlite3.connect(server.database)) as file:
        tables = {name for (name,) in file.execute("SELECT name FROM sqlite_master")}
    assert not {name for name in tables if name.startswith(GONE)}
    return before


@pytest.mark.slow
def test_old_games_are_in_book_after_migrate(new_server: Callable[..., Server]) -> None:
    server = new_server()
    before = older(server)
    done = server.manage("migrate", "--no-input")
    assert done.returncode == 0, done.stderr
    assert "Made the results of 3 games; 0 could not be read." in done.stdout
    assert kept(server.database) == before
    done = server.manage("verify")
    assert done.stdout.startswith("all is well: 4 sessions, "), done.stdout
    # once, and not with every upgrade
    assert "Made the results" not in server.manage("migrate", "--no-input").stdout


def test_old_backup_is_migrated_after_restore(new_server: Callable[..., Server], tmp_path: Path) -> None:
    old, server = new_server(), new_server()
    before = older(old)
    file = tmp_path / "old.backup"
    file.write_bytes(old.database.read_bytes())
    # the current rows have other games with the same primary keys
    assert server.manage("shell", "--no-imports", "-c", BUILD).returncode == 0
    here = kept(server.database)
    done = server.manage("restore", "--yes", str(file))
    assert done.returncode == 0, done.stderr + done.stdout
    assert "all is well: 4 sessions, " in done.stdout
    assert kept(server.database) == before
    (aside,) = server.data.glob("scorekeeper.sqlite3.before-*")
    assert kept(aside) == here


def test_game_that_cannot_be_read_stops_no_upgrade(new_server: Callable[..., Server]) -> None:
    server = new_server()
    older(server)
    with closing(sqlite3.connect(server.database)) as file, file:
        file.execute("UPDATE play_session SET stake = ? WHERE id = 1", [json.dumps({"kind": "luck"})])
    done = server.manage("migrate", "--no-input")
    assert done.returncode == 0, done.stderr
    assert "Made the results of 2 games; 1 could not be read." in done.stdout

"""Backup and restore: complete, or refused in one line with nothing changed."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from django.db import OperationalError, connection, connections

from scorekeeper.core.db import database
from scorekeeper.maintenance.backup_files import BackupError
from scorekeeper.maintenance.backup_sqlite import COPY, SqliteBackup, open_as_copy
from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.play.models import Session
from tests.concurrency import make_tables
from tests.server_process import ROOT, Server, manage

from .backup_files import addresses

OURS = ROOT / "scorekeeper"
# the journal mode in the header of a SQLite file
ROLLED_BACK, AHEAD = b"\1\1", b"\2\2"
pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="files of SQLite")


@pytest.mark.slow
def test_backup_is_put_back(new_server: Callable[..., Server], tmp_path: Path) -> None:
    server, file = new_server(), tmp_path / "evening.backup"
    first, _cookies = make_tables(server, 1)
    done = server.manage("backup", str(file))
    assert done.stdout == f"copied to {file}\nall is well: 1 sessions, 0 entries\n", done.stderr
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    more, _cookies = make_tables(server, 2)
    # standard input is no terminal
    done = server.manage("restore", str(file))
    assert done.returncode != 0
    assert "There are 3 games here already; --yes replaces them. Nothing was changed." in done.stderr
    assert addresses(server.database) == [*first, *more]
    done = server.manage("restore", "--yes", str(file))
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("\nall is well: 1 sessions, 0 entries\n")
    assert addresses(server.database) == first
    (kept,) = server.data.glob("scorekeeper.sqlite3.before-*")
    assert str(kept) in done.stdout
    assert addresses(kept) == [*first, *more]
    assert list(tmp_path.iterdir()) in ([file, server.data], [server.data, file])
    server.start()
    done = server.manage("restore", "--yes", str(file))
    assert done.returncode != 0
    assert "A server is running on this database: stop it first. Nothing was changed." in done.stderr


@pytest.mark.thorough
def test_backup_of_older_version_is_migrated(new_server: Callable[..., Server], tmp_path: Path) -> None:
    old = tmp_path / "old"
    done = manage("migrate", "play", "0004", "--no-input", "--verbosity=0", SCOREKEEPER_DATA=str(old))
    assert done.returncode == 0, done.stderr
    server = new_server()
    done = server.manage("restore", str(old / "scorekeeper.sqlite3"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("\nall is well: 0 sessions, 0 entries\n")
    server.start().stop()


def test_backup_replaces_no_other(new_server: Callable[..., Server], tmp_path: Path) -> None:
    server, file = new_server(), tmp_path / "mine"
    file.write_text("precious")
    done = server.manage("backup", str(file))
    assert done.returncode != 0
    assert done.stderr == f"CommandError: {file} already exists; a backup never replaces a file.\n"
    assert file.read_text() == "precious"


def test_log_that_is_written_ahead_is_not_in_backup(
    new_server: Callable[..., Server], tmp_path: Path
) -> None:
    folder, settings = tmp_path / "backups", tmp_path / "settings"
    folder.mkdir()
    settings.mkdir()
    (settings / "ahead.py").write_text(
        "from scorekeeper.core.db import database\n"
        "database.journal_mode = lambda: 'wal'\n"
        "from scorekeeper.settings import *\n"
    )
    server = new_server(PYTHONPATH=str(settings), DJANGO_SETTINGS_MODULE="ahead")
    make_tables(server, 1)
    assert server.database.read_bytes()[18:20] == AHEAD
    file = folder / "what? #1 100%.backup"
    done = server.manage("backup", str(file))
    assert done.stdout == f"copied to {file}\nall is well: 1 sessions, 0 entries\n", done.stderr
    assert file.read_bytes()[18:20] == ROLLED_BACK
    assert list(folder.iterdir()) == [file]


@pytest.mark.usefixtures("unguarded")
def test_verify_leaves_backup_unchanged(
    migrated_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "journal_mode", lambda: "wal")
    live = database.sqlite_settings("")["OPTIONS"]["init_command"]
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "init_command", live)
    before = (migrated_data / "scorekeeper.sqlite3").read_bytes()
    file = tmp_path / "file"
    file.write_bytes(before)
    open_as_copy(file)
    assert list(verify(Verified(), COPY)) == []
    with pytest.raises(OperationalError, match="readonly"):
        Session.objects.using(COPY).update(link_generation=2)
    connections[COPY].close()
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_fault_in_backup_is_named(new_server: Callable[..., Server], tmp_path: Path) -> None:
    server, file = new_server(), tmp_path / "file"
    (address,), _cookies = make_tables(server, 1)
    with closing(sqlite3.connect(server.database)) as spoilt, spoilt:
        spoilt.execute("UPDATE play_session SET writers = 'nobody'")
    done = server.manage("backup", str(file))
    assert done.returncode == 1
    assert done.stdout == f"copied to {file}\n{address}: its permission to write is 'nobody'\n", done.stderr


# --- refusals ----------------------------------------------------------------------------------------------


def refused(file: Path) -> str:
    with pytest.raises(BackupError) as refusal:
        SqliteBackup().check(file)
    return str(refusal.value)


def test_other_files_are_refused(migrated_data: Path, tmp_path: Path) -> None:
    good, file = (migrated_data / "scorekeeper.sqlite3").read_bytes(), tmp_path / "file"
    assert refused(file) == f"{file} cannot be read: No such file or directory."
    assert refused(tmp_path) == f"{tmp_path} cannot be read: Is a directory."
    for content in (b"", b"Dear diary", good[:10]):
        file.write_bytes(content)
        assert refused(file) == f"{file} is no backup of Scorekeeper."
    for content in (good[: len(good) // 2], good[:5000] + b"x" * 5000 + good[10000:]):
        file.write_bytes(content)
        assert refused(file).startswith(f"{file} is damaged: ")
    file.unlink()
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    assert refused(file) == f"{file} is no backup of Scorekeeper."


@pytest.mark.parametrize("room", sorted(each.parent.name for each in OURS.glob("*/migrations")))
def test_backup_of_newer_scorekeeper_is_refused(room: str, migrated_data: Path, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes((migrated_data / "scorekeeper.sqlite3").read_bytes())
    assert SqliteBackup().check(file) == 0
    with closing(sqlite3.connect(file)) as newer, newer:
        newer.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES (?, '0099_stars', '')", [room]
        )
    assert refused(file).startswith(f"This backup is from a newer Scorekeeper ({room} 0099_stars)")

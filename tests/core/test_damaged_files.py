"""Damaged, empty or unwritable files: every command reports one line, never a traceback."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import connection

from scorekeeper.core.conf import home_mode, instance_lock
from tests.server_process import ROOT, Server, environment, manage

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="files of SQLite")
COMMANDS = [("serve",), ("migrate", "--no-input"), ("backup", "FILE"), ("verify",)]


def lines(done: subprocess.CompletedProcess[str]) -> list[str]:
    """Return the output of a failed command."""
    assert done.returncode != 0
    assert "Traceback" not in done.stderr + done.stdout
    return (done.stdout + done.stderr).splitlines()


@pytest.mark.parametrize("key", ["", "short", " \n", "a" * 80])
def test_weak_key_file_stops_start_in_words(tmp_path: Path, key: str) -> None:
    (tmp_path / "secret-key").write_text(key)
    (message,) = lines(manage("check", SCOREKEEPER_DATA=str(tmp_path)))
    assert message.startswith(f"Scorekeeper does not start: {tmp_path / 'secret-key'} holds no key")
    assert (tmp_path / "secret-key").read_text() == key


def test_data_folder_that_cannot_be_made_is_named() -> None:
    (message,) = lines(manage("check", SCOREKEEPER_DATA="/proc/scorekeeper"))
    assert message.startswith("Scorekeeper does not start: /proc/scorekeeper cannot be written: ")


def test_data_folder_without_room_for_key_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_args: object, **_more: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "touch", full)
    with pytest.raises(SystemExit, match="cannot be written: No space left on device"):
        home_mode.secret_key(tmp_path)


def test_lock_that_cannot_be_taken_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_only(*_args: object) -> int:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(os, "open", read_only)
    with pytest.raises(SystemExit, match=r"\.lock cannot be written: Read-only file system"):
        instance_lock.serve_alone(tmp_path / "games.sqlite3")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("damage", ["head", "middle"])
def test_damaged_database_is_one_line(
    new_server: Callable[..., Server], tmp_path: Path, command: tuple[str, ...], damage: str
) -> None:
    server = new_server()
    content = bytearray(server.database.read_bytes())
    begin = 0 if damage == "head" else 4096
    content[begin : begin + 4096 * 12] = b"\x55" * 4096 * 12
    server.database.write_bytes(content)
    output = lines(server.manage(*(str(tmp_path / "copy") if each == "FILE" else each for each in command)))
    assert any("damaged" in line or "cannot be read" in line for line in output), output
    assert len(output) <= 3


def test_backup_goes_in_place_of_damaged_database(new_server: Callable[..., Server], tmp_path: Path) -> None:
    server, file = new_server(), tmp_path / "good"
    assert server.manage("backup", str(file)).returncode == 0
    server.database.write_bytes(b"nothing of use" * 400)
    done = server.manage("restore", "--yes", str(file))
    assert done.returncode == 0, done.stderr
    assert "all is well" in done.stdout


def test_files_are_their_owners_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    command = f"umask 022; exec {sys.executable} manage.py migrate --no-input --verbosity=0"
    settings = environment(SCOREKEEPER_DATA=str(data))
    subprocess.run(["sh", "-c", command], cwd=ROOT, env=settings, check=True)
    assert {stat.S_IMODE(file.stat().st_mode) for file in data.iterdir()} == {0o600}

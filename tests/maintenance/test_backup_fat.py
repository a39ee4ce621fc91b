"""Backups to FAT and exFAT, which have no hard links."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.db import connection

from scorekeeper.maintenance import backup_sqlite
from scorekeeper.maintenance.backup_files import BackupError
from scorekeeper.maintenance.backup_sqlite import SqliteBackup
from tests.concurrency import make_tables
from tests.factories import SampleTable
from tests.server_process import Server

from .backup_files import addresses

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="files of SQLite")


def without_links(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Forbid hard links, as on FAT and exFAT."""

    def link(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "link", link)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("unguarded")
@pytest.mark.parametrize("number", [errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS])
def test_backup_on_stick(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = SampleTable()
    without_links(monkeypatch, number)
    file = tmp_path / "file"
    SqliteBackup().save(file)
    assert addresses(file) == [desk.address]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.django_db(transaction=True)
def test_file_created_meanwhile_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_links(monkeypatch, errno.EPERM)
    monkeypatch.setattr(backup_sqlite, "must_be_new", lambda file: file.write_text("precious"))
    file = tmp_path / "file"
    with pytest.raises(BackupError, match="cannot be written: File exists"):
        SqliteBackup().save(file)
    assert file.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [file]


@dataclass
class FatDrive:
    """A database on a stick, and a backup of it from before its only table."""

    copies: SqliteBackup
    backup: Path
    table: str

    @property
    def names(self) -> set[str]:
        """Return the names of files beside the database, without their time."""
        return {each.name.partition("-")[0] for each in self.copies.database.parent.iterdir()}


@pytest.fixture
def stick(new_server: Callable[..., Server], tmp_path: Path) -> FatDrive:
    server, backup = new_server(), tmp_path / "backup"
    backup.write_bytes(server.database.read_bytes())
    (table,), _cookies = make_tables(server, 1)
    copies = SqliteBackup()
    copies.database = server.database
    return FatDrive(copies, backup, table)


@pytest.mark.usefixtures("unguarded")
def test_backup_is_put_back_on_stick(stick: FatDrive, monkeypatch: pytest.MonkeyPatch) -> None:
    without_links(monkeypatch, errno.EPERM)
    before = stick.names
    kept = Path(stick.copies.restore(stick.backup))
    assert addresses(stick.copies.database) == []
    assert addresses(kept) == [stick.table]
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stick.names - before == {"scorekeeper.sqlite3.before", "scorekeeper.sqlite3.lock"}


@pytest.mark.usefixtures("unguarded")
@pytest.mark.parametrize("number", [errno.EPERM, errno.EIO])
def test_database_without_backup_is_not_replaced(
    number: int, stick: FatDrive, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    without_links(monkeypatch, number)
    monkeypatch.setattr(shutil, "copyfile", full)
    before = stick.names
    with pytest.raises(BackupError, match=r" cannot be (written|replaced): "):
        stick.copies.restore(stick.backup)
    assert addresses(stick.copies.database) == [stick.table]
    assert stick.names - before == {"scorekeeper.sqlite3.lock"}

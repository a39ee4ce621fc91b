"""Backup files: their names, their atomic writing, and the check of their migrations."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.apps import apps
from django.db.migrations.loader import MigrationLoader

# Errors of file systems without hard links, such as FAT and exFAT on USB sticks.
NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS}


class BackupError(Exception):
    """A backup or restore that was refused, with a one-line message; the database is unchanged."""


def must_be_new(file: Path) -> None:
    """Raise BackupError for an existing file or a missing folder."""
    if file.exists():
        raise BackupError(f"{file} already exists; a backup never replaces a file.")
    if not file.parent.is_dir():
        raise BackupError(f"There is no folder {file.parent}.")


def must_be_known(migrations: Iterable[tuple[str, str]]) -> None:
    """Raise BackupError for a backup with migrations that this release does not have."""
    known = MigrationLoader(None).disk_migrations
    ours = {each.label for each in apps.get_app_configs() if each.name.startswith("scorekeeper.")}
    for app, name in sorted(migrations):
        if app in ours and (app, name) not in known:
            raise BackupError(
                f"This backup is from a newer Scorekeeper ({app} {name}): upgrade first, then restore."
            )


def stamp() -> str:
    """The present time in UTC, as a part of a file name."""
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S")


@contextmanager
def atomic_write(file: Path) -> Iterator[Path]:
    """Write a new file under a temporary name and rename it when it is complete.

    It is readable by its owner only. An interrupted write never leaves an incomplete file under the final name. Raises
    BackupError.
    """
    part = file.with_name(f"{file.name}.part-{os.getpid()}")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield part
        fsync(part)
        _rename(part, file)
        fsync(file)
    except OSError as error:
        raise BackupError(f"{file} cannot be written: {error.strerror}.") from error
    finally:
        part.unlink(missing_ok=True)


def fsync(path: Path) -> None:
    """Flush a file and its folder to the disk."""
    for each in (path, path.parent):
        handle = os.open(each, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def add_name(file: Path, other: Path) -> None:
    """Give a file a second, new name; the first one stays valid throughout."""
    if not _link(file, other):
        with _new_file(other):
            shutil.copyfile(file, other)
            fsync(other)


def _rename(part: Path, file: Path) -> None:
    """Give a complete file its final, new name."""
    if not _link(part, file):
        with _new_file(file):
            part.replace(file)


def _link(file: Path, other: Path) -> bool:
    """Make a hard link; False where the file system has none."""
    try:
        os.link(file, other)
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        return False
    return True


@contextmanager
def _new_file(file: Path) -> Iterator[None]:
    """Create a file readable by its owner only; remove it if the block fails."""
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        yield
    except BaseException:
        file.unlink()
        raise

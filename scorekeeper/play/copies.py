"""Copies of the whole database: made while people play, put back while nobody does.

SQLite and PostgreSQL have a module each (`copies_sqlite`, `copies_postgres`); here is what both share.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from django.apps import apps
from django.db import connection
from django.db.migrations.loader import MigrationLoader

# What is said where a file has one name only, as on FAT and exFAT: most USB sticks.
NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS}


class CopyError(Exception):
    """What cannot be done, in one line for whoever typed the command. Nothing has been changed."""


class Copies(Protocol):
    """How one kind of database is copied and put back. Both raise CopyError."""

    def save(self, file: Path) -> str:
        """Copy the database into a new file; the alias by which what was copied can be verified."""

    def check(self, file: Path) -> int:
        """How many sessions a copy holds, once it is sure that it can be put back."""

    def put_back(self, file: Path) -> str:
        """Put a checked copy in the place of the database; where what was there before is kept."""


def copies() -> Copies:
    """How the database of the settings is copied."""
    if connection.vendor == "sqlite":
        from .copies_sqlite import SqliteCopies  # noqa: PLC0415 - either kind is there without the other

        return SqliteCopies()
    from .copies_postgres import PostgresCopies  # noqa: PLC0415

    return PostgresCopies()


def must_be_new(file: Path) -> None:
    """Refuse a name that is taken, or a folder that is not there."""
    if file.exists():
        raise CopyError(f"{file} is there already; a backup never replaces another.")
    if not file.parent.is_dir():
        raise CopyError(f"There is no folder {file.parent}.")


def must_be_known(migrations: Iterable[tuple[str, str]]) -> None:
    """Refuse a copy that a newer Scorekeeper has made: this one would not know what its tables mean."""
    known = MigrationLoader(None).disk_migrations
    ours = {each.label for each in apps.get_app_configs() if each.name.startswith("scorekeeper.")}
    for app, name in sorted(migrations):
        if app in ours and (app, name) not in known:
            raise CopyError(
                f"This backup is from a newer Scorekeeper ({app} {name}): upgrade first, then restore."
            )


def stamp() -> str:
    """The time for a file's name."""
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S")


@contextmanager
def whole(file: Path) -> Iterator[Path]:
    """Another name to write a new file under, which only its owner may read. It has its own once all of it is there:
    whatever ends us meanwhile leaves nothing that could be taken for it. Raises CopyError.
    """
    part = file.with_name(f"{file.name}.part-{os.getpid()}")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield part
        settle(part)
        _name(part, file)
        settle(file)
    except OSError as error:
        raise CopyError(f"{file} cannot be written: {error.strerror}.") from error
    finally:
        part.unlink(missing_ok=True)


def settle(path: Path) -> None:
    """Wait until the disk holds a file, and the folder its name."""
    for each in (path, path.parent):
        handle = os.open(each, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def name_too(file: Path, other: Path) -> None:
    """Let a file stand under another name too, which must be new, and never be without its own."""
    if not _linked(file, other):
        with _made(other):
            shutil.copyfile(file, other)
            settle(other)


def _name(part: Path, file: Path) -> None:
    """Let a whole file stand under its name, which must be new."""
    if not _linked(part, file):
        with _made(file):
            part.replace(file)


def _linked(file: Path, other: Path) -> bool:
    """Give a file a second name; False where it can have one only."""
    try:
        os.link(file, other)
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        return False
    return True


@contextmanager
def _made(file: Path) -> Iterator[None]:
    """A new file that only its owner may read; it is gone again where what is to stand there fails."""
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        yield
    except BaseException:
        file.unlink()
        raise

"""Lock that allows one server per SQLite file.

A server notifies its streams and serialises its writes within its own process, so a second server on the same file
would bypass both. The lock is on a file beside the database. The kernel releases it when its holder ends for any
reason, so it is never stale.
"""

from __future__ import annotations

import os
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper

from . import environment

try:
    import fcntl
except ImportError:  # Windows has no fcntl, so a second process is not refused there
    fcntl = None  # type: ignore[assignment]

_held: dict[Path, int] = {}  # the descriptor that holds the lock, by lock file


class TakenError(Exception):
    """Another process serves this database."""


def refuse_others(connection: BaseDatabaseWrapper) -> None:
    """Lock a SQLite file for this server, or stop.

    Other databases allow any number of servers.
    """
    if connection.vendor != "sqlite" or connection.is_in_memory_db():  # type: ignore[attr-defined]
        return
    serve_alone(Path(connection.settings_dict["NAME"]))


def serve_alone(path: Path) -> None:
    """Lock this file for this server, or stop."""
    try:
        hold(path)
    except OSError as error:
        environment.refuse(f"{lock_file(path)} cannot be written: {error.strerror}.")
    except TakenError:
        environment.refuse(f"another Scorekeeper is serving {path} already; SQLite is for one process.")


def lock_file(database: Path) -> Path:
    """The lock file of a database; it is never deleted."""
    return database.with_name(f"{database.name}.lock")


def hold(database: Path) -> None:
    """Lock a database until this process ends or releases it.

    Raises TakenError.
    """
    path = lock_file(database.resolve())
    if path in _held or fcntl is None:
        return
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        raise TakenError(path) from error
    _held[path] = descriptor


def release(database: Path) -> None:
    """Release the lock."""
    descriptor = _held.pop(lock_file(database.resolve()), None)
    if descriptor is not None:
        os.close(descriptor)

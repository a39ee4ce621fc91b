"""Disk space: refuse less important requests while the disk is nearly full.

So entries can still be written. For a database on another machine the disk of the data folder is checked, because the
other disk is unknown.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import OperationalError, connection
from django.db.backends.utils import CursorWrapper

from scorekeeper.core.db.write_lock import alone

LEFT = 256 << 20  # bytes reserved for entries: some 500,000
PART = 10  # or a tenth of a small disk
# bytes: SQLite's file is vacuumed if at least UNUSED are free and at most USED in use, which takes a second
UNUSED, USED = 64 << 20, 128 << 20


class DiskFullError(Exception):
    """The disk is too full for a request that can wait."""


def check_disk_space() -> None:
    """Raise DiskFullError if the disk is nearly full; `ThrottleMiddleware` responds with 503."""
    folder = (
        Path(connection.settings_dict["NAME"]).parent if connection.vendor == "sqlite" else settings.DATA_DIR
    )
    try:
        disk = shutil.disk_usage(folder)
    except OSError:
        return  # a database in memory, or a folder that does not exist
    if disk.free < min(LEFT, disk.total // PART):
        raise DiskFullError


def shrink_database() -> bool:
    """Vacuum SQLite's file where it is mostly unused and small; return whether it was done.

    Does nothing in a transaction or while another process uses the database.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return False
    with connection.cursor() as cursor:
        pages, unused, size = (
            _pragma(cursor, name) for name in ("page_count", "freelist_count", "page_size")
        )
        used = pages - unused
        if unused * size < UNUSED or used * size > USED or unused < used:
            return False
        with suppress(OperationalError), alone():
            return _vacuum(cursor)
    return False


def _pragma(cursor: CursorWrapper, name: str) -> int:
    cursor.execute(f"PRAGMA {name}")
    return int(cursor.fetchone()[0])


def _vacuum(cursor: CursorWrapper) -> bool:
    try:
        cursor.execute("VACUUM")
    except OperationalError:  # another process reads, or the disk is full; the next call tries again
        return False
    return True

"""Room on the disk: whatever may wait is refused while there is little, so that lines can still be written.

Where the database is on another machine nobody here knows how full its disk is: then the data folder's counts.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import OperationalError, connection
from django.db.backends.utils import CursorWrapper

from scorekeeper.core.db.write_lock import alone

LEFT = 256 << 20  # bytes that are kept for lines: some 500,000
PART = 10  # or a tenth of a small disk
# bytes of SQLite's file that are free, and as many at most in use, for the file to be made smaller: that takes a second
UNUSED, USED = 64 << 20, 128 << 20


class NoRoomError(Exception):
    """There is too little room for what can wait."""


def must_have_room() -> None:
    """Raise NoRoomError, which becomes a page that says so, where the disk is nearly full."""
    folder = (
        Path(connection.settings_dict["NAME"]).parent if connection.vendor == "sqlite" else settings.DATA_DIR
    )
    try:
        disk = shutil.disk_usage(folder)
    except OSError:
        return  # a database in memory, a folder that is not there: nothing that fills up
    if disk.free < min(LEFT, disk.total // PART):
        raise NoRoomError


def give_back() -> bool:
    """Make SQLite's file smaller where most of it is unused, and small enough to take no time; whether that was done.

    Nothing happens within a transaction, or while somebody else is at the database.
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
    except OperationalError:  # somebody reads, or the disk is full: another time
        return False
    return True

"""Room on the disk: whatever may wait is refused while there is little, so that lines can still be written.

Where the database is on another machine nobody here knows how full its disk is: then the data folder's counts.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from django.conf import settings
from django.db import connection

LEFT = 256 << 20  # bytes that are kept for lines: some 500,000
PART = 10  # or a tenth of a small disk


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

"""A solved table as a file: one line of JSON about it, then the compressed values.

A file is written beside its final name and moved there whole, so a kill leaves the old file or none. A file that is
damaged in any way counts as missing.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from pathlib import Path

import numpy as np

from .model import Model
from .solver import Table

SUFFIX, PARTIAL = ".table", ".partial"
MOST_TABLES, MOST_BYTES = 40, 100 * 1024 * 1024


def write(folder: Path, name: str, table: Table) -> None:
    """Store a table, and delete the least recently used ones beyond the limits."""
    folder.mkdir(parents=True, exist_ok=True)
    data = zlib.compress(table.values.tobytes(), 1)
    about = {"check": hashlib.sha256(data).hexdigest(), "deviation": table.deviation}
    partial = folder / f"{name}.{os.getpid()}{PARTIAL}"
    with partial.open("wb") as file:
        file.write(json.dumps(about).encode() + b"\n" + data)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(folder / f"{name}{SUFFIX}")
    prune(folder)


def read(folder: Path, name: str, model: Model) -> Table | None:
    """Return a stored table, None if it is missing or damaged."""
    path = folder / f"{name}{SUFFIX}"
    try:
        head, data = path.read_bytes().split(b"\n", 1)
        about = json.loads(head)
        if hashlib.sha256(data).hexdigest() != about["check"]:
            return None
        values = np.frombuffer(zlib.decompress(data)).reshape(model.shape)
        os.utime(path)
    except (OSError, ValueError, KeyError, zlib.error):
        return None
    return Table(model, values, float(about["deviation"]))


def prune(folder: Path, tables: int = MOST_TABLES, size: int = MOST_BYTES) -> int:
    """Delete the least recently used tables beyond these limits; return how many."""
    files = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    room, deleted = size, 0
    for place, path in enumerate(files):
        room -= path.stat().st_size
        if place >= tables or room < 0:
            path.unlink(missing_ok=True)
            deleted += 1
    return deleted


def delete_partial(folder: Path) -> None:
    """Delete what a killed process left; call it only as the one process that computes."""
    for path in folder.glob(f"*{PARTIAL}"):
        path.unlink(missing_ok=True)

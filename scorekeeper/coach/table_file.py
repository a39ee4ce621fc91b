"""A solved table as a file: one line of JSON about it, then the compressed numbers.

A file is written beside its final name and moved there whole, so a kill leaves the old file or none. A file that is
damaged in any way counts as missing. The chances of all sheets of a table have a file of their own.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from .dice_steps import Array
from .model import Model
from .solver import Table

SUFFIX, CHANCES, PARTIAL = ".table", ".chances", ".partial"
MOST_TABLES, MOST_BYTES = 40, 100 * 1024 * 1024
DAMAGE = (OSError, ValueError, KeyError, TypeError, zlib.error)


def write(folder: Path, name: str, table: Table) -> None:
    """Store a table, and delete the least recently used ones beyond the limits."""
    numbers = table.values.tobytes() + table.spreads.tobytes()
    _write(folder, name + SUFFIX, numbers, {"deviation": table.deviation})
    prune(folder)


def read(folder: Path, name: str, model: Model) -> Table | None:
    """Return a stored table, None if it is missing or damaged."""
    try:
        about, numbers = _read(folder / f"{name}{SUFFIX}")
        places = int(np.prod(model.shape))
        values = np.frombuffer(numbers, count=places).reshape(model.shape)
        spreads = np.frombuffer(numbers, np.float32, places, values.nbytes).reshape(model.shape)
        return Table(model, values, float(about["deviation"]), spreads)
    except DAMAGE:
        return None


def write_chances(folder: Path, name: str, rows: Array) -> None:
    """Store the chances of all sheets of a table, and delete old files beyond the limits.

    The least recently used files are deleted first.
    """
    _write(folder, name + CHANCES, rows.tobytes(), {"width": rows.shape[1]})
    prune(folder, suffix=CHANCES)


def read_chances(folder: Path, name: str) -> Array | None:
    """Return the stored chances of all sheets, None if they are missing or damaged."""
    try:
        about, numbers = _read(folder / f"{name}{CHANCES}")
        return np.frombuffer(numbers, np.float32).reshape(-1, int(about["width"]))
    except DAMAGE:
        return None


def prune(folder: Path, tables: int = MOST_TABLES, size: int = MOST_BYTES, suffix: str = SUFFIX) -> int:
    """Delete the least recently used files of a kind beyond these limits; return how many."""
    files = sorted(folder.glob(f"*{suffix}"), key=lambda path: path.stat().st_mtime, reverse=True)
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


def _write(folder: Path, name: str, numbers: bytes, about: dict[str, Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    data = zlib.compress(numbers, 1)
    head = json.dumps({"check": hashlib.sha256(data).hexdigest(), **about})
    partial = folder / f"{name}.{os.getpid()}{PARTIAL}"
    with partial.open("wb") as file:
        file.write(head.encode() + b"\n" + data)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(folder / name)


def _read(path: Path) -> tuple[dict[str, Any], bytes]:
    """Return the header and the numbers of a file; raise one of `DAMAGE` if it is damaged."""
    head, data = path.read_bytes().split(b"\n", 1)
    about = json.loads(head)
    if hashlib.sha256(data).hexdigest() != about["check"]:
        raise ValueError(path.name)
    os.utime(path)
    return about, zlib.decompress(data)

"""The site to measure: its data, its servers and its disk."""

from __future__ import annotations

import os
import shutil
import sqlite3
import statistics
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import django

from tests import server_process

if TYPE_CHECKING:
    from django.test import Client

    from .games import BenchGroup, Move

CONNECTIONS = 8
QUICKEST = 3000  # lines a second for which there are tables enough
SETTINGS = "bench.settings"
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder with a name of its own is made in it
FULL_SHEET, LINES = 39, 40
OLD_GAMES = 10


@dataclass
class Site:
    """The data folder: two groups, one with a short and one with a long history."""

    folder: Path
    static: Path
    moves: list[Move]
    client: Client
    new: BenchGroup
    old: BenchGroup
    page: str
    writable: list[str]
    history: int

    @contextmanager
    def server(self, folder: Path | None = None, **settings: str) -> Iterator[server_process.Server]:
        """Run a server on this data, or on its copy in another folder."""
        server = server_process.Server(
            folder or self.folder, self.static, DJANGO_SETTINGS_MODULE=SETTINGS, **settings
        )
        server.start()
        try:
            yield server
        finally:
            server.stop()


def prepare(folder: Path, static: Path, history: int, seconds: float, memory: Path | None = None) -> Site:
    """Migrate a new database and fill it. `seconds`: how long lines will be written, in all.

    `memory`: a folder that gets a copy without the long history.
    """
    settings = {"SCOREKEEPER_DATA": str(folder), "SCOREKEEPER_STATIC_ROOT": str(static)}
    os.environ |= settings | {"DJANGO_SETTINGS_MODULE": SETTINGS}
    done = server_process.manage("migrate", "--no-input", "--verbosity=0", **settings)
    if done.returncode:
        raise SystemExit(done.stderr)
    django.setup()
    from . import games

    moves = games.play("general", len(games.NAMES), Random("general"))
    new, old = games.circle("new"), games.circle("old")
    count = max(CONNECTIONS, int(seconds * QUICKEST / LINES))
    writable = games.tables(old, count - count % -CONNECTIONS, [], finished=False)
    (page,) = games.tables(old, 1, moves[:FULL_SHEET], finished=False)
    site = Site(folder, static, moves, games.phone(old), new, old, page, writable, history)
    if memory is not None:
        shutil.copytree(folder, memory, dirs_exist_ok=True)
    games.tables(new, OLD_GAMES, moves, finished=True)
    games.tables(old, history, moves, finished=True)
    return site


def memory_folder() -> Path | None:
    """Return a folder in memory, None if this machine has none."""
    return MEMORY if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) else None


@contextmanager
def folders() -> Iterator[tuple[Path, Path | None]]:
    """A folder on the disk, where the product's own data would lie, and one in memory."""
    home, memory = server_process.ROOT / "build", memory_folder()
    home.mkdir(exist_ok=True)
    with ExitStack() as stack:
        made = [
            Path(stack.enter_context(TemporaryDirectory(prefix="scorekeeper-bench-", dir=place)))
            for place in (home, memory)
            if place
        ]
        yield made[0], made[1] if memory else None


class Disk:
    """The time this disk takes for a durable write, with the product's database settings."""

    def __init__(self, folder: Path) -> None:
        from scorekeeper.core.db import database

        self.times: list[float] = []
        self.connection = sqlite3.connect(folder / "disk.sqlite3", isolation_level=None)
        self.connection.executescript(
            f"PRAGMA journal_mode={database.journal_mode()};PRAGMA synchronous=FULL;"
            "CREATE TABLE line (number INTEGER PRIMARY KEY, text TEXT)"
        )

    def measure(self) -> None:
        """Write ten lines, each durably."""
        for _ in range(10):
            began = time.perf_counter()
            self.connection.execute("INSERT INTO line (text) VALUES (?)", ["x" * 200])
            self.times.append(1000 * (time.perf_counter() - began))

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    @property
    def median(self) -> float:
        """The median, in milliseconds."""
        return statistics.median(self.times)

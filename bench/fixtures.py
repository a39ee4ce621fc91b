"""The site to measure: its data, its servers, and the load on them."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Hashable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeVar

import django

from tests import server_process

if TYPE_CHECKING:
    from django.test import Client

    from .games import BenchGroup, Move

Key = TypeVar("Key", bound=Hashable)
CONNECTIONS = 8
QUICKEST = 3000  # lines a second for which there are tables enough
SETTINGS = "bench.settings"
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder with a name of its own is made in it
FULL_SHEET, LINES = 39, 40
OLD_GAMES = 10
COMMON = """Host: 127.0.0.1:{port}
User-Agent: Mozilla/5.0 (Linux; Android 15; Mobile) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36
Accept: text/html
Accept-Language: en-GB,en;q=0.8
Accept-Encoding: gzip, deflate
Cookie: sessionid={cookie}; csrftoken={secret}
"""


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
    """Where files cost no disk, if this machine has such a place."""
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

    def ask(self) -> None:
        """Write a few lines, each for good."""
        for _ in range(10):
            began = time.perf_counter()
            self.connection.execute("INSERT INTO line (text) VALUES (?)", ["x" * 200])
            self.times.append(1000 * (time.perf_counter() - began))

    def close(self) -> None:
        """Let go of the file."""
        self.connection.close()

    @property
    def usual(self) -> float:
        """Milliseconds, the median."""
        return statistics.median(self.times)


@dataclass
class Burst:
    """The results of one stretch of load for one kind of request."""

    seconds: float
    times: list[float]
    processor: float | None

    @property
    def rate(self) -> float:
        """Answers a second."""
        return len(self.times) / self.seconds

    def late(self, part: float) -> float:
        """Milliseconds within which this part of the answers came."""
        ordered = sorted(self.times)
        return 1000 * ordered[min(int(len(ordered) * part), len(ordered) - 1)] if ordered else 0.0


@dataclass
class Series:
    """The bursts of one kind, one a round; medians of rounds, so that a noisy second does not count."""

    bursts: list[Burst] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Answers a second."""
        return statistics.median(burst.rate for burst in self.bursts)

    @property
    def answers(self) -> int:
        """How many there were in all."""
        return sum(len(burst.times) for burst in self.bursts)

    def late(self, part: float) -> float:
        """Milliseconds within which this part of the answers came."""
        return statistics.median(burst.late(part) for burst in self.bursts)

    @property
    def processor(self) -> float | None:
        """Milliseconds of processor that the server spent on an answer, where the system says so."""
        spent = [1000 * burst.processor for burst in self.bursts if burst.processor is not None]
        return statistics.median(spent) if spent else None

    def ratio(self, other: Series) -> float:
        """Our rate by the other's, round by round."""
        pairs = zip(self.bursts, other.bursts, strict=True)
        return statistics.median(mine.rate / theirs.rate for mine, theirs in pairs)

    @property
    def told(self) -> str:
        """Rate and waiting times."""
        cost = "" if self.processor is None else f", processor {self.processor:.2f} ms"
        return f"{self.rate:,.0f} req/s, p50 {self.late(0.5):.1f} ms, p99 {self.late(0.99):.1f} ms{cost}"


class Load:
    """The process that keeps a server busy, as a context manager. `tables`: those it may write on."""

    def __init__(self, site: Site, server: server_process.Server, tables: list[str]) -> None:
        self.server = server
        self.plan = plan(site, server.port, tables)

    def __enter__(self) -> Load:
        command = [sys.executable, "-m", "bench.load"]
        self.process = subprocess.Popen(
            command, cwd=server_process.ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._say(json.dumps(self.plan))
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(timeout=10)
        self.process.stdout.close()

    def burst(self, asked: str, seconds: float) -> Burst:
        """Run one kind of request; of "slow page", mixed with others, the last result is returned."""
        before = self._spent()
        self._say(f"{asked} {seconds}")
        assert self.process.stdout is not None
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"The load ended in {asked!r}.")
        found = json.loads(answer)
        times = found["times"][asked.rsplit(maxsplit=1)[-1]]
        spent = None if before is None else ((self._spent() or 0.0) - before) / len(times)
        return Burst(found["seconds"], times, spent)

    def _say(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def _spent(self) -> float | None:
        """Seconds of processor that the server has had so far; None where the system does not tell."""
        assert self.server.process is not None
        told = Path(f"/proc/{self.server.process.pid}/stat")
        if not told.exists():
            return None
        user, system = told.read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def rounds(
    bursts: Mapping[Key, tuple[Load, str]], count: int, seconds: float, disk: Disk
) -> dict[Key, Series]:
    """Measure all kinds of requests in turns, so that disturbances hit all alike."""
    found = {name: Series() for name in bursts}
    for number in range(count + 1):
        disk.ask()
        for name, (load, asked) in bursts.items():
            burst = load.burst(asked, seconds)
            if number:  # the first round warms up
                found[name].bursts.append(burst)
    return found


def plan(site: Site, port: int, tables: list[str]) -> dict[str, Any]:
    """Return the plan of the load: the requests word for word."""
    from . import games

    secret = "bench" * 6 + "be"  # 32 letters, as Django makes them
    common = COMMON.format(port=port, cookie=games.cookie(site.client), secret=secret).replace("\n", "\r\n")
    paths = {"bare": "/bare/", "slow": "/slow/?ms=100", "page": f"/table/{site.page}/", "home": "/"}
    post = (
        f"POST /table/{{table}}/write/ HTTP/1.1\r\n{common}HX-Request: true\r\nOrigin: http://127.0.0.1:{port}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n"
    )
    return {
        "port": port,
        "connections": CONNECTIONS,
        "same": {name: f"GET {path} HTTP/1.1\r\n{common}\r\n" for name, path in paths.items()},
        "post": post,
        "moves": [games.form(move) for move in site.moves],
        "token": secret,
        "tables": tables,
    }

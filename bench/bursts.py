"""Timed bursts of requests: the load process, its results by kind, and their medians."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from tests import server_process

from .fixtures import CONNECTIONS, Disk, Site

Key = TypeVar("Key", bound=Hashable)
COMMON = """Host: 127.0.0.1:{port}
User-Agent: Mozilla/5.0 (Linux; Android 15; Mobile) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36
Accept: text/html
Accept-Language: en-GB,en;q=0.8
Accept-Encoding: gzip, deflate
Cookie: sessionid={cookie}; csrftoken={secret}
"""


@dataclass
class Burst:
    """The results of one stretch of load for one kind of request."""

    seconds: float
    times: list[float]
    processor: float | None

    @property
    def rate(self) -> float:
        """Responses per second."""
        return len(self.times) / self.seconds

    def within(self, share: float) -> float:
        """The time within which this share of responses arrived, in milliseconds."""
        ordered = sorted(self.times)
        return 1000 * ordered[min(int(len(ordered) * share), len(ordered) - 1)] if ordered else 0.0


@dataclass
class Series:
    """The bursts of one kind, one a round.

    Medians of rounds, so that a noisy second does not count.
    """

    bursts: list[Burst] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Responses per second."""
        return statistics.median(burst.rate for burst in self.bursts)

    @property
    def responses(self) -> int:
        """The number of responses in all."""
        return sum(len(burst.times) for burst in self.bursts)

    def within(self, share: float) -> float:
        """The time within which this share of responses arrived, in milliseconds."""
        return statistics.median(burst.within(share) for burst in self.bursts)

    @property
    def processor(self) -> float | None:
        """Processor time of the server per response in milliseconds.

        None where the system has no figures.
        """
        spent = [1000 * burst.processor for burst in self.bursts if burst.processor is not None]
        return statistics.median(spent) if spent else None

    def ratio(self, other: Series) -> float:
        """This rate divided by the other, as the median of the rounds."""
        pairs = zip(self.bursts, other.bursts, strict=True)
        return statistics.median(ours.rate / theirs.rate for ours, theirs in pairs)

    @property
    def summary(self) -> str:
        """The rate and response times as text."""
        cost = "" if self.processor is None else f", processor {self.processor:.2f} ms"
        return f"{self.rate:,.0f} req/s, p50 {self.within(0.5):.1f} ms, p99 {self.within(0.99):.1f} ms{cost}"


class Load:
    """The process that keeps a server busy, as a context manager.

    `tables`: those it may write on.
    """

    def __init__(self, site: Site, server: server_process.Server, tables: list[str]) -> None:
        self.server = server
        self.plan = plan(site, server.port, tables)

    def __enter__(self) -> Load:
        command = [sys.executable, "-m", "bench.load"]
        self.process = subprocess.Popen(
            command, cwd=server_process.ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._send(json.dumps(self.plan))
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(timeout=10)
        self.process.stdout.close()

    def burst(self, kind: str, seconds: float) -> Burst:
        """Run one kind of request; of "slow page", mixed with others, the last result is returned."""
        before = self._spent()
        self._send(f"{kind} {seconds}")
        assert self.process.stdout is not None
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"The load ended in {kind!r}.")
        found = json.loads(answer)
        times = found["times"][kind.rsplit(maxsplit=1)[-1]]
        spent = None if before is None else ((self._spent() or 0.0) - before) / len(times)
        return Burst(found["seconds"], times, spent)

    def _send(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def _spent(self) -> float | None:
        """Processor seconds of the server so far; None where the system has no figures."""
        assert self.server.process is not None
        stat = Path(f"/proc/{self.server.process.pid}/stat")
        if not stat.exists():
            return None
        user, system = stat.read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def rounds(
    bursts: Mapping[Key, tuple[Load, str]], count: int, seconds: float, disk: Disk
) -> dict[Key, Series]:
    """Measure all kinds of requests in turns, so that disturbances hit all alike."""
    found = {name: Series() for name in bursts}
    for number in range(count + 1):
        disk.measure()
        for name, (load, kind) in bursts.items():
            burst = load.burst(kind, seconds)
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

"""Hundreds and thousands of open streams, and one writer; standard library only."""

from __future__ import annotations

import asyncio
import itertools
import re
import time
import uuid
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from urllib.parse import urlencode

from scorekeeper.live.network_streams import MOST_OF_NETWORK

EVENT_ID = re.compile(rb"^id: (\d+)$", re.MULTILINE)
BOXES = ("ones", "twos", "threes", "fours", "fives", "sixes")


@dataclass
class Table:
    """A table to write on; `cookie`: of a writer; `tokens`: of the listeners, in turn."""

    path: str
    cookie: str
    token: str
    tokens: Iterator[str]
    lines: int = 0


@dataclass
class Arrivals:
    """Times at which each version of a table was written, and received by each phone."""

    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    heard: dict[tuple[str, int], list[float]] = field(default_factory=lambda: defaultdict(list))

    def delays(self) -> list[float]:
        """Seconds, of every phone and every line."""
        return sorted(
            at - self.sent[what] for what, ats in self.heard.items() for at in ats if what in self.sent
        )


class EventReader(asyncio.Protocol):
    """One open stream."""

    def __init__(self, port: int, table: Table, heard: Arrivals) -> None:
        self.request = f"GET /live/{next(table.tokens)} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
        self.table = table
        self.heard = heard
        self.open: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        self.transport = transport
        transport.write(self.request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        """Note every version that is sent."""
        now = time.perf_counter()
        if not self.open.done():
            self.open.set_result(data.startswith(b"HTTP/1.1 200"))
        for version in EVENT_ID.findall(data):
            self.heard.heard[self.table.path, int(version)].append(now)

    def connection_lost(self, exc: Exception | None) -> None:
        """A stream that never opened has failed."""
        if not self.open.done():
            self.open.set_result(False)


async def listen(port: int, tables: Sequence[Table], count: int, heard: Arrivals) -> list[EventReader]:
    """Open so many streams, spread over the tables, a hundred at a time."""
    loop = asyncio.get_running_loop()
    ears: list[EventReader] = []
    for number, table in zip(range(count), itertools.cycle(tables), strict=False):
        source = (f"127.0.0.{1 + number // MOST_OF_NETWORK}", 0)  # one network may have no more
        _, ear = await loop.create_connection(
            partial(EventReader, port, table, heard), "127.0.0.1", port, local_addr=source
        )
        ears.append(ear)
        if number % 100 == 99:
            await asyncio.gather(*(each.open for each in ears[-100:]))
    if not all(await asyncio.gather(*(each.open for each in ears))):
        raise SystemExit("Not every stream was opened.")
    return ears


async def write(port: int, tables: Sequence[Table], rate: float, seconds: float, heard: Arrivals) -> None:
    """Write entries at fixed moments, whether or not the last response has arrived."""
    began = time.perf_counter()
    running = []
    for number, table in zip(range(int(rate * seconds)), itertools.cycle(tables), strict=False):
        await asyncio.sleep(max(0, began + number / rate - time.perf_counter()))
        running.append(asyncio.create_task(_write(port, table, heard)))
    await asyncio.gather(*running)
    await asyncio.sleep(1)


async def _write(port: int, table: Table, heard: Arrivals) -> None:
    player, box = table.lines % 2 + 1, BOXES[table.lines // 2]
    fields = {"seen": table.lines, "key": uuid.uuid4(), "player": player, "box": box, "strike": 1}
    body = urlencode({**fields, "csrfmiddlewaretoken": table.token})
    table.lines += 1
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    heard.sent[table.path, table.lines] = time.perf_counter()
    writer.write(
        f"POST {table.path}write/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {table.cookie}\r\n"
        f"HX-Request: true\r\nOrigin: http://127.0.0.1:{port}\r\nConnection: close\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
    )
    answer = await reader.read()
    writer.close()
    if not answer.startswith(b"HTTP/1.1 200 "):
        raise SystemExit(f"Not written:\n{answer[:600].decode()}")

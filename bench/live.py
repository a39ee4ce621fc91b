"""Streams held, time until a stream hears of a change, time until the phone shows it.

`python -m bench.live` measures this alone.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, expect, sync_playwright

from scorekeeper.live.hub import MOST_OF_PERSON
from tests import browser_contexts, postgres, server_process
from tests.http_client import Visitor

from . import slow_phone
from .listeners import Arrivals, Table, listen, write
from .report import Figure, missed, table

RATE, SECONDS = 20, 8  # lines a second, and for how long


def main() -> int:
    """Run this part of the bench; 1 where a goal was missed."""
    parser = argparse.ArgumentParser(prog="bench.live", description=__doc__)
    parser.add_argument("--static", type=Path, default=server_process.ROOT / "build" / "static")
    parser.add_argument("--listeners", type=int, default=5000)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--taps", type=int, default=20)
    chosen = parser.parse_args()
    found = [*figures(chosen.static, chosen.listeners, chosen.tables, chosen.seconds, chosen.taps)]
    print(table(found))
    return int(missed(found))


def figures(static: Path, listeners: int, tables: int, seconds: float, taps: int) -> Iterator[Figure]:
    """Yield all measurements of the live room."""
    with fresh_server(static) as server:
        yield from heard_by_phones(server, "SQLite", tables, seconds, 60)
        yield from shown_by_the_other_phone(server, taps)
        yield from slow_phone.figures(server, taps)
    if reason := postgres.missing():
        print(f"Left out: {reason}.")
    else:
        with postgres.running() as address:
            database = postgres.create(address, "bench")
            with fresh_server(static, database, 2) as server:
                yield from heard_by_phones(server, "PostgreSQL, two processes", tables, seconds, 120)
            postgres.drop(database)
    with fresh_server(static) as server:
        yield from held(server, listeners, tables)


@contextmanager
def fresh_server(static: Path, database: str = "", processes: int = 1) -> Iterator[server_process.Server]:
    """A server on an empty database."""
    with TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        settings = {"DATABASE_URL": database, "SCOREKEEPER_PROCESSES": str(processes)} if database else {}
        server = server_process.Server(Path(folder), static, **settings)
        done = server.manage("migrate", "--no-input", "--verbosity=0")
        if done.returncode:
            raise SystemExit(done.stderr)
        server.start()
        try:
            yield server
        finally:
            server.stop()


def seated(server: server_process.Server, count: int, listeners: int) -> list[Table]:
    """Create tables, each with a writer and as many phones as the listeners need."""
    phones_each = ceil(listeners / count / MOST_OF_PERSON)
    seats = []
    for _ in range(count):
        host = Visitor(server).begin("Ana", "Bo")
        link = re.search(r"/join/\w+/\w+/", host.ask("GET", f"{host.table}invite/").text)
        assert link is not None
        watch = [Visitor(server, table=host.table) for _ in range(phones_each)]
        for each in watch:
            each.ask("GET", link[0])
        seats.append((host, watch))
    return [_table(host, watch) for host, watch in seats]


def _table(host: Visitor, watch: list[Visitor]) -> Table:
    """With tokens of this moment: they live for a minute."""
    cookie = "; ".join(f"{name}={value}" for name, value in host.cookies.items())
    return Table(host.table, cookie, host.cookies["csrftoken"], cycle([each.token() for each in watch]))


def heard_by_phones(
    server: server_process.Server, where: str, count: int, seconds: float, most: float
) -> Iterator[Figure]:
    """Measure the delay from a tap to the event on the streams, with five phones at each table."""
    tables, heard = seated(server, count, 5 * count), Arrivals()

    async def run() -> None:
        ears = await listen(server.port, tables, 5 * count, heard)
        await write(server.port, tables, RATE, seconds, heard)
        for ear in ears:
            ear.transport.close()

    asyncio.run(run())
    delays = [1000 * each for each in heard.delays()]
    lost = 5 * len(heard.sent) - len(delays)
    name = f"event heard, {5 * count} phones at {count} tables, {where}"
    p50, p99 = statistics.median(delays), delays[min(int(len(delays) * 0.99), len(delays) - 1)]
    more = f"p50 {p50:.1f} ms, longest {delays[-1]:.0f} ms, {len(delays):,} events, {lost} lost"
    yield Figure(f"{name}, p99", p99, " ms", most=most, more=more)
    yield Figure(f"{name}, lost", lost, most=0)


def held(server: server_process.Server, listeners: int, count: int) -> Iterator[Figure]:
    """Measure the cost of idle streams, and the time to end them all."""
    tables = seated(server, count, listeners)
    assert server.process is not None
    pid = server.process.pid

    async def run() -> tuple[float, tuple[int, int], tuple[int, int], float, float]:
        before = _size(pid)
        began = time.perf_counter()
        ears = await listen(server.port, tables, listeners, Arrivals())
        took = time.perf_counter() - began
        after = _size(pid)
        began = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"GET /health/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        await reader.read()
        writer.close()
        answered = time.perf_counter() - began
        stopped = await asyncio.to_thread(server.stop)
        for ear in ears:
            ear.transport.close()
        return took, before, after, answered, stopped

    took, before, after, answered, stopped = asyncio.run(run())
    name = f"{listeners:,} streams on one process"
    yield Figure(f"{name}, each", (after[0] - before[0]) / listeners, " KiB", most=25)
    yield Figure(f"{name}, threads more", after[1] - before[1], most=0)
    yield Figure(
        f"{name}, connected in", took, " s", most=8, more=f"a request meanwhile {1000 * answered:.0f} ms"
    )
    yield Figure(f"{name}, stopped in", stopped, " s", most=5)


def _size(pid: int) -> tuple[int, int]:
    """KiB of memory and number of threads of a process."""
    said = Path(f"/proc/{pid}/status").read_text()
    memory, threads = re.search(r"VmRSS:\s+(\d+)", said), re.search(r"Threads:\s+(\d+)", said)
    assert memory is not None
    assert threads is not None
    return int(memory[1]), int(threads[1])


TAPPED = "addEventListener('click', () => { window.tapped = Date.now(); }, true)"
CHANGED = """new MutationObserver(() => { window.changed = Date.now(); })
    .observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })"""


def shown_by_the_other_phone(server: server_process.Server, taps: int) -> Iterator[Figure]:
    """From the tap on one phone to the change on the other, in a real Chromium."""
    path = browser_contexts.find_chromium()
    if path is None:
        print("No Chromium on this machine: the other phone is left out.")
        return
    with sync_playwright() as playwright, ExitStack() as stack:
        browser = browser_contexts.launch(playwright, path)
        stack.callback(browser.close)
        delays = sorted(_taps(browser_contexts.Phones(browser, server.url), taps))
    p95 = delays[min(int(len(delays) * 0.95), len(delays) - 1)]
    more = f"p50 {statistics.median(delays):.0f} ms, longest {delays[-1]:.0f} ms, {len(delays)} taps"
    yield Figure("tap on one phone, shown by the other, p95", p95, " ms", most=250, more=more)


def _taps(pocket: browser_contexts.Phones, count: int) -> Iterator[float]:
    one = pocket()
    slow_phone.begin(one)
    other = pocket(storage_state=one.context.storage_state())
    other.goto(one.url)
    expect(other.locator("#signal.live")).to_be_visible()
    one.evaluate(TAPPED)
    other.evaluate(CHANGED)
    for number in range(min(count, 20)):
        yield _tap(one, other, number)


def _tap(one: Page, other: Page, number: int) -> float:
    """Write one entry by points: from the tap until the other phone shows the next turn."""
    turn = "Bo" if number % 2 == 0 else "Ana"
    one.locator(".sheet td > button").first.tap()
    one.locator(".values").get_by_role("button").first.tap()
    over = other.locator(".result").or_(other.locator(".sheet th.turn b").filter(has_text=turn))
    expect(over).to_be_visible()
    return float(other.evaluate("window.changed")) - float(one.evaluate("window.tapped"))


if __name__ == "__main__":
    os.environ.setdefault("PYTHONWARNINGS", "default")
    sys.exit(main())

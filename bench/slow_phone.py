"""A phone with a slow processor: time from a tap on a box to its points, and long tasks, also while it only watches.

`python -m bench.live` measures this with the rest of the live room.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from contextlib import ExitStack
from math import ceil

from playwright.sync_api import Page, sync_playwright

from tests import browser_contexts, server_process
from tests.http_client import Visitor

from .listeners import BOXES
from .report import Figure

SLOWER = 4  # times
LATENCY = 150  # milliseconds
ROUNDS = 6  # in each game, the boxes of the six faces, for two players
LATE_SCRIPTS = 4000  # milliseconds until the scripts are there that load after the page
PAUSE = 600  # milliseconds after a tap, beside the latency: the page has settled

# Notes by tap when its cell has points, and when these are the server's; and each task above 50 milliseconds, and swap.
OBSERVE = """() => {
  window.taps = [];
  window.tasks = [];
  window.swaps = [];
  document.addEventListener("htmx:before:swap", () => swaps.push({ from: performance.now() }));
  document.addEventListener("htmx:after:swap", () => { swaps.at(-1).to = performance.now(); });
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ entryTypes: ["longtask"] });
  addEventListener("click", ({ target, timeStamp }) => {
    const box = target.closest(".sheet td > button[form=write]");
    if (!box) return;
    const [row, column] = [box.closest("tr").rowIndex, box.parentNode.cellIndex];
    const tap = {};
    taps.push(tap);
    new MutationObserver((_, observer) => {
      const link = document.querySelector(".sheet").rows[row].cells[column].querySelector("a");
      if (link) tap.drawn ??= performance.now() - timeStamp;
      if (!link || link.dataset.line) return;
      tap.confirmed = performance.now() - timeStamp;
      observer.disconnect();
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  }, true);
}"""
# The milliseconds of each long task, and whether it was of a swap or of the frame after it.
TASKS = """() => tasks.map(({ startTime, duration }) => [
  duration, swaps.some(({ from, to }) => startTime + duration >= from && startTime <= to + 40),
])"""
# Where to tap: Playwright's own search for it would take time of the page.
MIDDLE = """(selector) => {
  const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


def figures(server: server_process.Server, taps: int) -> Iterator[Figure]:
    """Measure taps on boxes at a quarter of the speed, without and with latency."""
    path = browser_contexts.find_chromium()
    if path is None:
        print("No Chromium on this machine: the slow phone is left out.")
        return
    with sync_playwright() as playwright, ExitStack() as stack:
        browser = browser_contexts.launch(playwright, path)
        stack.callback(browser.close)
        phones = browser_contexts.Phones(browser, server.url)
        for latency in (0, LATENCY):
            yield from _figures_at(phones, latency, taps)
        yield _watching(server, phones, taps)


def _figures_at(phones: browser_contexts.Phones, latency: int, taps: int) -> Iterator[Figure]:
    times: list[dict[str, float]] = []
    tasks: list[tuple[float, bool]] = []
    sizes: list[int] = []
    while len(times) < taps:
        page = phones()
        _play(page, latency, sizes)
        times += page.evaluate("taps")
        tasks += page.evaluate(TASKS)
        page.context.close()
    name = f"phone {SLOWER} times slower" + (f", {latency} ms away" if latency else "")
    drawn, confirmed = (sorted(tap[kind] for tap in times) for kind in ("drawn", "confirmed"))
    ratio = statistics.median(drawn) / statistics.median(confirmed)
    yield Figure(
        f"{name}: box to its points, p95",
        _p95(drawn),
        " ms",
        most=120,
        more=f"{_more(drawn)}, {len(times)} taps",
    )
    more = f"{_more(confirmed)}; points after {ratio:.2f} of it, {statistics.median(sizes):,.0f} bytes"
    yield Figure(f"{name}: box to the response, p95", _p95(confirmed), " ms", more=more)
    yield _long_tasks(name, tasks)


def _watching(server: server_process.Server, phones: browser_contexts.Phones, updates: int) -> Figure:
    """Measure the swaps of a phone that is shown what another one writes.

    The other one is no browser: its work on the same machine would be in the figures.
    """
    tasks: list[tuple[float, bool]] = []
    for _ in range(ceil(updates / (2 * ROUNDS))):
        writer = Visitor(server).begin("Ana", "Bo")
        page = phones()
        for name, value in writer.cookies.items():
            page.context.add_cookies([{"name": name, "value": value, "url": server.url}])
        page.goto(writer.table)
        page.wait_for_timeout(LATE_SCRIPTS)
        _slow_down(page, 0)
        page.evaluate(OBSERVE)
        for turn in range(2 * ROUNDS):
            writer.score(turn % 2 + 1, BOXES[turn // 2], 3 * (turn // 2 + 1))
            page.wait_for_timeout(PAUSE)
        tasks += page.evaluate(TASKS)
        page.context.close()
    return _long_tasks(f"phone {SLOWER} times slower, watching", tasks)


def _long_tasks(name: str, tasks: list[tuple[float, bool]]) -> Figure:
    swapping = [duration for duration, in_swap in tasks if in_swap]
    more = f"longest {max(swapping, default=0):.0f} ms; {len(tasks) - len(swapping)} beside swaps"
    return Figure(f"{name}: tasks above 50 ms during swaps", len(swapping), most=0, more=more)


def _p95(times: list[float]) -> float:
    return times[min(int(len(times) * 0.95), len(times) - 1)]


def _more(times: list[float]) -> str:
    return f"p50 {statistics.median(times):.0f} ms, longest {times[-1]:.0f} ms"


def begin(page: Page) -> None:
    """Start a game of General for two."""
    page.goto("/new/general/")
    page.locator("#name-1").fill("Ana")
    page.locator("#name-2").fill("Bo")
    page.locator("#start").tap()
    page.wait_for_url("**/table/**")


def _slow_down(page: Page, latency: int) -> None:
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    speed = {"downloadThroughput": -1, "uploadThroughput": -1}
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", {"offline": False, "latency": latency, **speed})


def _play(page: Page, latency: int, sizes: list[int]) -> None:
    """Write the faces of two players, each as three dice and two of others.

    Note the bytes of the responses.
    """
    begin(page)
    page.wait_for_timeout(LATE_SCRIPTS)
    _slow_down(page, latency)
    page.on("response", lambda answer: sizes.extend(_size(answer.request.method, answer.headers)))
    page.evaluate(OBSERVE)
    for turn in range(2 * ROUNDS):
        face = turn // 2 + 1
        others = [each for each in (1, 3, 4, 6) if each != face][:2]
        for die in (face, face, face, *others):
            page.touchscreen.tap(*page.evaluate(MIDDLE, f".faces [data-face='{die}']"))
        page.wait_for_timeout(PAUSE + latency)
        # row 0 is the head
        page.touchscreen.tap(*page.evaluate(MIDDLE, f".sheet tr:nth-child({face}) > td > button[form=write]"))
        page.wait_for_timeout(PAUSE + 2 * latency)


def _size(method: str, headers: dict[str, str]) -> list[int]:
    return [int(headers.get("content-length", 0))] if method == "POST" else []

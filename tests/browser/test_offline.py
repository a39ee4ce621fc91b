"""A phone offline, killed and restarted: all entries arrive once, in order.

OFFLINE_RUNS and OFFLINE_SECONDS say how often and how long the phone is offline; twenty entries if that is long enough.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from tests import browser_contexts
from tests.server_process import Server

from .other_player import OtherPlayer
from .page_state import points_loaded
from .stored_entries import in_turn, written
from .touch import TouchDriver

RUNS = int(os.environ.get("OFFLINE_RUNS", "1"))
SECONDS = int(os.environ.get("OFFLINE_SECONDS", "0"))
LINES = 20 if SECONDS else 7
BOXES = ["Ones", "Twos", "Threes", "Fours", "Fives", "Sixes", "Straight"]
NAMES = ["Ana", "Bo", "Cleo"]


@contextmanager
def switched_on(chromium: Browser, profile: Path, url: str) -> Iterator[tuple[BrowserContext, Page]]:
    """Open a phone with its stored profile; unless the test killed it, it is closed."""
    context = chromium.browser_type.launch_persistent_context(
        profile,
        executable_path=browser_contexts.find_chromium(),
        args=browser_contexts.FLAGS,
        base_url=url,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        locale="en-GB",
    )
    context.set_default_timeout(browser_contexts.PATIENCE)
    yield context, context.pages[0]
    with suppress(Error):  # it may be gone already
        context.close()


def kill(profile: Path) -> None:
    """The battery falls out: every process of this profile dies at once."""
    named = f"--user-data-dir={profile}".encode()
    for place in Path("/proc").glob("[0-9]*"):
        if named in _command(place):
            with suppress(ProcessLookupError):
                os.kill(int(place.name), signal.SIGKILL)


def _command(place: Path) -> bytes:
    try:
        return (place / "cmdline").read_bytes()
    except OSError:
        return b""


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize("run", range(RUNS))
def test_killed_without_signal(chromium: Browser, server: Server, tmp_path: Path, run: int) -> None:
    profile = tmp_path / "profile"
    with switched_on(chromium, profile, server.url) as (context, page):
        page.goto("/")
        address = OtherPlayer(page).start("general", NAMES)
    # closed once: Chromium writes cookies with half a minute's delay, and the session is not under test
    with switched_on(chromium, profile, server.url) as (context, page):
        with points_loaded(page):
            page.goto(address)
        page.evaluate("async () => { await navigator.serviceWorker.ready }")
        context.set_offline(True)
        thumb = TouchDriver(page)
        for line in range(LINES):
            thumb.strike(BOXES[line // 3].lower())
            page.wait_for_timeout(1000 * SECONDS / LINES)
        expect(page.locator("td.wait")).to_have_count(LINES)
        kill(profile)
    for lock in profile.glob("Singleton*"):
        lock.unlink()
    with switched_on(chromium, profile, server.url) as (context, page):
        context.set_offline(True)
        page.goto(address)
        lines = [f"{NAMES[line % 3]}, {BOXES[line // 3]} crossed out" for line in range(LINES)]
        expect(page.locator("#lines b")).to_have_text(lines)
        context.set_offline(False)
        expect(page.locator("td > a")).to_have_count(LINES)
        expect(page.locator("td.wait")).to_have_count(0)
        expect(page.locator("#write input[name=seen]")).to_have_value(str(LINES))
    boxes = [each.lower() for each in BOXES]
    assert [each.line for each in written(server, address)] == in_turn(LINES, boxes, len(NAMES))

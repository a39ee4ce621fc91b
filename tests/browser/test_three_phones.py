"""Three phones at one game: asleep, offline, reloaded, and a server that is killed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from time import monotonic

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.joining import hosted, sat, scanned, shown
from tests.browser.two_phones import HIDE
from tests.browser_contexts import Phones
from tests.server_process import Server

from .touch import FIRST, SECOND, TouchDriver

# Chromium's own messages about an unreachable server and an offline phone
AWAY = ("net::ERR_", "Failed to load resource", "Failed to fetch")


@pytest.fixture
def table(chromium: Browser, new_server: Callable[..., Server]) -> Iterator[tuple[Server, Phones]]:
    """A server of one's own, and phones on it."""
    server = new_server().start()
    pocket = Phones(chromium, server.url)
    yield server, pocket
    pocket.close()
    assert [each for each in pocket.problems if not any(mark in each for mark in AWAY)] == []


def log_of(server: Server) -> list[tuple[str, str]]:
    """Return every stored entry of the one game: its player and its box."""
    with closing(sqlite3.connect(server.database)) as database:
        rows = database.execute("SELECT number, kind, data, key FROM play_entry ORDER BY number").fetchall()
    assert [number for number, *_ in rows] == list(range(1, len(rows) + 1))
    assert len({key for *_, key in rows}) == len(rows)
    assert {kind for _, kind, *_ in rows} == {"append"}
    moves = [json.loads(data)["moves"] for _, _, data, _ in rows]
    return [(move["player"], move["box"]) for (move,) in moves]


def sheet(page: Page) -> list[str]:
    """Every cell that is written, as it is spoken."""
    return [each.get_attribute("aria-label") or "" for each in page.locator(".sheet td > a").all()]


def heads(page: Page) -> str:
    return page.locator(".sheet thead").inner_text().replace("\n", " ")


def follows(page: Page, name: str) -> None:
    """The phone shows that it is this player's turn."""
    expect(page.locator(".sheet th.turn b")).to_have_text(name)


@pytest.mark.thorough
@pytest.mark.slow
def test_one_game_on_three_phones(table: tuple[Server, Phones]) -> None:
    server, pocket = table
    ana = hosted(pocket, "Ana", "Bo", "Cleo")
    address = ana.url
    link = shown(ana)
    bo, cleo = sat(scanned(pocket, link), "Bo"), sat(scanned(pocket, link), "Cleo")
    a, b, c = TouchDriver(ana), TouchDriver(bo), TouchDriver(cleo)

    # a line from each
    a.dice([4, 4, 4, 4, 1], "fours")
    follows(bo, "Bo")
    b.points("fives", "15")
    follows(cleo, "Cleo")
    c.strike("ones")
    for page in (ana, bo, cleo):
        follows(page, "Ana")
        assert len(sheet(page)) == 3

    # one asleep and back
    ana.evaluate(HIDE, True)
    b.dice([1, 2, 3, 4, 5], "straight", FIRST)  # for Ana: all may write
    follows(cleo, "Bo")
    ana.wait_for_timeout(300)
    assert len(sheet(ana)) == 3
    began = monotonic()
    ana.evaluate(HIDE, False)
    follows(ana, "Bo")
    assert monotonic() - began < 2

    # one without signal: five lines, and a reload
    cleo.context.set_offline(True)
    c.dice([6, 6, 6, 1, 2], "sixes")
    c.points("threes", "9")
    c.strike("ones")
    c.dice([2, 2, 3, 3, 3], "full_house", SECOND)
    c.points("twos", "4")
    expect(cleo.locator("#signal")).to_have_text("No signal, 5 wait")
    cleo.reload()
    expect(cleo.get_by_text("The sheet returns with the signal.")).to_be_visible()
    lines = ["Bo, Sixes 18", "Cleo, Threes 9", "Ana, Ones crossed out", "Bo, Full house 30", "Cleo, Twos 4"]
    expect(cleo.get_by_role("listitem")).to_contain_text(lines)  # no other data of the table is stored here

    # the server dies and comes back meanwhile
    server.kill()
    expect(ana.locator("#signal")).to_contain_text("No signal")
    server.start()
    cleo.context.set_offline(False)
    follows(ana, "Ana")
    follows(bo, "Ana")
    cleo.goto(address)
    follows(cleo, "Ana")
    expect(cleo.locator("td.wait")).to_have_count(0)

    a.strike("twos")
    for page in (ana, bo, cleo):
        follows(page, "Bo")
    assert sheet(ana) == sheet(bo) == sheet(cleo)
    assert heads(ana) == heads(bo) == heads(cleo)
    assert len(log_of(server)) == 10
    assert server.manage("verify").returncode == 0

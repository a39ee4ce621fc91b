"""A finished game of General, a table with the coach, the links from a result to the coach."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .other_player import OtherPlayer

COMPUTED = 120_000  # milliseconds until the coach's table is there, on a busy machine
LINES = (("ones", "44413"), ("straight", "23456"), ("sixes", "66612"), ("twos", "53412"))
ASKED = "?dice=44413&left=1"  # of "Ask the coach"
THROWN = "?dice=44413&throws=1"  # of the entry pad


def finished(page: Page) -> str:
    """Play a game to a win at once, one line without dice; return the address of its table."""
    page.goto("/")
    evening = OtherPlayer(page)
    table = evening.start("general", ["Ana", "Alexandrina Wilhelmina"])
    for box, dice in LINES:
        assert evening.write(table, box=box, dice=dice, throws="3").ok
    assert evening.write(table, box="fives", value="15").ok
    assert evening.write(table, box="fours", dice="44444", throws="1").ok
    return table


def coached(page: Page) -> str:
    """Start a game and switch the coach on; return the address of its table."""
    page.goto("/")
    table = OtherPlayer(page).start("general", ["Ana", "Alexandrina Wilhelmina"])
    page.goto(f"{table}change/")
    page.locator("label", has=page.locator("#coach-yes")).click()
    page.locator("#keep").click()
    expect(page.locator(".bar")).to_contain_text("with coach")
    return table


def awaited(page: Page, part: str) -> None:
    """Wait until the coach has computed a part of the page; the page loads itself again."""
    expect(page.locator(part).first).to_be_visible(timeout=COMPUTED)


def asked_again(page: Page, part: str) -> None:
    """Wait for a part of the page by asking again, as a phone without scripts does."""
    for _ in range(COMPUTED // 1000):
        if page.locator(part).count():
            return
        page.wait_for_timeout(1000)
        page.reload()


def from_result_to_coach(page: Page, table: str) -> None:
    """Follow the links from a game's result to its analysis, and to the question about a choice."""
    page.goto(table)
    page.locator("a[href$='/played/']").click()
    awaited(page, "#winning .chart")
    expect(page.locator(".chart")).to_have_count(2)
    page.locator(".by-turn summary").first.click()
    expect(page.locator(".by-turn td").first).to_be_visible()
    page.locator(".choices a[href*='/coach/general/']").first.click()
    awaited(page, "#answers")
    expect(page.locator("#answer li.best")).to_have_count(1)
    page.go_back()
    page.locator(".after a[href^='/coach/general/']").click()
    page.locator("#dice").fill("44413")
    page.locator("label", has=page.locator("#left-1")).click()
    page.locator(".btn.main").click()
    awaited(page, "#answers")
    expect(page.locator("#answer li.best").first).to_contain_text("4 4 4")

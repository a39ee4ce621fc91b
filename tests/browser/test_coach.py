"""Ask the coach: from the end of a game over its rules to the answer."""

import re

from playwright.sync_api import Page, expect

from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .touch import TouchDriver
from .viewport import TOO_WIDE, faults

STRUCK = (
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "odd_straight",
    "even_straight",
    "low_straight",
)


def check(page: Page) -> None:
    assert page.evaluate(TOO_WIDE) <= 0
    assert faults(page) == []


def test_end_of_a_game_leads_to_the_coach(phone: Phones) -> None:
    """From the result of a real game over its rules to the question, and to the answer."""
    page = phone()
    page.goto("/")
    evening = OtherPlayer(page)
    table = evening.start("crag", ["Ana", "Bo"])
    evening.fill(table, {box: ["", ""] for box in (*STRUCK, "high_straight", "three_of_a_kind", "thirteen")})
    evening.fill(table, {"crag": ["50", ""]})
    page.goto(table)
    thumb = TouchDriver(page)
    thumb.tap(page.get_by_role("link", name="The rules"))
    thumb.tap(page.get_by_role("link", name="Ask the coach"))
    page.get_by_label("Dice").fill("442")
    page.locator("label", has=page.locator("#left-1")).click()
    page.get_by_role("button", name="Ask the coach").click()
    expect(page.locator("#answers")).to_be_attached(timeout=60_000)  # the page asks again by itself
    expect(page).to_have_url(re.compile(r"/coach/crag/\?dice=442&left=1"))
    expect(page.locator("#answer li.best").first).to_contain_text("4 4")
    check(page)

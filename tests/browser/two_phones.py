"""Two phones at one table, and responses that are held back."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from tests.browser_contexts import Phones

ALIVE = re.compile("Live|phones")


HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def two(phone: Phones, *names: str, game: str = "general") -> tuple[Page, Page]:
    """Two browsers of one person at one table."""
    one = phone()
    one.goto(f"/new/{game}/")
    expect(one.locator("#name-1")).to_be_focused()
    for name in names:
        one.keyboard.type(name)
        one.keyboard.press("Enter")
    one.locator("#start").tap()
    one.wait_for_url("**/table/**")
    two = phone(storage_state=one.context.storage_state())
    two.goto(one.url)
    for page in (one, two):
        expect(page.locator("#signal")).to_have_text(ALIVE)
    return one, two


def faces(page: Page, dice: str) -> None:
    for die in dice:
        page.locator(f".faces .key[data-face='{die}']").tap()


def hold_first(page: Page, address: str | re.Pattern[str]) -> list[Route]:
    """The first that is asked there is not answered."""
    held: list[Route] = []
    page.route(address, lambda route: route.continue_() if held else held.append(route))
    return held

"""The wake lock of the table: its switch, storage failures and late responses."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .touch import TouchDriver

# Counts the locks that are held. The browser takes them away from a page that is hidden, as the real one does.
LIGHTS = """
window.held = new Set();
window.lit = Promise.resolve();
const request = async () => {
  await window.lit;
  const lock = {release: async () => { held.delete(lock); }};
  held.add(lock);
  return lock;
};
Object.defineProperty(navigator, "wakeLock", {value: {request}});
let away = false;
Object.defineProperty(document, "hidden", {get: () => away});
window.look = (elsewhere) => {
  away = elsewhere;
  if (away) held.clear();
  document.dispatchEvent(new Event("visibilitychange"));
};
"""
# refuses until the first tap, and again on every page
UNTAPPED = """
window.refuse = () => {
  window.lit = Promise.reject(new DOMException("nobody has tapped", "NotAllowedError"));
  window.lit.catch(() => {});
};
refuse();
addEventListener("%s", () => { window.lit = Promise.resolve(); }, true);
"""
NO_CLICK = "addEventListener('click', (event) => event.stopImmediatePropagation(), true);"
DENIED = "Storage.prototype.setItem = () => { throw new DOMException('denied', 'QuotaExceededError'); };"


def at_the_table(phone: Phones, *scripts: str) -> Page:
    page = phone()
    for script in (LIGHTS, *scripts):
        page.add_init_script(script)
    page.goto("/")
    page.goto(OtherPlayer(page).start("general", ["Ana", "Bo"]))
    return page


def holds(page: Page, count: int) -> None:
    """Expect so many wake locks, and no more once all requests have ended."""
    page.wait_for_function("count => held.size === count", arg=count)
    page.evaluate("new Promise((done) => setTimeout(done, 50))")
    assert page.evaluate("held.size") == count


def switch(page: Page, *, on: bool) -> None:
    """Return the switch in the menu."""
    box = page.locator("#awake input")
    expect(page.locator("#awake")).not_to_have_attribute("hidden", "")
    expect(box).to_be_checked(checked=not on)
    box.evaluate("box => box.click()")


@pytest.mark.parametrize("keeps", [False, True], ids=["storage denied", "kept"])
def test_wake_lock_switch_is_remembered(phone: Phones, keeps: bool) -> None:
    page = at_the_table(phone, *([] if keeps else [DENIED]))
    expect(page.locator("#plain")).to_have_attribute("hidden", "")  # this is a secure context
    holds(page, 1)
    page.evaluate("look(true)")
    holds(page, 0)
    page.evaluate("look(false)")
    holds(page, 1)
    switch(page, on=False)
    holds(page, 0)
    page.evaluate("look(true), look(false)")
    holds(page, 0)
    page.reload()
    holds(page, 0 if keeps else 1)  # the setting that could not be stored is lost


def test_late_wake_lock_is_released_when_unwanted(phone: Phones) -> None:
    page = at_the_table(phone)
    holds(page, 1)
    for presses, count in ((1, 0), (3, 0), (2, 1)):
        page.evaluate("window.lit = new Promise((done) => { window.light = done; }), look(true), look(false)")
        for press in range(presses):
            switch(page, on=bool(press % 2))
        page.evaluate("light()")
        holds(page, count)
        if not count:
            switch(page, on=True)
            holds(page, 1)


@pytest.mark.parametrize("heard", ["click", "pointerup"])
def test_first_tap_requests_wake_lock(phone: Phones, heard: str) -> None:
    """As in Safari, here and after a sleep; the switch shows the true state."""
    page = at_the_table(phone, UNTAPPED % heard)
    expect(page.locator("#awake")).not_to_have_attribute("hidden", "")
    holds(page, 0)
    page.locator("h1").tap()
    holds(page, 1)
    page.locator("h1").tap()
    holds(page, 1)
    page.evaluate("refuse(), look(true), look(false)")
    holds(page, 0)
    TouchDriver(page).face(3)
    holds(page, 1)
    switch(page, on=False)
    holds(page, 0)
    page.locator("h1").tap()
    holds(page, 0)
    switch(page, on=True)
    holds(page, 1)


@pytest.mark.parametrize("untapped", [False, True])
def test_television_stays_on(phone: Phones, untapped: bool) -> None:
    """Nothing on it can be tapped, so Safari tells of no click."""
    page = at_the_table(phone, *([UNTAPPED % "pointerup", NO_CLICK] if untapped else []))
    page.goto(f"{page.url}screen/")
    expect(page.locator("#signal")).to_have_text("Live")
    holds(page, 0 if untapped else 1)
    page.touchscreen.tap(200, 300)
    holds(page, 1)

"""Spare throws ("Gut") without a network: the phone banks, spends and offers them as the server does."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.outbox import cells, offline
from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .page_state import points_loaded
from .touch import FIRST, SECOND, TouchDriver

# the spare throws beside the totals and in their row, as seen and as spoken
SPARES = """() => ({
  heads: [...document.querySelectorAll(".sheet thead th em small")].map((each) => each.textContent),
  row: [...document.querySelectorAll(".sheet tr.gut td")].map((cell) => cell.textContent),
  spent: [...document.querySelectorAll(".sheet tr.gut td")].map((cell) => cell.querySelectorAll(".spent").length),
  left: [...document.querySelectorAll(".sheet tr.gut td")].map((cell) => cell.querySelectorAll("i:not(.spent)").length),
})"""
TURN = ".sheet thead td b"
# each throw of the pad and what it costs
THROWS = """() => [...document.querySelectorAll(".throws label")].map((label) => {
  return `${label.control.value} ${label.querySelector(".cost")?.textContent.trim() ?? ""}`.trim();
})"""


def new_game(page: Page, **rules: str) -> TouchDriver:
    page.goto("/")
    address = OtherPlayer(page).start("goldene_fuenfzig", ["Ana", "Bo"], **rules)
    with points_loaded(page):
        page.goto(address)
    return TouchDriver(page)


def test_gut_is_banked_and_spent_without_signal(phone: Phones) -> None:
    page = phone()
    thumb = new_game(page)
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    offline(page)
    thumb.dice([1, 2, 3, 4, 5], "low_straight", FIRST)
    expect(page.locator(TURN)).to_have_text("1")
    thumb.points("full_house", "30 2nd roll +1")
    expect(page.locator(TURN)).to_have_text("2")
    found = page.evaluate(SPARES)
    assert (found["heads"], found["left"]) == (["+2 Gut", "+1 Gut"], [2, 1])
    assert found["row"] == ["2 left, 0 spent", "1 left, 0 spent"]
    keys = ["1", "2", "3", "4 1 Gut", "5 2 Gut"]
    assert page.evaluate(THROWS) == keys
    thumb.dice([6, 6, 6, 1, 2], "sixes", 4)
    found = page.evaluate(SPARES)
    assert (found["heads"], found["left"], found["spent"]) == (["+1 Gut", "+1 Gut"], [1, 1], [1, 0])
    assert page.evaluate(THROWS) == keys[:4]
    thumb.dice([6, 6, 6, 1, 3], "sixes", SECOND)
    thumb.dice([5, 5, 1, 2, 3], "fives", 4)
    drawn = page.evaluate(SPARES)
    assert (drawn["left"], drawn["spent"], drawn["heads"]) == ([0, 1], [2, 0], ["+1 Gut"])
    assert page.evaluate(THROWS) == keys[:4]
    offline(page, on=False)
    expect(page.locator("td.wait")).to_have_count(0)
    page.reload()
    assert cells(page, "no") == []
    assert page.evaluate(SPARES) == drawn
    assert page.evaluate(THROWS) == keys[:4]
    phone.forgive()


def test_gut_of_other_boxes_follows_house_rule(phone: Phones) -> None:
    """A full house in the first throw that is written in another box earns Gut where the dice count."""
    page = phone()
    thumb = new_game(page, **{"rule-gut_on": "rolled"})
    offline(page)
    thumb.dice([2, 2, 3, 3, 3], "threes", FIRST)
    assert page.evaluate(SPARES)["left"] == [2, 0]
    thumb.dice([1, 2, 2, 3, 3], "ones", FIRST)
    assert page.evaluate(SPARES)["left"] == [2, 0]
    phone.forgive()

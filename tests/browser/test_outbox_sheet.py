"""Waiting entries are drawn on the sheet once, and each advances the turn by one."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.outbox import COUNT, DOWN, FULL, UP, cut, new_game, offline, written
from tests.browser.two_phones import hold_first
from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .touch import TouchDriver

DRAWS = "**/pending_lines*.js"
LOOK = "**/table/*/?*"
# Ana's line waits: Bo, Cleo and Ana are next
ONE_PASSED_ON = re.compile("^2 3 1 2 3 1 ")
# how often a line that brings so much has not been on the sheet, from now on
WATCH = """points => {
  window.lacked = 0;
  const links = () => [...document.querySelectorAll(".sheet td > a")];
  const stands = () => links().some((each) => each.textContent.includes(points));
  const look = new MutationObserver(() => setTimeout(() => { if (!stands()) window.lacked += 1; }));
  look.observe(document.body, { childList: true, subtree: true });
}"""


def undrawn(page: Page) -> tuple[TouchDriver, list[Route]]:
    """A touch user at a new game of General, whose drawing script has not arrived yet."""
    page.goto("/")
    held = hold_first(page, DRAWS)
    page.goto(OtherPlayer(page).start("general", ["Ana", "Bo", "Cleo"]))
    return TouchDriver(page), held


def full_house(thumb: TouchDriver) -> None:
    """Write a full house by dice for the next player."""
    for die in FULL:
        thumb.face(die)
    expect(thumb.box("full_house")).to_have_text("30")
    thumb.tap(thumb.box("full_house"))


def test_entry_left_before_drawing_advances_one_turn(phone: Phones) -> None:
    """The page waits for the drawing script, and so does the entry: both show when it arrives."""
    page = phone(service_workers="block")
    thumb, held = undrawn(page)
    cut(page)
    full_house(thumb)
    expect(page.locator(".note.bad")).to_contain_text("1 line waits")
    page.wait_for_timeout(2000)
    held[0].continue_()
    expect(page.locator("td.wait")).to_have_count(1)
    expect(page.locator("#table")).to_have_attribute("data-turns", ONE_PASSED_ON)
    expect(page.locator(".sheet th.turn b")).to_have_text("Bo")
    phone.forgive()


def test_entry_drawn_before_leaving_advances_one_turn(phone: Phones) -> None:
    """A pressed finger delays leaving the entry; meanwhile it is drawn with all that waits."""
    page = phone(service_workers="block")
    thumb, held = undrawn(page)
    sent: list[Route] = []
    page.route("**/write/", lambda route: sent.append(route))  # noqa: PLW0108 - Playwright marks what it calls
    with page.expect_request("**/write/"):
        full_house(thumb)
    page.evaluate(DOWN)
    sent[0].abort()
    expect(page.locator("#signal")).to_contain_text("1 waits")
    page.wait_for_timeout(2000)
    held[0].continue_()
    expect(page.locator("td.wait")).to_have_count(1)
    page.evaluate(UP)
    page.wait_for_timeout(500)
    expect(page.locator("#table")).to_have_attribute("data-turns", ONE_PASSED_ON)
    phone.forgive()


@pytest.mark.parametrize(("late", "drawn"), [("**/points/**", 1), (DRAWS, 0)], ids=["points", "script"])
def test_unanswered_file_does_not_block_outbox(phone: Phones, late: str, drawn: int) -> None:
    """Waiting entries are sent, drawn without points, and advance the turn when they arrive."""
    page = phone(service_workers="block")
    thumb = new_game(page)
    cut(page)
    thumb.strike("ones")
    held = hold_first(page, late)
    page.reload()
    with page.expect_request("**/write/", timeout=9000):
        pass
    expect(page.locator("td.wait")).to_have_count(drawn)
    expect(page.locator(".sheet th.turn b")).to_have_text("Ana")
    held[0].continue_()
    expect(page.locator(".sheet th.turn b")).to_have_text("Bo")
    page.unroute("**/write/")
    expect(page.locator("td.wait")).to_have_count(0)
    assert written(page) == ["Ana, Ones, crossed out, 0"]
    phone.forgive()


def test_die_that_is_laid_while_sheet_is_fetched_stays(phone: Phones) -> None:
    """Ana's entry has just been sent; Bo's dice make the incoming sheet a stale one."""
    page = phone()
    thumb = new_game(page)
    offline(page)
    thumb.dice(FULL, "full_house")
    for die in (5, 5):
        thumb.face(die)
    page.evaluate(WATCH, "30")
    held = hold_first(page, LOOK)
    with page.expect_request(LOOK):
        offline(page, on=False)
    thumb.face(5)
    held[0].continue_()
    expect(page.locator("td.wait")).to_have_count(0)
    expect(page.locator(".sheet th.turn b")).to_have_text("Bo")
    expect(page.locator(".tray .slot:enabled")).to_have_count(3)
    assert page.evaluate("window.lacked") == 0
    phone.forgive()


def test_next_entry_is_written_before_last_sheet_arrives(phone: Phones) -> None:
    """Ana's entry was sent during a moment online; no page loads, nor the points of Bo's dice."""
    page = phone()
    thumb = new_game(page)
    offline(page)
    thumb.dice(FULL, "full_house")
    page.route(LOOK, lambda route: route.abort())
    with page.expect_response("**/write/"):
        offline(page, on=False)
    page.wait_for_function(f"({COUNT})().then((count) => count === 0)")
    for die in (5, 5, 5, 5, 1):
        thumb.face(die)
    expect(thumb.box("fives")).to_have_text("20")
    page.keyboard.press("Backspace")
    expect(thumb.box("fives")).to_be_empty()
    thumb.tap(page.locator(".tray .slot").nth(3))
    for die in (5, 5):
        thumb.face(die)
    thumb.tap(thumb.box("fives"))
    expect(page.locator(".sheet th.turn b")).to_have_text("Cleo")
    page.unroute(LOOK)
    expect(page.locator("#signal")).to_have_text("Live")
    assert written(page) == ["Bo, Fives 25", "Ana, Full house 30"]
    assert not [problem for problem in phone.problems if problem.startswith("script")]
    phone.forgive()


def test_stale_sheet_is_not_shown_after_entry(phone: Phones) -> None:
    """Another phone writes while Ana's response is delayed.

    The sheet with that entry is requested too early.
    """
    page = phone()
    thumb = new_game(page)
    address = urlsplit(page.url).path
    cut(page)
    thumb.dice(FULL, "full_house")
    expect(page.locator("td.wait")).to_have_count(1)
    sent: list[Route] = []
    early: list[tuple[Route, APIResponse]] = []
    page.unroute("**/write/")
    page.route("**/write/", lambda route: sent.append(route))  # noqa: PLW0108 - Playwright marks what it calls
    page.route(LOOK, lambda route: route.continue_() if early else early.append((route, route.fetch())))
    with page.expect_request("**/write/"):
        pass
    OtherPlayer(page).write(address, player="2", box="ones", value="3", out_of_turn="1")
    while not early:
        page.wait_for_timeout(50)
    page.evaluate(WATCH, "30")
    with page.expect_response("**/write/"):
        sent[0].continue_()
    expect(page.locator("#signal")).to_have_text("Live")
    route, answer = early[0]
    route.fulfill(response=answer)
    expect(page.get_by_role("link", name="Bo, Ones 3")).to_be_visible()
    expect(page.locator("td.wait")).to_have_count(0)
    assert page.evaluate("window.lacked") == 0
    phone.forgive()

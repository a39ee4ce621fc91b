"""Two phones at one table: entries appear live, and unfinished input stays."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.two_phones import HIDE, faces, two
from tests.browser_contexts import Phones

from .touch import DraftDriver, TouchDriver

# how often a line has been on the sheet, from now on
WATCH = """() => {
  window.stood = 0;
  const stands = () => document.querySelector(".sheet td > a");
  const look = new MutationObserver(() => { if (stands()) window.stood += 1; });
  look.observe(document.body, { childList: true, subtree: true });
}"""
LATE_SWAP = """late => {
  const { swap } = window.htmx;
  window.htmx.swap = async (...asked) => {
    await swap.apply(window.htmx, asked);
    await new Promise((done) => setTimeout(done, late));
  };
}"""


def laid(page: Page) -> str:
    return page.locator("#pad input[name=dice]").input_value()


def scrolled(page: Page) -> list[int]:
    """How far the sheet is pushed to the left and up."""
    place: list[int] = page.locator(".pad").evaluate("pad => [pad.scrollLeft, pad.scrollTop]")
    return place


def test_line_written_on_one_phone_appears_on_other(phone: Phones) -> None:
    one, other = two(phone, "Ana", "Bo")
    one.evaluate("window.mark = 1")
    asked = []
    one.on("request", lambda request: asked.append(request.url) if "/table/" in request.url else None)
    TouchDriver(other).dice([4, 4, 4, 4, 1], "fours")
    expect(one.locator(".sheet th.turn b")).to_have_text("Bo")
    assert TouchDriver(one).total("Ana") == TouchDriver(other).total("Ana") == "leads with\n16"
    assert one.evaluate("window.mark") == 1  # never loaded again
    expect(one.locator("#live")).to_contain_text("Ana, fours 16")
    assert len(asked) == 1  # one event causes one request
    mine: list[str] = []
    other.on("request", lambda request: mine.append(request.method) if "/table/" in request.url else None)
    TouchDriver(other).strike("ones")
    expect(one.locator(".sheet th.turn b")).to_have_text("Ana")
    other.wait_for_timeout(300)
    assert mine.count("POST") == 1
    assert mine.count("GET") == 1  # the box that was tapped; its own line needs no look


def hold_answer(page: Page) -> list[tuple[Route, APIResponse]]:
    """The answer to the first look is on its way until it is let go."""
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    page.route("**/table/*/?*", hold)
    return held


def let_go(held: list[tuple[Route, APIResponse]]) -> None:
    """It comes, as old as it is by now."""
    route, answer = held[0]
    route.fulfill(response=answer)


def test_last_of_burst_of_lines_is_seen_as_soon(phone: Phones) -> None:
    """It was announced while the sheet without it was being sent."""
    one, other = two(phone, "Ana", "Bo")
    held = hold_answer(one)
    TouchDriver(other).strike("ones")
    while not held:
        one.wait_for_timeout(50)
    TouchDriver(other).strike("ones")
    one.wait_for_timeout(300)
    let_go(held)
    expect(one.locator(".sheet td > a")).to_have_count(2, timeout=2000)


def test_stale_sheet_is_not_shown_after_take_back(phone: Phones) -> None:
    """It was looked at anew just then."""
    one, _other = two(phone, "Ana", "Bo")
    TouchDriver(one).strike("twos")
    held = hold_answer(one)
    one.evaluate(HIDE, True)
    one.evaluate(HIDE, False)
    while not held:
        one.wait_for_timeout(50)
    one.locator(".undo").tap()
    expect(one.locator("#note")).to_contain_text("Taken back: Ana, twos")
    one.evaluate(WATCH)
    let_go(held)
    one.wait_for_timeout(700)
    assert one.evaluate("window.stood") == 0


def write_for_bo(page: Page) -> None:
    """Write a line for Bo, out of turn."""
    page.get_by_role("link", name=re.compile("Bo")).first.tap()
    page.get_by_role("link", name=re.compile("Enter for")).tap()
    page.get_by_role("button", name="Yes").tap()
    TouchDriver(page).tap(page.locator("button#twos"))
    page.locator(".values").get_by_role("button", name="6", exact=True).tap()
    expect(page.locator("#live")).to_contain_text("Bo, twos 6")


TYPE_FOUR = (
    'document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "4", bubbles: true, cancelable: true }))'
)
TAP_FOURS = 'document.querySelector("button#fours").click()'


def during_update(phone: Phones, dice: str, act: str) -> tuple[Page, Page]:
    """Enter dice, and act between the parsing of the next update and its morph."""
    one, other = two(phone, "Ana", "Bo")
    faces(one, dice)
    one.wait_for_url(lambda url: f"dice={dice}" in url)
    one.evaluate(
        f'() => addEventListener("htmx:before:swap", () => setTimeout(() => {act}), {{ once: true }})'
    )
    write_for_bo(other)
    return one, other


def test_die_typed_during_update_is_kept(phone: Phones) -> None:
    one, _other = during_update(phone, "112", TYPE_FOUR)
    expect(one.locator("#live")).to_contain_text("Bo, twos 6")
    expect(one.locator(".tray [data-face='4']")).to_have_count(1)
    assert sorted(laid(one)) == list("1124")


def test_box_tapped_during_update_is_written(phone: Phones) -> None:
    for page in during_update(phone, "44416", TAP_FOURS):
        expect(page.locator(".sheet td > a")).to_have_text(["6", "12"])


def test_half_made_dice_focus_and_place_stay(phone: Phones) -> None:
    one, other = two(phone, "Ana", "Bo", "Cleo", "Dev", "Eva", "Finn")
    one.set_viewport_size({"width": 320, "height": 560})
    faces(one, "112")
    one.locator(".throws input[value='2']").tap()
    one.locator("button#sixes").focus()
    one.locator(".pad").evaluate("pad => pad.scrollTo(30, 90)")
    place = scrolled(one)
    assert min(place) > 20
    write_for_bo(other)
    expect(one.locator(".sheet")).to_contain_text("6")
    expect(one.locator("#live")).to_contain_text("Bo, twos 6")
    assert laid(one) == "112"
    expect(one.locator(".throws input[value='2']")).to_be_checked()
    expect(one.locator("button#sixes")).to_be_focused()
    assert scrolled(one) == place
    faces(one, "35")
    expect(one.locator("button#ones")).not_to_be_empty()


def test_dice_of_lost_turn_are_cleared_with_message(phone: Phones) -> None:
    one, other = two(phone, "Ana", "Bo")
    faces(one, "112")
    TouchDriver(other).dice([4, 4, 4, 4, 1], "fours")
    expect(one.locator("#note")).to_contain_text("The sheet has changed.")
    expect(one.locator("#note")).to_contain_text("Ana, fours 16")
    assert laid(one) == ""
    faces(one, "66666")
    expect(one.locator("button#sixes")).not_to_be_empty()


@pytest.mark.parametrize("late", [0, 50])
def test_question_stays_until_answered(phone: Phones, late: int) -> None:
    """The question stays open after a later swap of the page."""
    one, other = two(phone, "Ana", "Bo")
    one.evaluate(LATE_SWAP, late)
    TouchDriver(one).dice([4, 4, 4, 4, 1], "fours")
    one.locator(".undo").tap()
    expect(one.locator("#note")).to_contain_text("Taken back:")
    expect(other.locator(".sheet th.turn b")).to_have_text("Ana")
    TouchDriver(other).strike("ones")
    expect(one.locator(".sheet th.turn b")).to_have_text("Bo")
    expect(one.locator("#note")).to_contain_text("Taken back:")
    expect(one.locator("#note")).to_be_focused()


def test_draft_grows_on_both_phones(phone: Phones) -> None:
    one, other = two(phone, "Ana", "Bo", game="forty_fives")
    other.locator("button[name=press][value='trump-H']").tap()
    expect(one.locator("#pad input[name=step]")).to_have_value("1")
    DraftDriver(one).press("took-1")
    expect(other.locator("#pad input[name=step]")).to_have_value("2")

"""A line being sent: its box shows the points, which the response confirms or corrects."""

from __future__ import annotations

from time import monotonic
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

from tests.browser.outbox import FULL, cells, lines, written

from .other_player import OtherPlayer
from .page_state import until, wait_until_fetched
from .touch import TouchDriver

WRITE = "**/write/"
CELL = ".sheet td.sending"
MARKS = "() => document.querySelector('td.new').getAnimations().length"


def tap_full_house(thumb: TouchDriver) -> list[Route]:
    """Write a full house whose request is held; return the held request."""
    held: list[Route] = []
    thumb.page.route(WRITE, lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it calls
    for die in FULL:
        thumb.face(die)
    thumb.tap(thumb.box("full_house"))
    expect(thumb.page.locator(f"{CELL} a")).to_have_text("30")
    # the request leaves after the points are drawn
    while not held:
        thumb.page.wait_for_timeout(20)
    return held


def test_box_shows_points_before_response(thumb: TouchDriver) -> None:
    """They are marked as waiting, without the clock of an offline line, and are not links."""
    page = thumb.page
    held = tap_full_house(thumb)
    assert cells(page, "wait") == ["Ana, Full house 30, waits"]
    clock = page.locator(f"{CELL} a").evaluate("link => getComputedStyle(link, '::after').content")
    assert clock == "none"
    # the entered dice leave it a moment after they are written
    page.wait_for_url(lambda url: "dice=" not in url)
    address = page.url
    page.locator(f"{CELL} a").click()
    assert page.url == address
    held[0].continue_()
    expect(page.locator("td.new a")).to_have_text("30")
    expect(page.locator("td.wait")).to_have_count(0)
    assert lines(page) == 0
    assert written(page) == ["Ana, Full house 30"]


def test_refused_line_leaves_its_box_again(thumb: TouchDriver) -> None:
    """Another phone was first: the response draws the sheet without it and says so."""
    page = thumb.page
    held = tap_full_house(thumb)
    OtherPlayer(page).write(urlsplit(page.url).path, box="ones", value="1")
    held[0].continue_()
    expect(page.locator("#note")).to_be_visible()
    expect(page.locator("td.wait")).to_have_count(0)
    assert written(page) == ["Ana, Ones 1"]


@pytest.mark.thorough
def test_other_points_in_response_are_marked(thumb: TouchDriver) -> None:
    page = thumb.page
    held = tap_full_house(thumb)
    answer = held[0].fetch()
    held[0].fulfill(response=answer, body=answer.text().replace(">30</a>", ">35</a>"))
    expect(page.locator("td.new a")).to_have_text("35")
    until(page, MARKS, 1)


@pytest.mark.thorough
def test_line_without_response_gets_its_clock(thumb: TouchDriver) -> None:
    """After some seconds it is left to the outbox, and the pad belongs to the next player."""
    page = thumb.page
    tap_full_house(thumb)
    expect(page.locator("td.wait:not(.sending) a")).to_have_text("30")
    expect(page.locator(".sheet th.turn b")).to_have_text("Bo")


def test_tap_in_sheet_ends_wait_for_late_response(thumb: TouchDriver) -> None:
    """The next line is complete: nobody waits five seconds for the response to the one before."""
    page = thumb.page
    held = tap_full_house(thumb)
    for die in (5, 5, 5, 5, 1):
        thumb.face(die)
    page.wait_for_timeout(1000)
    began = monotonic()
    page.locator(".sheet tr:has(#fives) td").last.tap()
    expect(page.locator(".sheet th.turn b")).to_have_text("Bo")
    assert monotonic() - began < 2
    expect(thumb.box("fives")).to_have_text("20")
    thumb.tap(thumb.box("fives"))
    expect(page.locator("td.wait")).to_have_count(2)
    held[0].continue_()
    page.unroute(WRITE)
    expect(page.locator("td.wait")).to_have_count(0, timeout=15_000)
    assert written(page) == ["Bo, Fives 20", "Ana, Full house 30"]


def test_no_form_is_submitted_by_the_browser(thumb: TouchDriver) -> None:
    """A script dispatches the event: Chromium's autofill would lay the page out in the middle of each swap."""
    page = thumb.page
    page.evaluate(
        "addEventListener('submit', (event) => { (window.trusted ??= []).push(event.isTrusted); }, true)"
    )
    tap_full_house(thumb)[0].continue_()
    expect(page.locator("td.new a")).to_have_text("30")
    # the question about the dice, and the write
    assert page.evaluate("trusted") == [False, False]


TYPED = """() => document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  if (ctx.request.method !== "POST") return;
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "4", bubbles: true, cancelable: true }));
})"""


def test_die_typed_as_response_is_shown_is_next_players(thumb: TouchDriver) -> None:
    """Between the parsing of the response and its swap there is a moment for events."""
    page = thumb.page
    # before the tap: a response that takes long is left to the outbox
    page.evaluate(TYPED)
    for die in FULL:
        thumb.face(die)
    thumb.tap(thumb.box("full_house"))
    expect(page.locator("td.new a")).to_have_text("30")
    expect(page.locator(".tray [data-face='4']")).to_have_count(1)


NOTE_SWAP = """() => document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks: [{ swapSpec }] } }) => {
  window.swaps = [ctx.response.status, swapSpec.style, swapSpec.show, swapSpec.swap];
})"""


def test_refusal_is_drawn_like_other_responses(thumb: TouchDriver) -> None:
    """In tasks of their own, and without scrolling the page to the top of the sheet."""
    page = thumb.page
    page.evaluate(NOTE_SWAP)
    held = tap_full_house(thumb)
    OtherPlayer(page).write(urlsplit(page.url).path, box="full_house", value="30")
    held[0].continue_()
    until(page, "swaps?.join() === '409,outerMorph,none,1ms'", value=True)


# notes what the page shows in the moment between the parsing of the response and its morph
BETWEEN = """() => addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  if (ctx.request.method !== "POST") return;
  const read = (which) => document.querySelector(which)?.textContent.trim();
  setTimeout(() => { window.between = [".sheet th.turn b", ".sheet td.new a", "#who"].map(read); });
})"""


def test_cells_are_drawn_before_panel(thumb: TouchDriver) -> None:
    """Each is a task of its own."""
    page = thumb.page
    page.evaluate(BETWEEN)
    tap_full_house(thumb)[0].continue_()
    expect(page.locator("#who")).to_contain_text("Bo")
    head, cell, who = page.evaluate("between")
    assert (head, cell) == ("Bo", "30")
    assert "Ana" in who
    expect(page.locator(".sheet th.turn b")).to_have_text("Bo")


# taps the cell of the line twice: before the response draws it, and after that
TWICE = """() => {
  const tap = () => {
    const event = new MouseEvent("click", { detail: 1, clientX: 9, clientY: 9, bubbles: true, cancelable: true });
    document.querySelector("td:is(.sending, .new) a").dispatchEvent(event);
    return event.defaultPrevented;
  };
  const onWrite = (act, ...more) => addEventListener(
    "htmx:before:swap", ({ detail: { ctx } }) => { if (ctx.request.method === "POST") act(); }, ...more,
  );
  onWrite(tap, true);
  onWrite(() => setTimeout(() => { window.stopped = tap(); }));
}"""


def test_second_tap_is_not_for_line_just_drawn(thumb: TouchDriver) -> None:
    """It was meant for the line on its way, which leads nowhere."""
    page = thumb.page
    page.evaluate(TWICE)
    tap_full_house(thumb)[0].continue_()
    expect(page.locator("#who")).to_contain_text("Bo")
    assert page.evaluate("stopped")


def test_unchanged_cells_are_not_drawn_again(thumb: TouchDriver) -> None:
    """The cell of the line before loses the mark of the newest line; the one before that stays."""
    page = thumb.page
    wait_until_fetched(page, "/pending_lines")
    for box in ("ones", "twos"):
        thumb.strike(box)
    page.evaluate("document.querySelectorAll('.sheet td').forEach((cell) => { cell.kept = true; })")
    thumb.strike("threes")
    kept = "[...document.querySelectorAll('.sheet td > a')].filter((link) => link.parentNode.kept).length"
    until(page, kept, 1)


def test_box_asked_about_keeps_its_focus(thumb: TouchDriver) -> None:
    """Its cell changes, and is left to the morph."""
    page = thumb.page
    wait_until_fetched(page, "/pending_lines")
    page.locator("#twos").press("Enter")
    expect(page.locator("#twos.on")).to_be_focused()


# notes what happens in which order; with `tap`, the cell of the line is tapped in the same task as the morph
ORDER = """(tap) => {
  window.order = [];
  document.addEventListener("htmx:after:process", ({ target }) => target.id === "table" && order.push("process"));
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    order.push("swap");
    queueMicrotask(() => order.push("end of task"));
    if (tap && ctx.request.method === "POST") document.querySelector("td.new a").click();
  });
}"""


def test_links_are_processed_in_task_of_their_own(thumb: TouchDriver) -> None:
    """For an old phone the morph alone takes long enough."""
    page = thumb.page
    held = tap_full_house(thumb)
    page.evaluate(ORDER, arg=False)
    held[0].continue_()
    until(page, "order.join() === 'swap,end of task,process'", value=True)


def test_link_tapped_before_that_is_processed_at_once(thumb: TouchDriver) -> None:
    """The browser would load a new page instead."""
    page = thumb.page
    held = tap_full_house(thumb)
    page.evaluate(ORDER, arg=True)
    held[0].continue_()
    expect(page.locator("#who")).to_contain_text("full house 30")
    assert page.evaluate("order.slice(0, 3).join()") == "swap,process,end of task"


NEVER_BY_TIME = """() => {
  const { setTimeout } = window;
  window.setTimeout = (act, ...more) => act?.name === "submitTapped" ? 0 : setTimeout(act, ...more);
}"""


def test_next_touch_comes_after_submission(thumb: TouchDriver) -> None:
    """A tapped form is submitted in a task of its own, but before any other event."""
    page = thumb.page
    for die in FULL:
        thumb.face(die)
    expect(thumb.box("full_house")).to_have_text("30")
    wait_until_fetched(page, "/pending_lines")
    page.evaluate(NEVER_BY_TIME)
    thumb.tap(thumb.box("full_house"))
    expect(thumb.box("full_house")).to_be_visible()
    thumb.face(4)
    expect(page.locator("td.new a")).to_have_text("30")
    expect(page.locator(".tray [data-face='4']")).to_have_count(1)

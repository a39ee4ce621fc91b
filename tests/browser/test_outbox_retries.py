"""Retries of the outbox, which leave open boxes and questions alone."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.outbox import (
    DOWN,
    FULL,
    UP,
    cells,
    cut,
    lose_response,
    new_game,
    offline,
    two_lines_in_the_shell,
    writes_of,
    written,
)
from tests.browser.two_phones import HIDE, hold_first
from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .touch import TouchDriver, read

# how long this page puts anything off
TIMERS = """() => {
  window.pauses = [];
  const asItIs = window.setTimeout;
  window.setTimeout = (act, pause, ...more) => { window.pauses.push(pause ?? 0); return asItIs(act, pause, ...more); };
}"""
# announcements to screen readers from now on
LISTEN = """() => {
  window.announced = [];
  const hear = () => window.announced.push(document.querySelector("#live").textContent);
  new MutationObserver(hear).observe(document.querySelector("#live"), { childList: true, subtree: true });
}"""
TICKS = """() => {
  window.ticks = 0;
  navigator.vibrate = () => { window.ticks += 1; return true; };
}"""


@pytest.fixture
def thumb(phone: Phones) -> TouchDriver:
    """A touch user on a narrow phone at a new game of General, with its table of points loaded."""
    return new_game(phone(width=360, height=740))


def busy(page: Page, seconds: int) -> None:
    """The next write is put off."""
    headers = {"Retry-After": str(seconds)}
    page.route("**/write/", lambda route: route.fulfill(status=503, headers=headers), times=1)


def enter_full_house(thumb: TouchDriver) -> None:
    for die in FULL:
        thumb.face(die)
    expect(thumb.box("full_house")).to_have_text("30")


def test_tap_while_server_is_busy_stops_no_retry(thumb: TouchDriver, phone: Phones) -> None:
    page = thumb.page
    busy(page, 3)
    thumb.dice(FULL, "full_house")
    thumb.strike("sixes")
    expect(page.locator("td.new")).to_have_count(1)
    expect(page.locator("td.wait")).to_have_count(0)
    assert written(page) == ["Bo, Sixes, crossed out, 0", "Ana, Full house 30"]
    phone.forgive()


def test_retry_delay_is_at_most_minute(thumb: TouchDriver, phone: Phones) -> None:
    page = thumb.page
    busy(page, 3600)
    page.evaluate(TIMERS)
    thumb.strike("ones")
    expect(page.locator("td.wait")).to_have_count(1)
    assert max(page.evaluate("window.pauses")) == 60_000
    phone.forgive()


def test_retries_after_one_answer_are_spread(thumb: TouchDriver, phone: Phones) -> None:
    """None of them earlier than it was asked to."""
    page = thumb.page
    busy(page, 20)
    page.evaluate(TIMERS)
    thumb.strike("ones")
    expect(page.locator("td.wait")).to_have_count(1)
    pauses = [pause for pause in page.evaluate("window.pauses") if 15_000 < pause < 60_000]
    assert pauses
    assert all(20_000 < pause <= 25_000 for pause in pauses), pauses
    phone.forgive()


def test_offline_message_is_shown_once(thumb: TouchDriver, phone: Phones) -> None:
    """Retries take no focus, reopen no row, and come less and less often."""
    page = thumb.page
    offline(page)
    sent = writes_of(page)
    thumb.strike("ones")
    undo = page.locator(".note").get_by_role("button", name="Take back")
    expect(undo).to_be_visible()
    undo.focus()
    page.evaluate(LISTEN)
    page.wait_for_timeout(3000)
    expect(undo).to_be_focused()
    for die in FULL:
        thumb.face(die)
    expect(page.locator(".throws")).to_be_visible()
    page.wait_for_timeout(3000)
    assert page.locator(".throws").is_visible()
    assert page.evaluate("window.announced") == []
    assert len(sent) <= 5
    phone.forgive()


def test_open_row_survives_new_sheet(thumb: TouchDriver, phone: Phones) -> None:
    """Each waiting entry redraws the row, which would move the focus to the top of the page."""
    page = thumb.page
    cut(page, status=503, body="")
    thumb.strike("ones")
    undo = page.locator(".note").get_by_role("button", name="Take back")
    undo.focus()
    OtherPlayer(page).write(urlsplit(page.url).path, box="twos", value="4")
    expect(page.get_by_role("link", name="Ana, Twos 4")).to_be_visible()
    expect(page.locator("#note")).to_be_focused()
    thumb.tap(undo)
    expect(page.locator("td.wait")).to_have_count(0)
    expect(page.locator("#who")).to_be_focused()
    phone.forgive()


def test_leaving_box_offline_returns_to_row(thumb: TouchDriver, phone: Phones) -> None:
    page = thumb.page
    offline(page)
    thumb.tap(thumb.box("fives"))
    leave = page.get_by_role("button", name="Not this box")
    leave.focus()
    page.keyboard.press("Enter")
    expect(leave).to_have_count(0)
    expect(page.locator("#note, #who").first).to_be_focused()
    phone.forgive()


def test_question_whether_to_discard_stays(thumb: TouchDriver, phone: Phones) -> None:
    """While another line is tried again."""
    page = thumb.page
    cut(page, status=404, body="no")
    enter_full_house(thumb)
    thumb.tap(thumb.box("full_house"))
    expect(page.locator(".note.bad")).to_be_visible()
    page.unroute("**/write/")
    offline(page)
    thumb.strike("ones")
    expect(page.locator("td.wait")).to_have_count(
        1
    )  # a line of its own, though the sheet is that of the refused one
    thumb.tap(page.get_by_role("button", name="Discard"))
    page.wait_for_timeout(3000)
    assert page.get_by_role("button", name="Yes, discard").is_visible()
    phone.forgive()


def test_discard_question_survives_new_sheet(thumb: TouchDriver, phone: Phones) -> None:
    page = thumb.page
    cut(page, status=404, body="no")
    enter_full_house(thumb)
    thumb.tap(thumb.box("full_house"))
    expect(page.locator(".note.bad")).to_be_visible()
    thumb.tap(page.get_by_role("button", name="Discard"))
    OtherPlayer(page).write(urlsplit(page.url).path, box="ones", value="3")
    expect(page.get_by_role("link", name="Ana, Ones 3")).to_be_visible()
    read(page)
    thumb.tap(page.get_by_role("button", name="Yes, discard"))
    expect(page.locator(".note.bad")).to_have_count(0)
    phone.forgive()


def test_question_whether_to_discard_stays_in_shell(thumb: TouchDriver, phone: Phones) -> None:
    page = two_lines_in_the_shell(thumb)
    thumb.tap(page.get_by_role("button", name="Discard").first)
    page.wait_for_timeout(6000)
    assert page.get_by_role("button", name="Yes, discard").is_visible()
    phone.forgive()


def test_empty_outbox_shows_online(thumb: TouchDriver, phone: Phones) -> None:
    """Also where the last that was tried did not get through, and was taken back."""
    page = thumb.page
    offline(page)
    thumb.strike("ones")
    expect(page.locator("#signal")).to_have_text("No signal, 1 waits")
    thumb.tap(page.locator(".note").get_by_role("button", name="Take back"))
    expect(page.locator("td.wait")).to_have_count(0)
    offline(page, on=False)
    expect(page.locator("#signal")).to_have_text("Live")
    phone.forgive()


def test_sheet_is_renewed_while_writes_fail(thumb: TouchDriver, phone: Phones) -> None:
    page = thumb.page
    cut(page, status=500, body="")
    thumb.dice(FULL, "full_house")
    address = page.url.removeprefix(page.url.split("/table")[0])
    OtherPlayer(page).write(address, box="ones", value="3")
    expect(page.get_by_role("link", name="Ana, Ones 3")).to_be_visible()
    assert cells(page, "wait") == ["Ana, Full house 30, waits"]
    phone.forgive()


def test_line_that_arrived_unheard_takes_no_second_turn(thumb: TouchDriver, phone: Phones) -> None:
    """It waits, and the new sheet contains it already: the turn advances once."""
    page = thumb.page

    cut(page)
    page.route("**/write/", lose_response, times=1)
    thumb.strike("ones")
    expect(page.get_by_role("link", name="Ana, Ones, crossed out, 0")).to_be_visible()
    expect(page.locator("td.wait")).to_have_count(1)
    for name in ("Bo", "Cleo", "Ana"):
        expect(page.locator(".sheet th.turn b")).to_have_text(name)
        thumb.strike("twos")
    expect(page.locator("td.wait")).to_have_count(4)
    page.unroute("**/write/")
    expect(page.locator("td.wait")).to_have_count(0)
    row = [f"{name}, Twos, crossed out, 0" for name in ("Ana", "Bo", "Cleo")]
    assert written(page) == ["Ana, Ones, crossed out, 0", *row]
    phone.forgive()


def test_entry_in_flight_before_sleep_is_sent_after_it(thumb: TouchDriver, phone: Phones) -> None:
    page = thumb.page
    enter_full_house(thumb)
    held = hold_first(page, "**/write/")
    with page.expect_request("**/write/"):
        thumb.tap(thumb.box("full_house"))
    page.evaluate(HIDE, True)
    page.evaluate(HIDE, False)
    expect(page.locator("td.new a")).to_have_text("30", timeout=3000)
    assert held
    assert written(page) == ["Ana, Full house 30"]
    phone.forgive()


def test_phone_vibrates_when_waiting_entry_is_written(thumb: TouchDriver, phone: Phones) -> None:
    page = thumb.page
    page.evaluate(TICKS)
    offline(page)
    thumb.strike("ones")
    expect(page.locator("td.wait")).to_have_count(1)
    assert page.evaluate("window.ticks") == 0
    offline(page, on=False)
    expect(page.locator("td.wait")).to_have_count(0)
    assert page.evaluate("window.ticks") == 1
    phone.forgive()


def test_no_answer_moves_page_under_finger(thumb: TouchDriver) -> None:
    page = thumb.page
    enter_full_house(thumb)
    held = hold_first(page, "**/write/")
    with page.expect_request("**/write/"):
        thumb.tap(thumb.box("full_house"))
    page.evaluate(DOWN)
    with page.expect_response("**/write/"):
        held[0].continue_()
    page.wait_for_timeout(500)
    assert page.locator("td.new").count() == 0
    page.evaluate(UP)
    expect(page.locator("td.new a")).to_have_text("30")

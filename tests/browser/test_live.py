"""Two phones at one table: entries appear live, and unfinished input stays."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from time import monotonic

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from tests.browser.two_phones import ALIVE, HIDE, faces, hold_first, two
from tests.browser_contexts import Phones
from tests.server_process import Server

from .other_player import OtherPlayer
from .touch import DraftDriver, TouchDriver

# how often a line has been on the sheet, from now on
WATCH = """() => {
  window.stood = 0;
  const stands = () => document.querySelector(".sheet td > a");
  const look = new MutationObserver(() => { if (stands()) window.stood += 1; });
  look.observe(document.body, { childList: true, subtree: true });
}"""
AWAY = (
    "ERR_CONNECTION_REFUSED",
    "ERR_INCOMPLETE_CHUNKED_ENCODING",
    "ERR_CONNECTION_RESET",
    "ERR_EMPTY_RESPONSE",
)
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


def turn(page: Page) -> str:
    return page.locator(".sheet th.turn b").inner_text()


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


def test_half_made_dice_focus_and_place_stay(phone: Phones) -> None:
    one, other = two(phone, "Ana", "Bo", "Cleo", "Dev", "Eva", "Finn")
    one.set_viewport_size({"width": 320, "height": 560})
    faces(one, "112")
    one.locator(".throws input[value='2']").tap()
    one.locator("button#sixes").focus()
    one.locator(".pad").evaluate("pad => pad.scrollTo(30, 90)")
    place = scrolled(one)
    assert min(place) > 20
    other.get_by_role("link", name=re.compile("Bo")).first.tap()
    other.get_by_role("link", name=re.compile("Enter for")).tap()
    other.get_by_role("button", name="Yes").tap()
    TouchDriver(other).tap(other.locator("button#twos"))
    other.locator(".values").get_by_role("button", name="6", exact=True).tap()
    expect(other.locator("#live")).to_contain_text("Bo, twos 6")
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


def test_phone_after_sleep_is_updated(phone: Phones) -> None:
    one, other = two(phone, "Ana", "Bo")
    one.evaluate(HIDE, True)
    thumb = TouchDriver(other)
    thumb.dice([4, 4, 4, 4, 1], "fours")
    thumb.strike("ones")
    one.wait_for_timeout(300)
    assert turn(one) == "Ana"
    assert TouchDriver(one).total("Ana") == "0"
    began = monotonic()
    one.evaluate(HIDE, False)
    expect(one.locator(".sheet thead")).to_contain_text("16")
    assert monotonic() - began < 2
    thumb.strike("twos")
    expect(one.locator(".sheet th.turn b")).to_have_text("Bo")


def test_request_before_sleep_is_repeated_after_it(phone: Phones) -> None:
    one, other = two(phone, "Ana", "Bo")
    held = hold_first(one, "**/table/**")
    with one.expect_request("**/table/**"):
        TouchDriver(other).dice([4, 4, 4, 4, 1], "fours")
    one.evaluate(HIDE, True)
    began = monotonic()
    one.evaluate(HIDE, False)
    expect(one.locator(".sheet thead")).to_contain_text("16")
    assert monotonic() - began < 2
    assert held


def test_table_is_polled_without_stream(phone: Phones) -> None:
    one, other = two(phone, "Ana", "Bo")
    one.route("**/live/**", lambda route: route.abort())
    one.evaluate(HIDE, True)
    one.evaluate(HIDE, False)
    phone.problems.clear()
    TouchDriver(other).dice([4, 4, 4, 4, 1], "fours")
    expect(one.locator(".sheet th.turn b")).to_have_text("Bo", timeout=9000)
    one.close()  # it goes on trying
    assert all("ERR_FAILED" in problem for problem in phone.problems)
    phone.forgive()


@pytest.mark.thorough
def test_table_is_polled_behind_buffering_proxy(phone: Phones) -> None:
    one, other = two(phone, "Ana", "Bo")
    held: list[Route] = []
    one.route("**/live/**", lambda route: held.append(route))  # noqa: PLW0108 - a list's method has no place for marks
    one.evaluate(HIDE, True)
    one.evaluate(HIDE, False)
    TouchDriver(other).dice([4, 4, 4, 4, 1], "fours")
    expect(one.locator(".sheet th.turn b")).to_have_text("Bo", timeout=12000)
    assert held


@pytest.mark.thorough
def test_browser_without_streams_asks(phone: Phones) -> None:
    one, other = two(phone, "Ana", "Bo")
    one.add_init_script("delete window.EventSource")
    one.reload()
    TouchDriver(other).dice([4, 4, 4, 4, 1], "fours")
    expect(one.locator(".sheet th.turn b")).to_have_text("Bo", timeout=9000)


def test_draft_grows_on_both_phones(phone: Phones) -> None:
    one, other = two(phone, "Ana", "Bo", game="forty_fives")
    other.locator("button[name=press][value='trump-H']").tap()
    expect(one.locator("#pad input[name=step]")).to_have_value("1")
    DraftDriver(one).press("took-1")
    expect(other.locator("#pad input[name=step]")).to_have_value("2")


@pytest.mark.parametrize("kind", ["", "screen/"], ids=["table", "screen"])
def test_page_without_htmx_is_not_live(phone: Phones, kind: str) -> None:
    """It could not be had: that is no signal, and as soon as it can be all is as it should be."""
    page = phone(service_workers="block")
    page.goto("/")
    address = OtherPlayer(page).start("general", ["Ana", "Bo"])
    page.route("**/htmx*.js", lambda route: route.abort())
    page.goto(address + kind)
    expect(page.locator("#signal")).to_have_text("No signal")
    OtherPlayer(page).write(address, box="fours", value="16")
    page.wait_for_timeout(1500)
    expect(page.locator("#signal")).to_have_text("No signal")
    page.unroute("**/htmx*.js")
    expect(page.locator(".sheet thead")).to_contain_text("16")
    expect(page.locator("#signal")).to_have_text(ALIVE)
    if not kind:
        faces(page, "66666")
        expect(page.locator("button#sixes")).not_to_be_empty()
    assert not [problem for problem in phone.problems if problem.startswith("script")]
    phone.forgive()


@pytest.fixture
def away(chromium: Browser, new_server: Callable[..., Server]) -> Iterator[tuple[Server, Phones]]:
    """A server that may go down, and phones on it."""
    server = new_server().start()
    pocket = Phones(chromium, server.url)
    yield server, pocket
    pocket.close()
    assert [each for each in pocket.problems if not any(mark in each for mark in AWAY)] == []


def test_server_that_was_killed_is_found_again(away: tuple[Server, Phones]) -> None:
    server, pocket = away
    one, other = two(pocket, "Ana", "Bo")
    TouchDriver(other).dice([4, 4, 4, 4, 1], "fours")
    expect(one.locator(".sheet th.turn b")).to_have_text("Bo")
    server.kill()
    expect(one.locator("#signal")).to_have_text("No signal")
    server.start()
    expect(one.locator("#signal")).to_have_text(ALIVE, timeout=2000)
    expect(other.locator("#signal")).to_have_text(ALIVE, timeout=4000)
    TouchDriver(other).strike("ones")
    expect(one.locator(".sheet th.turn b")).to_have_text("Ana", timeout=4000)


def test_server_that_was_away_for_long_is_found_as_soon(away: tuple[Server, Phones]) -> None:
    server, pocket = away
    page = pocket()
    page.clock.install()
    page.goto("/")
    page.goto(OtherPlayer(page).start("general", ["Ana", "Bo"]))
    expect(page.locator("#signal")).to_have_text(ALIVE)
    server.kill()
    expect(page.locator("#signal")).to_have_text("No signal")
    for _look in range(70):
        page.clock.run_for(1500)
        page.wait_for_timeout(20)
    server.start()
    expect(page.locator("#signal")).to_have_text(ALIVE, timeout=2000)


@pytest.mark.parametrize("kind", ["table", "screen"])
def test_page_without_script_shows_no_live_mark(phone: Phones, kind: str) -> None:
    """Neither where the script cannot be had, nor where it breaks at once."""
    page = phone()
    page.goto("/")
    address = OtherPlayer(page).start("general", ["Ana", "Bo"]) + ("" if kind == "table" else f"{kind}/")
    script = f"**/js/{'big_screen' if kind == 'screen' else kind}*.js"
    page.route(script, lambda route: route.abort())
    page.goto(address)
    expect(page.locator(".bar")).not_to_contain_text("Live")
    page.unroute(script)
    broken = "document.documentElement.classList.add('js'); throw new Error('too old');"
    page.route(script, lambda route: route.fulfill(content_type="text/javascript", body=broken))
    page.reload()
    expect(page.locator("html.js .bar")).not_to_contain_text("Live")
    expect(page.locator("#signal")).to_be_hidden()
    page.unroute(script)
    page.reload()
    expect(page.locator("#signal")).to_have_text("Live")
    phone.forgive()

"""A table's connection is lost and found: sleep, no streams, a server that is away, scripts that did not load."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.two_phones import ALIVE, HIDE, faces, hold_first, two
from tests.browser_contexts import Phones
from tests.server_process import Server

from .other_player import OtherPlayer
from .touch import TouchDriver

AWAY = (
    "ERR_CONNECTION_REFUSED",
    "ERR_INCOMPLETE_CHUNKED_ENCODING",
    "ERR_CONNECTION_RESET",
    "ERR_EMPTY_RESPONSE",
)


def turn(page: Page) -> str:
    return page.locator(".sheet th.turn b").inner_text()


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

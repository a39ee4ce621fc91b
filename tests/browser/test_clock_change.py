"""A phone's clock is corrected while entries wait: timers start at once."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.outbox import cut, new_game
from tests.browser.two_phones import ALIVE
from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .page_state import HEARTBEATS, STOP_HEARTBEATS

# two days ahead, until it is put back
AHEAD = """
const asItIs = Date.now;
Date.now = () => asItIs() + (localStorage.getItem("right") ? 0 : 48 * 3600 * 1000);
"""
PUT_BACK = "() => localStorage.setItem('right', '1')"
SIGNAL = "() => dispatchEvent(new Event('online'))"


def ahead(phone: Phones) -> Page:
    page = phone()
    page.add_init_script(AHEAD)
    return page


def test_refusal_is_shown_for_entry_with_future_time(phone: Phones) -> None:
    thumb = new_game(ahead(phone))
    page = thumb.page
    cut(page)
    thumb.strike("ones")
    page.reload()
    expect(page.locator("td.wait")).to_have_count(1)
    OtherPlayer(page).write(urlsplit(page.url).path, box="twos", value="6")
    page.evaluate(PUT_BACK)
    page.unroute("**/write/")
    page.evaluate(SIGNAL)
    expect(page.locator(".note.bad")).to_contain_text("Ana has twos 6 now.", timeout=10_000)
    phone.forgive()


def test_stream_that_was_heard_in_future_is_opened_anew(phone: Phones) -> None:
    """The time since its last event is unknown."""
    page = ahead(phone)
    page.add_init_script(HEARTBEATS)
    new_game(page)
    expect(page.locator("#signal")).to_have_text(ALIVE)
    page.wait_for_timeout(1000)
    with page.expect_request("**/live/**"):
        page.evaluate(STOP_HEARTBEATS)
        page.evaluate(PUT_BACK)

"""Taking back an entry whose response was lost."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.joining import hosted, sat, scanned, shown
from tests.browser.outbox import cut, lets_write, lines, lose_response, written
from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .page_state import points_loaded
from .touch import TouchDriver, read


def takes_back(thumb: TouchDriver, box: str) -> None:
    """A line arrived unheard and was taken back since; nothing arrives any more."""
    page = thumb.page
    cut(page)
    page.route("**/write/", lose_response, times=1)
    thumb.strike(box)
    thumb.tap(page.locator(".say").get_by_role("button", name="Take back"))
    expect(page.locator("td.wait")).to_have_count(0)


def takes_back_unheard(thumb: TouchDriver, where: str) -> Page:
    """Take back Ana's entry while the request is lost."""
    page = thumb.page
    takes_back(thumb, "ones")
    page.route(f"**/{where}/", lambda route: route.fulfill(status=404, body="no"))
    if where != "write":
        page.unroute("**/write/")
    return page


def test_failed_take_back_is_shown(thumb: TouchDriver, phone: Phones) -> None:
    """The entry may be written: it is listed as refused, and a retry shows it for a take-back."""
    page = takes_back_unheard(thumb, "write")
    says = page.locator(".note.bad")
    expect(says).to_contain_text("Ana, Ones crossed out: This phone may no longer enter anything here.")
    assert lines(page) == 1
    page.unroute("**/write/")
    says.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("link", name="Ana, Ones, crossed out, 0")).to_be_visible()
    expect(says).to_have_count(0)
    page.reload()
    page.locator(".say").get_by_role("button", name="Take back").click()
    expect(page.locator("td > a")).to_have_count(0)
    assert lines(page) == 0
    assert written(page) == []
    phone.forgive()


def test_take_back_in_flight_is_shown_in_its_own_words(thumb: TouchDriver, phone: Phones) -> None:
    """A retry or discard concerns the take-back."""
    page = takes_back_unheard(thumb, "take-back")
    says = page.locator(".note.bad")
    expect(says).to_contain_text(
        "Ana, Ones crossed out, to be taken back: This phone may no longer enter anything here."
    )
    expect(page.get_by_role("link", name="Ana, Ones, crossed out, 0")).to_be_visible()
    page.unroute("**/take-back/")
    says.get_by_role("button", name="Try again").click()
    expect(page.locator("td > a")).to_have_count(0)
    assert lines(page) == 0
    assert written(page) == []
    phone.forgive()


def test_refused_take_back_is_shown(thumb: TouchDriver, phone: Phones) -> None:
    """The game was ended on another phone before it was heard: the line stands."""
    page = thumb.page
    address = urlsplit(page.url).path
    takes_back(thumb, "ones")
    change = page.context.request.get(f"{address}change/")
    assert OtherPlayer(page).write(address, change, where="change/", do="ended").ok
    page.unroute("**/write/")
    says = page.locator(".note.bad")
    expect(says).to_contain_text("Ana, Ones crossed out, to be taken back: ")
    expect(says).to_contain_text("The table has ended this game.")
    assert lines(page) == 1
    says.get_by_role("button", name="Discard").click()
    read(page)
    says.get_by_role("button", name="Yes, discard").click()
    expect(says).to_have_count(0)
    assert lines(page) == 0
    phone.forgive()


@pytest.mark.parametrize(
    ("another", "why"),
    [
        (False, "Only the host enters lines at this table."),
        (True, "This phone may no longer enter anything here."),
    ],
)
def test_taking_back_by_who_may_not_write_any_more(phone: Phones, another: bool, why: str) -> None:
    """It is shown, whether or not the host wrote meanwhile, and may be retried."""
    host = hosted(phone)
    bo = sat(scanned(phone, shown(host)), "Bo")
    with points_loaded(bo):
        bo.reload()
    TouchDriver(host).strike("ones")
    expect(bo.locator(".sheet th.turn b")).to_have_text("Bo")
    takes_back(TouchDriver(bo), "twos")
    lets_write(host, "Only me")
    if another:
        TouchDriver(host).strike("threes")
    bo.unroute("**/write/")
    note = bo.locator(".note.bad")
    expect(note).to_contain_text("Bo, Twos crossed out, to be taken back: ")
    expect(note).to_contain_text(why)
    assert lines(bo) == 1
    lets_write(host, "Everybody")
    expect(bo.locator("form#write")).to_have_count(1)
    TouchDriver(bo).tap(note.get_by_role("button", name="Try again"))
    expect(bo.get_by_role("link", name="Bo, Twos")).to_have_count(0)
    assert lines(bo) == 0
    phone.forgive()

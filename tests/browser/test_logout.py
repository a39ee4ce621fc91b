"""Logging out and being erased: the phone keeps nothing of the person."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accounts import sees
from tests.browser.joining import hosted, sat, scanned, shown
from tests.browser.outbox import FORMER_AUTHORS, FULL, KEPT, offline, waiting_line
from tests.browser_contexts import Phones

from .page_state import points_loaded
from .touch import TouchDriver, read

NAMES = ["Wilhelmine", "Bartholomeus"]


def code_of(page: Page) -> str:
    """Return a recovery code of the person logged in."""
    page.goto("/you/codes/")
    page.get_by_role("button", name=re.compile("Make (the|new) codes")).click()
    return page.locator(".codes li").first.text_content() or ""


def enters(page: Page, code: str) -> None:
    page.goto("/you/sign-in/")
    page.get_by_label("One code from your paper").fill(code)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_function("location.pathname === '/'")


def test_logout_removes_all_stored_names(phone: Phones) -> None:
    """Waiting entries cause a warning; then no store and no back/forward cache has a name."""
    page = hosted(phone, *NAMES)
    table = waiting_line(page)
    assert NAMES[0] in page.evaluate(KEPT)
    page.route("**/write/", lambda route: route.abort())
    offline(page, on=False)
    page.goto("/you/sign-out/")
    out = page.get_by_role("button", name="Log out here")
    out.dblclick()  # the warning was not shown yet
    expect(page.locator(".err")).to_have_text("Lines wait on this phone. Tap again to log out without them.")
    read(page)
    out.click()
    expect(page.get_by_role("heading", name="You are logged out.")).to_be_visible()
    page.wait_for_function(f"({KEPT})().then((kept) => !kept.includes('{NAMES[0]}'))")
    kept = page.evaluate(KEPT)
    assert not any(name in kept for name in NAMES)
    page.go_back()
    page.go_back()
    assert not any(name in page.locator("body").inner_text() for name in NAMES)
    assert not sees(page, table)
    phone.forgive()


def test_erasure_removes_all_stored_names(phone: Phones) -> None:
    """Erasure logs out everywhere: waiting entries cause a warning, and are gone."""
    page = hosted(phone, *NAMES)
    waiting_line(page)
    page.route("**/write/", lambda route: route.abort())
    offline(page, on=False)
    page.goto("/you/erase/")
    page.locator("#word").fill("erase")
    erase = page.get_by_role("button", name="Delete my data")
    erase.click()
    expect(page.locator(".err")).to_have_text(
        "Lines wait on this phone. Tap again to erase yourself without them."
    )
    read(page)
    erase.click()
    expect(page.get_by_role("heading", name="Your data is erased.")).to_be_visible()
    page.wait_for_function(f"() => ({KEPT})().then((kept) => !kept.includes('{NAMES[0]}'))")
    page.get_by_role("link", name="Go on").click()
    expect(page.locator("#unsent")).to_be_hidden()
    phone.forgive()


def test_wrong_confirmation_keeps_waiting_lines(phone: Phones) -> None:
    """It erases nothing; waiting entries stay, and the right word warns about them."""
    page = hosted(phone, *NAMES)
    waiting_line(page)
    page.route("**/write/", lambda route: route.abort())
    offline(page, on=False)
    page.goto("/you/erase/")
    erase = page.get_by_role("button", name="Delete my data")
    warning = page.get_by_text("Lines wait on this phone.")
    for typed in ("remove", "removed"):
        page.locator("#word").fill(typed)
        erase.click()
        expect(page.locator("#wrong")).to_have_text("That is not the word. Nothing was erased.")
        expect(page.locator("#word")).to_have_value(typed)
    assert NAMES[0] in page.evaluate(KEPT)
    expect(warning).to_have_count(0)
    page.locator("#word").fill(" Erase ")
    erase.click()
    expect(warning).to_be_visible()
    phone.forgive()


def test_line_waits_until_its_writer_is_back(phone: Phones) -> None:
    here, there = hosted(phone, *NAMES), phone()
    table = here.url
    enters(there, code_of(here))
    there.goto(table)
    waiting_line(there)
    fresh = code_of(here)
    here.goto("/you/sign-out/")
    here.get_by_role("button", name="Log out everywhere").click()
    expect(here.get_by_role("heading", name="You are logged out everywhere.")).to_be_visible()
    offline(there, on=False)
    # the table is closed to this phone, and its entry is still stored
    expect(there.get_by_role("heading", name="Waiting on this phone")).to_be_visible()
    message = there.get_by_text("This phone is logged out. Log in under “You”, then try again.")
    expect(message).to_be_visible()
    again = there.get_by_role("button", name="Try again")
    # the first response removed the dead session, and a stranger gets the same one
    for _ in range(2):
        with there.expect_response("**/write/"):
            again.click()
        expect(message).to_be_visible()
    assert NAMES[0] in there.evaluate(KEPT)
    expect(there.get_by_role("link", name="You", exact=True)).to_have_attribute("href", "/you/")
    enters(there, fresh)
    there.goto("/offline/")
    again.click()
    expect(there.get_by_text("Nothing waits on this phone.")).to_be_visible()
    there.goto(table)
    expect(there.locator("td.wait, td.no")).to_have_count(0)
    there.reload()
    expect(there.locator("td > a")).to_have_count(1)
    phone.forgive()


@pytest.mark.parametrize("release", ["this", "earlier"])
def test_entry_of_another_person_is_not_sent(phone: Phones, release: str) -> None:
    """After a remote logout another guest sits at the table.

    Waiting entries need a tap to be sent as theirs.
    """
    here, there = hosted(phone, *NAMES), phone()
    table = here.url
    bo = sat(scanned(phone, shown(here)), NAMES[1])
    enters(there, code_of(here))
    there.route("**/write/", lambda route: route.abort())
    with points_loaded(there):
        there.goto(table)
    TouchDriver(there).dice(FULL, "full_house")
    expect(there.locator("td.wait")).to_have_count(1)
    there.goto("/")
    if release == "earlier":
        assert there.evaluate(FORMER_AUTHORS)
    here.goto("/you/sign-out/")
    here.get_by_role("button", name="Log out everywhere").click()
    expect(here.get_by_role("heading", name="You are logged out everywhere.")).to_be_visible()
    enters(there, code_of(bo))
    there.unroute("**/write/")
    there.goto(table)
    note = there.locator(".note.bad")
    expect(note).to_contain_text(f"{NAMES[0]}, Full house 30: This phone is logged out.")
    bo.goto(table)
    expect(bo.locator("td > a")).to_have_count(0)
    TouchDriver(there).tap(note.get_by_role("button", name="Try again"))
    expect(there.get_by_role("link", name=f"{NAMES[0]}, Full house 30")).to_be_visible()
    expect(there.locator("td.wait, td.no")).to_have_count(0)
    TouchDriver(there).strike("ones")
    expect(there.get_by_role("link", name=f"{NAMES[1]}, Ones, crossed out, 0")).to_be_visible()
    phone.forgive()

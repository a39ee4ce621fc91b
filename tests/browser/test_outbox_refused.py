"""A waiting entry is refused: the entry pad says so until the next tap there."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.outbox import FULL, lines, new_game, offline
from tests.browser.two_phones import hold_first
from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .touch import TouchDriver, read

Table = tuple[TouchDriver, OtherPlayer, str]
LISTED = "Ana, Full house 30: Not entered. Ana has "


@pytest.fixture
def table(phone: Phones) -> Table:
    """A touch user at a new game of General, a second writer, and the address."""
    thumb = new_game(phone())
    return thumb, OtherPlayer(thumb.page), urlsplit(thumb.page.url).path


def refused(table: Table) -> Page:
    """Let another phone write Ana's turn: the pad, now Bo's, has the reason and none of Ana's dice."""
    thumb, other, address = table
    page = thumb.page
    offline(page)
    thumb.dice(FULL, "full_house")
    other.write(address, box="ones", value="3")
    offline(page, on=False)
    expect(page.locator(".note.bad")).to_contain_text("Not entered. Ana has ones 3 now.")
    expect(page.locator(".tray .slot:enabled")).to_have_count(0)
    assert lines(page) == 1
    return page


def discards(thumb: TouchDriver) -> None:
    """Discard a listed refusal by two taps."""
    page = thumb.page
    thumb.tap(page.get_by_role("button", name="Discard"))
    read(page)
    thumb.tap(page.get_by_role("button", name="Yes, discard"))
    expect(page.locator(".note.bad")).to_have_count(0)
    assert lines(page) == 0


def listed(table: Table) -> Page:
    """Leave the pad with the reason: it is listed, with a way to discard it."""
    page = refused(table)
    page.locator(".sheet thead").get_by_role("link", name="Ana").tap()
    expect(page.get_by_role("heading", name="Ana has 3")).to_be_visible()
    expect(page.locator(".note.bad")).to_contain_text(LISTED)
    table[0].tap(page.locator(".say").get_by_role("link", name="Close"))
    expect(page.locator(".tray .slot")).to_have_count(5)
    expect(page.locator(".note.bad")).to_contain_text(LISTED)
    return page


@pytest.mark.parametrize(
    ("where", "fields", "now"),
    [
        ("write/", {"box": "twos", "value": "6"}, "Bo, Twos 6"),
        ("correct/", {"line": "1", "points": "4", "box": "ones"}, "Ana, Ones 4"),
    ],
)
def test_refusal_stays_in_pad_until_dice_are_entered(
    table: Table, phone: Phones, where: str, fields: dict[str, Any], now: str
) -> None:
    """Entries of other phones keep it."""
    thumb, other, address = table
    page = refused(table)
    other.write(address, where=where, **fields)
    expect(page.get_by_role("link", name=now)).to_be_visible()
    expect(page.locator(".note.bad")).to_contain_text("Not entered. Ana has ones 3 now.")
    thumb.dice(FULL, "full_house")
    expect(page.locator(".note.bad")).to_have_count(0)
    assert lines(page) == 0
    phone.forgive()


def test_keyboard_entry_answers_refusal(table: Table, phone: Phones) -> None:
    page = refused(table)
    for die in FULL:
        page.locator("body").press(str(die))
    expect(page.locator(".tray .slot:enabled")).to_have_count(5)
    expect(page.locator(".note.bad")).to_have_count(0)
    assert lines(page) == 0
    phone.forgive()


def test_late_response_keeps_refusal(table: Table, phone: Phones) -> None:
    """Bo's cell was shown when it arrived: it is listed, with a message above."""
    thumb, other, address = table
    page = thumb.page
    sent: list[Route] = []
    page.route("**/write/", lambda route: sent.append(route))  # noqa: PLW0108 - Playwright marks what it calls
    thumb.dice(FULL, "full_house")
    other.write(address, box="ones", value="3")
    expect(page.get_by_role("link", name="Ana, Ones 3")).to_be_visible()
    held = hold_first(page, "**/?seat=*")
    with page.expect_request("**/?seat=*"):
        page.locator(".sheet thead").get_by_role("link", name="Bo").tap()
    sent[0].continue_()
    expect(page.locator(".note.bad")).to_contain_text(LISTED)
    held[0].continue_()
    expect(page.get_by_role("heading", name="Bo has 0")).to_be_visible()
    expect(page.locator(".note.bad")).to_contain_text(LISTED)
    thumb.tap(page.locator(".say").get_by_role("link", name="Close"))
    expect(page.get_by_role("heading", name="Bo has 0")).to_have_count(0)
    expect(page.locator(".note.bad")).to_contain_text(LISTED)
    discards(thumb)
    phone.forgive()


def test_tap_that_gets_lost_takes_no_answer_away(table: Table, phone: Phones) -> None:
    """Bo's cell could not be loaded: the refusal can still be retried or discarded."""
    thumb = table[0]
    page = listed(table)
    page.route("**/?seat=*", lambda route: route.abort())
    page.locator(".sheet thead").get_by_role("link", name="Bo").tap()
    expect(page.locator(".note.bad")).to_contain_text("No signal.")
    discards(thumb)
    phone.forgive()


def test_page_that_dies_takes_no_refusal_along(table: Table, phone: Phones) -> None:
    thumb, _other, _address = table
    page = refused(table)
    page.wait_for_timeout(300)
    page.reload()
    expect(page.locator(".note.bad")).to_contain_text(LISTED)
    discards(thumb)
    phone.forgive()


def refused_at_once(table: Table) -> Page:
    """Ana's entry is in flight while another phone writes Ana's turn."""
    thumb, other, address = table
    page, sent = thumb.page, list[Route]()
    page.route("**/write/", lambda route: sent.append(route), times=1)  # noqa: PLW0108 - Playwright marks what it calls
    for die in FULL:
        thumb.face(die)
    expect(thumb.box("full_house")).to_have_text("30")
    with page.expect_request("**/write/"):
        thumb.tap(thumb.box("full_house"))
    other.write(address, box="ones", value="3")
    sent[0].continue_()
    expect(page.locator(".note.bad")).to_contain_text("Not entered. Ana has ones 3 now.")
    expect(page.locator(".tray .slot:enabled")).to_have_count(0)
    assert lines(page) == 1
    return page


def test_refusal_survives_killed_page(table: Table, phone: Phones) -> None:
    page = refused_at_once(table)
    page.reload()
    expect(page.locator(".note.bad")).to_contain_text(LISTED)
    discards(table[0])
    phone.forgive()


def test_refusal_that_was_waited_for_is_answered_in_pad(table: Table, phone: Phones) -> None:
    page = refused_at_once(table)
    table[0].face(5)
    page.wait_for_timeout(300)
    assert lines(page) == 0
    page.reload()
    expect(page.get_by_role("link", name="Ana, Ones 3")).to_be_visible()
    expect(page.locator(".note.bad")).to_have_count(0)
    phone.forgive()


def test_refusal_that_was_waited_for_is_listed_beside_others(table: Table, phone: Phones) -> None:
    """Their reasons are shown in its place."""
    thumb, other, address = table
    page = listed(table)
    held: list[Route] = []
    page.route("**/write/", lambda route: held.append(route), times=1)  # noqa: PLW0108 - Playwright marks what it calls
    thumb.tap(thumb.box("threes"))
    with page.expect_request("**/write/"):
        thumb.tap(page.locator(".panel").get_by_role("button", name="Cross out"))
    other.write(address, box="fours", value="8")
    held[0].continue_()
    expect(page.locator("td.no")).to_have_count(2)
    assert lines(page) == 2
    phone.forgive()


def test_unanswered_refusal_is_listed_after_leaving_page(table: Table, phone: Phones) -> None:
    """A head is tapped, not the pad."""
    listed(table)
    discards(table[0])
    phone.forgive()

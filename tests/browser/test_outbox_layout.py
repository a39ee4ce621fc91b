"""Waiting and refused entries and the offline page on a narrow phone: axe and width."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.outbox import cut, offline
from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .page_state import points_loaded
from .touch import FIRST, TouchDriver
from .viewport import trouble


def looked_at(page: Page, name: str) -> list[str]:
    """Return the faults of the page as it is opened."""
    page.evaluate("document.querySelector('.pad')?.scrollTo(0, 0)")
    return [f"{name}: {fault}" for fault in trouble(page)]


@pytest.mark.thorough
def test_outbox_passes_axe(phone: Phones) -> None:
    page = phone(width=320, height=640)
    page.goto("/")
    names = ["Wilhelmine", "Bo", "Cleo", "Dev", "Eva", "Finn"]
    address = OtherPlayer(page).start("yahtzee", names)
    with points_loaded(page):
        page.goto(address)
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    thumb = TouchDriver(page)
    offline(page)
    thumb.strike("yahtzee")
    thumb.dice([6, 6, 6, 5, 5], "full_house")
    for die in (4, 4, 4, 4, 4):
        thumb.face(die)
    expect(thumb.box("chance")).to_have_text("?")
    expect(thumb.box("yahtzee")).to_have_text("50")
    expect(thumb.box("chance")).to_have_accessible_name("Chance, to be checked")
    thumb.throw(FIRST)
    expect(page.locator("#pad")).to_have_attribute("data-throws", "1")
    found = looked_at(page, "waiting")
    thumb.tap(page.locator(".tray .slot").first)
    thumb.tap(thumb.box("chance"))
    found += looked_at(page, "values")
    page.reload()
    expect(page.locator("#lines li")).to_have_count(2)
    found += looked_at(page, "shell")
    cut(page, status=413, body="")
    offline(page, on=False)  # the shell loads the table again by itself
    expect(page.locator(".note.bad")).to_contain_text(
        "Wilhelmine, Yahtzee crossed out: The server refused it (413)."
    )
    found += looked_at(page, "refused")
    assert found == []
    phone.forgive()


def test_uncomputed_points_are_marked_as_unchecked(phone: Phones) -> None:
    """In the shell and where it is refused, in words; in the narrow cell by its sign."""
    page = phone()
    page.goto("/")
    address = OtherPlayer(page).start("yahtzee", ["Ana", "Bo"])
    with points_loaded(page):
        page.goto(address)
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    thumb = TouchDriver(page)
    offline(page)
    for die in (4, 4, 4, 4, 4):
        thumb.face(die)
    expect(thumb.box("chance")).to_have_text("?")
    thumb.tap(thumb.box("chance"))
    expect(page.locator("td.wait a")).to_have_text("?")
    page.reload()
    expect(page.locator("#lines b")).to_have_text("Ana, Chance, to be checked")
    cut(page, status=413, body="")
    offline(page, on=False)  # the shell loads the table again by itself
    expect(page.locator(".note.bad")).to_contain_text("Ana, Chance, to be checked: The server refused it")
    phone.forgive()


def test_outbox_shows_names_unchanged(phone: Phones) -> None:
    page = phone()
    page.goto("/")
    address = OtherPlayer(page).start("general", ["Ana", "Bo$$"])
    with points_loaded(page):
        page.goto(address)
    offline(page)
    TouchDriver(page).strike("ones")
    expect(page.locator("#who")).to_have_text("Bo$$’s turn")
    phone.forgive()

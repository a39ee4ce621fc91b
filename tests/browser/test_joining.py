"""Phones join a table, sit down, write and are removed: each in its own browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.joining import hosted, sat, scanned, shown
from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .touch import TouchDriver
from .viewport import trouble

LONG = ["Alexandrina Wilhelmina van Oranje-Nassau", "عبد الرحمن", "Cleo", "Dev", "Eva"]
TEN = [*LONG, "Finn", "Gus", "Hana", "Ivo", "Jo"]


def test_scan_sit_write_and_be_removed(phone: Phones) -> None:
    host = hosted(phone)
    link = shown(host)
    bo, third = scanned(phone, link), scanned(phone, link)
    expect(bo.locator("#who")).to_have_text("You are watching, live")
    expect(bo.locator(".sheet th.turn b")).to_have_text("Ana")
    TouchDriver(host).dice([4, 4, 4, 4, 1], "fours")
    expect(bo.locator(".sheet th.turn b")).to_have_text("Bo")
    expect(bo.locator("td > button")).to_have_count(0)  # no player is highlighted
    sat(bo, "Bo")
    expect(bo.locator("#who")).to_contain_text("Your turn")
    expect(third.get_by_role("button", name="I am Bo")).to_have_count(0)
    TouchDriver(bo).dice([5, 5, 5, 1, 1], "fives")
    expect(host.locator("#live")).to_contain_text("Bo, fives 15")
    expect(third.locator("#live")).to_contain_text("Bo, fives 15")
    host.goto(host.url + "phones/")
    host.get_by_role("link", name="Remove Bo").click()
    host.get_by_label("Keep the link").check()  # for the third phone, which only watches
    host.get_by_role("button", name="Remove the phone").click()
    expect(host.get_by_text("The phone is removed")).to_be_visible()
    expect(bo.get_by_role("heading", name="The host has removed this phone from the table.")).to_be_visible()
    bo.goto(link)
    expect(bo.get_by_role("heading", name="The host has removed this phone from the table.")).to_be_visible()
    expect(third.locator("#live")).to_contain_text("Bo, fives 15")
    assert phone.problems == []


def test_known_player_is_asked_to_confirm(phone: Phones) -> None:
    """Where players write their own entries, a link alone does not claim Bo, who has a phone."""
    host = hosted(phone, "Ana", "Bo")
    table, link, bo, third = host.url, shown(host), phone(), phone()
    bo.goto(link)
    sat(bo, "Bo")
    host.goto(table + "phones/")
    host.get_by_role("button", name="Everyone their own").click()
    third.goto(link)
    third.locator("#else > summary").click()
    third.get_by_role("button", name="Bo has changed phones").click()
    expect(third.locator(".panel")).to_contain_text("The host is asked")
    host.goto(table)
    expect(host.locator("#note")).to_contain_text("A phone asks for a player")
    host.locator("#note").get_by_role("link", name="Phones at this table").click()
    host.get_by_role("button", name="Yes, Bo").click()
    expect(third.locator(".panel")).not_to_contain_text("The host is asked")
    host.goto(table)
    expect(host.locator("#note")).to_have_count(0)
    assert phone.problems == []


def test_typed_code_opens_table(phone: Phones) -> None:
    host = hosted(phone)
    host.get_by_role("button", name="Show the QR code").click()
    code = host.locator(".code").inner_text()
    page = phone()
    page.goto("/")
    page.get_by_role("link", name="Join with a code").click()
    field = page.get_by_label("Eight letters and digits")
    field.fill("abc")
    field.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_value("abc")
    expect(field).to_be_focused()
    field.fill(code.lower())
    field.press("Enter")
    expect(page.locator("#who")).to_have_text("You are watching, live")


@pytest.mark.thorough
def test_watch_only_hides_entry_panel(phone: Phones) -> None:
    host = hosted(phone)
    page = scanned(phone, shown(host))
    high = page.locator(".watch").evaluate("panel => panel.offsetHeight")
    page.get_by_text("Just watch").click()
    assert page.locator(".watch").evaluate("panel => panel.offsetHeight") < high / 2
    TouchDriver(host).dice([4, 4, 4, 4, 1], "fours")
    expect(page.locator(".sheet th.turn b")).to_have_text("Bo")
    expect(page.get_by_role("button", name="I am Bo")).to_be_hidden()
    page.get_by_text("Sit down").click()
    page.get_by_text("Another player").click()
    TouchDriver(host).dice([5, 5, 5, 5, 1], "fives")
    expect(page.locator(".sheet th.turn b")).to_have_text("Cleo")
    page.get_by_role("button", name="A guest").click()
    expect(page.locator("#who")).to_contain_text("Cleo’s turn")


def test_host_sets_writers_changes_link_and_hands_over(phone: Phones) -> None:
    host = hosted(phone)
    link = shown(host)
    bo, watches = sat(scanned(phone, link), "Bo"), scanned(phone, link)
    table = host.url
    host.goto(table + "phones/")
    host.get_by_role("button", name="Everyone their own").click()
    expect(host.get_by_role("button", name="Everyone their own")).to_have_attribute("aria-pressed", "true")
    expect(bo.locator(".panel")).to_contain_text("At this table everyone enters their own lines.")
    host.get_by_role("button", name="Change the link").click()
    expect(watches.get_by_role("heading", name="Page not found.")).to_be_visible()
    expect(bo.locator(".sheet")).to_be_visible()
    stranger = phone()
    stranger.goto(link)
    expect(stranger.get_by_role("heading", name="Page not found.")).to_be_visible()
    host.get_by_role("link", name="Bo", exact=True).click()
    host.get_by_role("button", name="Hand it over").click()
    expect(host.get_by_role("button", name="Change the link")).to_have_count(0)
    bo.goto(table + "phones/")
    bo.get_by_role("button", name="Only me").click()
    expect(bo.get_by_role("button", name="Only me")).to_have_attribute("aria-pressed", "true")


@pytest.mark.thorough
def test_rematch_takes_everybody_along(phone: Phones) -> None:
    host = hosted(phone, "Ana", "Bo", game="crag")
    link = shown(host)
    bo, watches = sat(scanned(phone, link), "Bo"), scanned(phone, link)
    table, evening = host.url, OtherPlayer(host)
    for player in "12":
        evening.write(table, where="go-home/", player=player)
    expect(watches.locator(".result")).to_be_visible()
    expect(watches.get_by_role("button", name="Rematch")).to_have_count(0)
    host.get_by_role("button", name="Rematch").click()
    host.wait_for_url(lambda url: url != table)
    bo.get_by_role("button", name="Go to the next game").click()
    watches.get_by_role("button", name="Go to the next game").click()
    for page in (bo, watches):
        expect(page).to_have_url(host.url)
    expect(watches.locator("#who")).to_have_text("You are watching, live")
    TouchDriver(host).dice([6, 6, 1], "sixes")
    expect(bo.locator("#who")).to_contain_text("Your turn")


def test_leaving_removes_table_from_phone(phone: Phones) -> None:
    host = hosted(phone)
    page = sat(scanned(phone, shown(host)), "Bo")
    table = page.url
    page.get_by_label("More").click()
    page.get_by_role("link", name="Phones at this table").click()
    page.get_by_role("link", name="Leave this table").click()
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("heading", name="You have left the table.")).to_be_visible()
    page.go_back()
    expect(page.locator(".sheet")).to_have_count(0)
    page.goto(table)
    expect(page.get_by_role("heading", name="Page not found.")).to_be_visible()


def test_joining_without_script(phone: Phones) -> None:
    host = hosted(phone, javascript=False)
    table = host.url
    host.get_by_role("button", name="Show the QR code").click()
    link = re.sub(r"^https?://[^/]+", "", host.get_by_label("The link").input_value())
    page = phone(javascript=False)
    page.goto(link)
    page.get_by_text("Just watch").click()
    expect(page.get_by_role("button", name="I am Ana")).to_be_hidden()
    page.get_by_text("Sit down").click()
    page.get_by_role("button", name="I am Ana").click()
    page.locator("input[name=dice]").fill("44441")
    page.get_by_role("button", name="Show points").last.click()
    page.locator("#fours").click()
    expect(page.locator("#who")).to_contain_text("Bo’s turn")
    host.goto(table + "phones/")
    host.get_by_role("button", name="Only me").click()
    page.reload()
    expect(page.locator(".panel")).to_contain_text("Only the host enters lines at this table.")


def test_link_is_copied_without_share_dialog(phone: Phones) -> None:
    host = hosted(phone, permissions=["clipboard-read", "clipboard-write"])
    host.get_by_role("button", name="Show the QR code").click()
    link = host.locator("#send").get_attribute("data-link")
    host.evaluate("Object.defineProperty(navigator, 'share', { value: undefined })")
    host.get_by_role("button", name="Send link").click()
    expect(host.get_by_role("button", name="Copied")).to_be_visible()
    assert host.evaluate("navigator.clipboard.readText()") == link
    host.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    host.get_by_role("button", name="Copied").click()
    expect(host.get_by_label("The link")).to_be_focused()


def test_guest_moves_into_app(phone: Phones) -> None:
    page = hosted(phone)
    table = page.url
    page.goto("/")
    page.get_by_role("link", name="Add it to the home screen").click()
    page.get_by_role("button", name="Make a code").click()
    code = page.locator(".code").inner_text()
    app = phone()
    app.goto("/")
    app.get_by_role("link", name="Move your games here").click()
    app.locator("#code").fill(code)
    app.get_by_role("button", name="Move them").click()
    expect(app.get_by_text("Still on the table")).to_be_visible()
    app.goto(table)
    expect(app.locator("#who")).to_contain_text("Ana’s turn")


@pytest.mark.thorough
@pytest.mark.slow
def test_every_page_looks_right(phone: Phones) -> None:
    """Long names, a name from right to left, ten players; narrow and wide, light and dark."""
    host = hosted(phone, *TEN)
    table, link = host.url, shown(host)
    bo = sat(scanned(phone, link), TEN[1])
    watcher = scanned(phone, link)
    host.get_by_role("button", name="Show the QR code").click()
    host.goto(table + "phones/")
    asked = host.locator(".phones a.btn").first.get_attribute("href") or ""
    app = phone()
    found: list[str] = []
    for width, height in ((320, 640), (1280, 800)):
        visits = [
            (host, table + "invite/"),
            (host, table + f"phones/{asked.partition('#')[0]}"),
            (bo, table + "phones/?leave=1"),
            (watcher, table),
            (app, "/join/"),
            (app, "/move/"),
            (host, "/move/"),
        ]
        for page, address in visits:
            page.set_viewport_size({"width": width, "height": height})
            page.goto(address)
            if page is watcher and address == table:
                page.get_by_text("Another player").click()
            found += [f"{width} {address}: {fault}" for fault in trouble(page)]
    assert found == []

"""A group on two phones: invite, claim, rename, merge and leave."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .touch import TouchDriver
from .viewport import trouble_at_sizes


def crowd(page: Page) -> str:
    """Play two evenings for money on one phone; return the first address.

    In the second, Bo is Robert.
    """
    page.goto("/")
    evening, tables = OtherPlayer(page), []
    for names in (["Ana", "Bo", "Cleo"], ["Ana", "Robert"]):
        address = evening.start("general", names, stake="fixed", kind="fixed", amount="1.70", unit="EUR")
        evening.write(address, box="fives", dice="55555", throws="1")
        tables.append(address)
    return tables[0]


def menu(page: Page) -> None:
    """From home to the menu of the group."""
    page.goto("/")
    page.get_by_role("link", name=re.compile("Our group|Thursday crowd")).first.click()
    page.get_by_role("link", name="More").click()
    expect(page.get_by_role("heading", name="Name of the group")).to_be_visible()


def invitation(page: Page) -> str:
    """Return the path of the group's invite link in the QR code."""
    menu(page)
    page.get_by_role("link", name="Invite people").click()
    return re.sub(r"^https?://[^/]+", "", page.locator("#send").get_attribute("data-link") or "")


def test_invited_claimed_renamed_merged_and_gone(phone: Phones) -> None:
    ana, bo = phone(), phone()
    table = crowd(ana)
    menu(ana)
    ana.get_by_role("textbox", name="Name of the group").fill("Thursday crowd")
    ana.get_by_role("button", name="Save").click()
    expect(ana.get_by_role("heading", name="Thursday crowd")).to_be_visible()

    bo.goto(invitation(ana))
    expect(bo.get_by_role("heading", name="Join Thursday crowd?")).to_be_visible()
    thumb = TouchDriver(bo)
    thumb.tap(bo.get_by_role("button", name="Join"))
    expect(bo.get_by_role("status")).to_have_text("You have joined. Which player are you?")
    thumb.tap(bo.get_by_role("button", name="I am Bo"))
    assert thumb.taps == 2
    expect(bo.get_by_role("status")).to_contain_text("This is you from now on")
    bo.goto(table + "phones/")
    expect(bo.get_by_text("This phone is Bo")).to_be_visible()

    bo.goto("/")
    menu(bo)
    bo.get_by_role("link", name=re.compile("^People")).click()
    bo.get_by_role("link", name="Bo").click()
    bo.get_by_label("Name").fill("Bodo")
    bo.get_by_label("How to pay").fill("https://paypal.me/bodo")
    TouchDriver(bo).tap(bo.get_by_role("button", name="Save"))
    expect(bo.get_by_role("link", name="Bodo")).to_be_visible()

    bo.get_by_role("link", name="Bodo").click()
    bo.get_by_role("link", name="The same person twice?").click()
    bo.get_by_role("link", name="Robert").click()
    expect(bo.get_by_role("heading", name="Which name stays?")).to_be_visible()
    TouchDriver(bo).tap(bo.get_by_role("button", name="Bodo stays"))
    TouchDriver(bo).tap(bo.get_by_role("button", name="Yes, both are Bodo"))
    expect(bo.get_by_role("status")).to_have_text("The two are now one player.")
    expect(bo.get_by_role("link", name="Robert")).to_have_count(0)

    ana.goto("/")
    ana.get_by_role("link", name=re.compile("Who owes whom")).click()
    expect(ana.locator(".balances li").filter(has_text="Bodo")).to_contain_text("3.40")
    expect(ana.locator("#sent")).to_contain_text("Bodo pays Ana €3.40")

    menu(bo)
    bo.get_by_role("link", name=re.compile("^People")).click()
    bo.get_by_role("link", name="Leave this group").click()
    bo.get_by_role("button", name="Leave the group").click()
    bo.wait_for_url("**/")
    expect(bo.get_by_text("Thursday crowd")).to_have_count(0)
    bo.goto(table)
    expect(bo.locator("#table")).to_have_count(0)
    ana.goto(table)
    expect(ana.locator("main")).to_contain_text("Bodo")
    phone.forgive()


def test_groups_pages_pass_axe(phone: Phones) -> None:
    page = phone()
    table = crowd(page)
    guest = phone()
    guest.goto(invitation(page))
    assert trouble_at_sizes(guest) == []
    assert trouble_at_sizes(page) == []
    menu(page)
    assert trouble_at_sizes(page) == []
    group = page.url.removesuffix("more/")
    for way in ("people/", "people/?leave=1", "defaults/", "invite/?change=1", "money/"):
        page.goto(group + way)
        assert trouble_at_sizes(page) == [], way
    page.goto(group + "people/")
    page.get_by_role("link", name="Cleo").click()
    page.get_by_label("How to pay").fill("javascript:alert(1)")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#wrong-links")).to_be_visible()
    assert trouble_at_sizes(page) == []
    page.get_by_role("link", name="The same person twice?").click()
    assert trouble_at_sizes(page) == []
    page.get_by_role("link", name="Robert").click()
    assert trouble_at_sizes(page) == []
    page.goto(page.url.split("?")[0])
    page.get_by_role("link", name="Ana").click()
    expect(page.get_by_role("alert")).to_contain_text("sat in one game")
    assert trouble_at_sizes(page) == []
    page.goto("/groups/")
    assert trouble_at_sizes(page) == []
    page.goto(table + "remove/")
    page.get_by_role("button", name="Delete this game").click()
    expect(page.locator("#wrong-name")).to_be_visible()
    assert trouble_at_sizes(page) == []
    page.get_by_label("To delete it").fill("General")
    page.get_by_role("button", name="Delete this game").click()
    expect(page.get_by_role("button", name="Restore it")).to_be_visible()
    assert trouble_at_sizes(page) == []
    page.goto(table + "remove/")
    assert trouble_at_sizes(page) == []
    phone.forgive()

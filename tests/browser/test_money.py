"""The money page on a phone: paying in two taps, paying a part, axe."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .touch import TouchDriver
from .viewport import trouble_at_sizes


def crowd(page: Page) -> None:
    """An evening for money, and the page about it."""
    page.goto("/")
    evening = OtherPlayer(page)
    for names in (["Cleo", "Ana", "Dev", "Bo"], ["Ana", "Bo"]):
        address = evening.start("general", names, stake="fixed", kind="fixed", amount="1.70", unit="EUR")
        evening.write(address, box="fives", dice="55555", throws="1")
    page.goto("/")
    page.get_by_role("link", name=re.compile("Who owes whom")).tap()
    expect(page.get_by_role("heading", name="Balances")).to_be_visible()


def test_debt_is_paid_with_two_taps(phone: Phones) -> None:
    page = phone()
    crowd(page)
    thumb = TouchDriver(page)
    thumb.tap(page.get_by_label("Paid: Bo to Cleo").first)
    thumb.tap(page.get_by_role("button", name="Yes, €3.40 paid"))
    expect(page.get_by_role("status")).to_have_text("Bo paid Cleo €3.40.")
    assert thumb.taps == 2
    expect(page.locator(".book li").first).to_contain_text("Bo paid Cleo")
    thumb.tap(page.locator("#said").get_by_role("button", name="Undo: Bo paid Cleo"))
    expect(page.get_by_role("status")).to_have_text("Undone: Bo paid Cleo €3.40.")
    assert thumb.taps == 3


def test_payment_keeps_scroll_position(phone: Phones) -> None:
    """The response appears in the tapped row without scrolling; a refused amount stays typed."""
    page = phone(height=500)
    crowd(page)
    page.get_by_text("Debt by debt").tap()
    row = page.locator(".between li", has=page.get_by_label("Paid: Bo to Cleo"))
    row.locator("summary").tap()
    row.scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, 60)")
    row.locator("[name=amount]").fill("9,5")
    where = place(row)
    assert where["page"] > 0
    row.get_by_role("button", name="Yes, €9.50 paid").tap()
    expect(page.locator(".err")).to_have_text("This is more than €1.70.")
    assert page.url.endswith("/money/")
    assert abs(place(page.locator(".between .owing[open]"))["top"] - where["top"]) <= 1
    expect(page.locator(".owing[open] [name=amount]")).to_have_value("9,5")
    for impossible in ("abc", "-1", "0", "0.005"):
        page.locator(".owing[open] [name=amount]").fill(impossible)
        expect(page.locator(".owing[open] .btn.main")).to_have_text(
            "Yes, this part is paid", use_inner_text=True
        )
    page.locator(".owing[open] [name=amount]").fill("0.5")
    page.get_by_role("button", name="Yes, €0.50 paid; €1.20 stays open").tap()
    expect(page.get_by_role("status")).to_have_text("Bo paid Cleo €0.50.")
    assert page.url.endswith("/money/")
    assert abs(place(page.locator("#said"))["top"] - where["top"]) <= 1
    expect(page.get_by_label("Paid: Bo to Cleo, €1.20").first).to_be_visible()
    phone.forgive()


def place(row: Locator) -> dict[str, float]:
    """Where something is on the glass, and how far the page is scrolled."""
    found: dict[str, float] = row.evaluate("row => ({ top: row.getBoundingClientRect().top, page: scrollY })")
    return found


def test_payment_without_script_returns_to_its_row(phone: Phones) -> None:
    page = phone(javascript=False)
    crowd(page)
    page.get_by_label("Paid: Bo to Cleo").first.tap()
    page.locator(".owing[open] [name=amount]").fill("0.70")
    page.get_by_role("button", name="Yes, this part is paid").tap()
    expect(page.get_by_role("status")).to_have_text("Bo paid Cleo €0.70.")
    expect(page.locator("#said")).to_be_in_viewport()
    page.get_by_label("Paid: Bo to Cleo").first.tap()
    page.get_by_role("button", name="Yes, €2.70 paid").tap()
    expect(page.get_by_role("status")).to_have_text("Bo paid Cleo €2.70.")
    page.get_by_role("button", name="Undo: Bo paid Cleo €2.70.").tap()
    expect(page.get_by_role("status")).to_have_text("Undone: Bo paid Cleo €2.70.")


def test_money_page_passes_axe(phone: Phones) -> None:
    page = phone()
    crowd(page)
    assert trouble_at_sizes(page) == []
    page.get_by_label(re.compile("^Paid: ")).first.tap()
    page.locator(".owing[open] [name=amount]").fill("99")
    page.get_by_role("button", name="Yes, €99.00 paid").tap()
    expect(page.locator(".err")).to_be_visible()
    assert trouble_at_sizes(page) == []
    page.locator(".owing[open] summary").tap()
    page.get_by_role("link", name="all lines").tap()
    expect(page.get_by_role("heading", name="The ledger")).to_be_visible()
    assert trouble_at_sizes(page) == []
    page.goto("/")
    page.get_by_role("link", name="find a game").tap()
    page.get_by_text("Find a game").tap()
    page.get_by_label("Player", exact=True).select_option("Ana")
    page.get_by_role("button", name="Show").tap()
    expect(page.get_by_label("Player", exact=True)).to_have_value(re.compile(r"\d+"))
    expect(page.locator(".list li")).to_have_count(2)
    assert trouble_at_sizes(page) == []
    page.get_by_label("Search").fill("nobody")
    page.get_by_role("button", name="Show").tap()
    expect(page.get_by_text("No game found.")).to_be_visible()
    assert trouble_at_sizes(page) == []
    phone.forgive()

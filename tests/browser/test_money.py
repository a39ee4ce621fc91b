"""Who owes whom on a phone: paid in two taps, in part by a field, and nothing for axe to find."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import Evening
from tests.browser.looking import trouble
from tests.browser.thumb import Thumb
from tests.phones import Phones


def crowd(page: Page) -> None:
    """An evening for money, and the page about it."""
    page.goto("/")
    evening = Evening(page)
    for names in (["Cleo", "Ana", "Dev", "Bo"], ["Ana", "Bo"]):
        address = evening.start("general", names, stake="fixed", kind="fixed", amount="1.70", unit="EUR")
        evening.write(address, box="fives", dice="55555", throws="1")
    page.goto("/")
    page.get_by_role("link", name=re.compile("Who owes whom")).tap()
    expect(page.get_by_role("heading", name="Balances")).to_be_visible()


def test_two_taps_and_it_is_paid(phone: Phones) -> None:
    page = phone()
    crowd(page)
    thumb = Thumb(page)
    thumb.tap(page.get_by_role("link", name="Paid: Bo to Cleo").first)
    thumb.tap(page.get_by_role("button", name="Yes, paid"))
    expect(page.get_by_role("status")).to_have_text("Written down as paid.")
    assert thumb.taps == 2
    expect(page.locator(".book li").first).to_contain_text("Bo paid Cleo")
    thumb.tap(page.get_by_role("button", name="Undo: Bo paid Cleo"))
    expect(page.get_by_role("status")).to_have_text("The payment is taken back.")


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (1280, 800)], ids=str)
def test_nothing_for_axe_to_find(phone: Phones, size: tuple[int, int]) -> None:
    page = phone(width=size[0], height=size[1])
    crowd(page)
    assert trouble(page) == []
    page.get_by_role("link", name=re.compile("Paid")).first.tap()
    page.get_by_label(re.compile("paid")).fill("99")
    page.get_by_role("button", name="Yes, paid").tap()
    expect(page.locator(".err")).to_be_visible()
    assert trouble(page) == []
    page.get_by_role("link", name="No").tap()
    page.get_by_role("link", name="all lines").tap()
    expect(page.get_by_role("heading", name="The book")).to_be_visible()
    assert trouble(page) == []
    page.goto("/")
    page.get_by_role("link", name="find a game").tap()
    page.get_by_text("Find a game").tap()
    page.get_by_label("Player").select_option("Ana")
    page.get_by_role("button", name="Show").tap()
    expect(page.get_by_label("Player")).to_have_value(re.compile(r"\d+"))
    expect(page.locator(".list li")).to_have_count(2)
    assert trouble(page) == []
    page.get_by_label("Search").fill("nobody")
    page.get_by_role("button", name="Show").tap()
    expect(page.get_by_text("No game is like that.")).to_be_visible()
    assert trouble(page) == []
    phone.forgive()

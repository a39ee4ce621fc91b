"""The group page and player page on a phone: links from home, paying in two taps, axe."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .page_state import until
from .touch import TouchDriver
from .viewport import trouble_at_sizes

# what is wider than the page, or than its card
OVERFLOW = """size => {
  document.documentElement.style.fontSize = size;
  for (const each of document.querySelectorAll(".period")) each.open = true;
  const { scrollWidth, clientWidth } = document.documentElement;
  const edge = (each) => each.closest(".paper").getBoundingClientRect().right;
  return [...document.querySelectorAll(".copy")]
    .filter((each) => each.getBoundingClientRect().right > edge(each)).map((each) => each.textContent)
    .concat(scrollWidth > clientWidth ? [`page: ${scrollWidth} px`] : []);
}"""


def crowd(page: Page) -> None:
    """Three games, two of them for money, and the home of the group."""
    page.goto("/")
    evening = OtherPlayer(page)
    for names in (["Cleo", "Ana", "Dev", "Bo"], ["Ana", "Bo"], ["Cleo", "Bo"]):
        address = evening.start("general", names, stake="fixed", kind="fixed", amount="1.70", unit="EUR")
        evening.write(address, box="fives", dice="55555", throws="1")
    page.goto("/")
    page.get_by_role("link", name=re.compile("wins, records, ratings")).tap()
    expect(page.get_by_role("heading", name="The last evening")).to_be_visible()


def test_paid_in_two_taps_and_on_to_player(phone: Phones) -> None:
    page = phone()
    crowd(page)
    thumb = TouchDriver(page)
    thumb.tap(page.get_by_label("Paid: Bo to Cleo").first)
    thumb.tap(page.get_by_role("button", name="Yes, €5.10 paid"))
    expect(page.get_by_role("status")).to_have_text("Bo paid Cleo €5.10.")
    assert thumb.taps == 2
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    page.get_by_role("link", name=re.compile("^Cleo, 2 games won")).tap()
    expect(page.get_by_role("heading", name="Cleo")).to_be_visible()
    expect(page.get_by_text("provisional: fewer than five games")).to_be_visible()


def test_period_opens_above_the_key_of_a_new_game(phone: Phones) -> None:
    page = phone(height=600)
    crowd(page)
    page.evaluate("""() => {
      const key = document.querySelector(".panel").getBoundingClientRect();
      scrollBy(0, document.querySelector(".period summary").getBoundingClientRect().bottom - key.top + 10);
    }""")
    page.locator(".period summary").tap()
    until(
        page,
        """() => {
          const last = [...document.querySelectorAll(".period li a")].at(-1).getBoundingClientRect();
          return last.bottom <= document.querySelector(".panel").getBoundingClientRect().top;
        }""",
        True,
    )


def test_long_season_and_bank_account_fit_narrow_pages(phone: Phones) -> None:
    page = phone()
    crowd(page)
    group = page.url.partition("?")[0]
    page.goto(f"{group}seasons/")
    page.get_by_label("Name").fill("W" * 40)
    for label in ("First day", "Last day"):
        page.get_by_label(label).fill("2026-01-01")
    page.get_by_role("button", name="Add the season").tap()
    expect(page.get_by_role("heading", name="W" * 40)).to_be_visible()
    page.goto(f"{group}people/")
    page.get_by_role("link", name="Cleo").tap()
    page.get_by_label("How to pay").fill("DE89 3704 0044 0532 0130 00")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("heading", name="People", exact=True)).to_be_visible()
    for width, size in ((320, "100%"), (390, "100%"), (390, "200%")):
        page.set_viewport_size({"width": width, "height": 800})
        for path in ("", "money/", "seasons/"):
            page.goto(group + path)
            if path != "seasons/":
                expect(page.locator(".copy").first).to_be_visible()
            assert page.evaluate(OVERFLOW, size) == [], (width, size, path)


def test_group_page_passes_axe(phone: Phones) -> None:
    page = phone()
    crowd(page)
    looked_at(page)
    page.get_by_role("link", name="All evenings").tap()
    expect(page.get_by_role("heading", name="Evenings")).to_be_visible()
    looked_at(page)
    page.locator(".calendar a").tap()
    expect(page.get_by_role("heading", name="For the chat")).to_be_visible()
    looked_at(page)
    page.get_by_role("link", name="Evenings", exact=True).tap()
    page.get_by_role("link", name="The group").tap()
    expect(page.get_by_role("heading", name="The last evening")).to_be_visible()
    page.get_by_role("link", name=re.compile("^Bo, 0 games won")).tap()
    expect(page.get_by_role("heading", name="Bo", exact=True)).to_be_visible()
    looked_at(page)
    page.get_by_role("link", name="Year in review").tap()
    expect(page.get_by_text("Favourite game")).to_be_visible()
    looked_at(page)
    page.go_back()
    page.get_by_role("link", name="The group").tap()
    page.get_by_role("link", name="Hall of fame").tap()
    expect(page.get_by_role("heading", name="Highest totals")).to_be_visible()
    looked_at(page)


def looked_at(page: Page) -> None:
    """As it comes, and with everything unfolded."""
    assert trouble_at_sizes(page) == []
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    assert trouble_at_sizes(page) == []

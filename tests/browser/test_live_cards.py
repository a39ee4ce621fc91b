"""Two phones at one card table: a draft stays while the other phone writes."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.two_phones import HIDE, two
from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .page_state import wait_until_fetched
from .touch import DraftDriver

LOOK = re.compile(r"/table/\w+/\?")


def test_correction_stays_while_another_phone_begins_next_round(phone: Phones) -> None:
    """It was tapped at already: the taps that follow are about the same round."""
    one, other = two(phone, "Ana", "Bo", game="forty_fives")
    thumb = DraftDriver(one)
    for key in ("trump-H", *["took-1"] * 4, "took-2", "best-1"):
        thumb.press(key)
    thumb.write()
    thumb.tap(one.locator(".sheet a.round"))
    thumb.tap(one.locator(".panel").get_by_role("link", name="Correct"))
    thumb.press("best-2")
    line = one.locator("#pad input[name=line]")
    expect(line).to_have_value("1")
    with one.expect_response(LOOK):
        other.locator("button[name=press][value='trump-H']").tap()
    one.wait_for_timeout(300)
    expect(line).to_have_value("1")
    thumb.press("best-1")
    expect(line).to_have_value("1")


def test_suit_that_was_chosen_stays_until_its_card_is_tapped(phone: Phones) -> None:
    """A look at the table comes between the two taps."""
    page = phone()
    page.goto("/")
    page.goto(OtherPlayer(page).start("forty_fives", ["Ana", "Bo"]))
    wait_until_fetched(page, "/pending_lines")
    thumb = DraftDriver(page)
    thumb.press("mode-cards")
    thumb.tap(page.locator(".suits label:has(#suit-S)"))
    page.evaluate(HIDE, True)
    with page.expect_response(LOOK):
        page.evaluate(HIDE, False)
    page.wait_for_timeout(300)
    expect(page.locator("#suit-S")).to_be_checked()
    thumb.press("card-KS")

"""Card tables after the signal has returned: nothing is left of what waited."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tests.browser.outbox import offline
from tests.browser_contexts import Phones

from .card_lines import NAMES, press, start, write
from .card_states import GRACE
from .touch import TouchDriver

ROUNDS = [
    "trump-H took-1 took-2 took-1 took-3 took-1 best-1",
    "trump-S took-2 took-2 took-2 took-3 took-4 best-2",
]
# the next turn of the first player brings the turn of grace
GRACE_NEXT = [json.dumps({"player": player, **turn}) for player, turn in GRACE[:10]]


def lay_last_cards(thumb: TouchDriver) -> None:
    """Enter and write the turn that brings the turn of grace."""
    for card in ("JH", "9D"):
        thumb.tap(thumb.page.locator(f".suits label:has(#suit-{card[-1]})"))
        press(thumb, f"card-{card}")
    thumb.page.wait_for_timeout(260)
    thumb.tap(thumb.page.locator("#pad .go[form=write]:visible"))


def expect_clean(page: Page) -> None:
    """The sheet has every line, and the heading is back."""
    expect(page.locator("#signal.live")).to_be_visible(timeout=20_000)
    expect(page.locator("#table .waiting, #note, #table [data-line]")).to_have_count(0, timeout=20_000)
    expect(page.locator("#who:not(.vh)")).to_be_visible()
    expect(page.locator("#table .undo")).to_be_visible()


def test_notice_of_waiting_rounds_goes_when_they_are_sent(phone: Phones) -> None:
    thumb = start(phone())
    page = thumb.page
    offline(page)
    for line in ROUNDS:
        press(thumb, *line.split())
        write(thumb)
    expect(page.locator("#note")).to_contain_text("2 lines wait")
    offline(page, on=False)
    expect_clean(page)
    phone.forgive()


def test_notice_of_waiting_turn_goes_when_it_is_sent(phone: Phones) -> None:
    """The turn brings a turn of grace, which only the server continues."""
    thumb = start(phone(), "generals_and_majors", NAMES[:2], GRACE_NEXT)
    page = thumb.page
    offline(page)
    lay_last_cards(thumb)
    expect(page.locator("#note")).to_contain_text("1 line waits")
    offline(page, on=False)
    expect_clean(page)
    expect(page.locator("#who")).to_contain_text("Bo must gain at least 2")
    phone.forgive()

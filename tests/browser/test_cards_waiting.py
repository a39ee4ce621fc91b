"""Card tables with lines that wait: what the panel says of them, and nothing of it once they are sent."""

from __future__ import annotations

import json
import re

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
NEEDS_SIGNAL = "This needs the signal. What was tapped stays."
WRITTEN = '{"trump":"S","tricks":["2","2","2","2","2"],"best":"2"}'
# the next turn of the first player brings the turn of grace
GRACE_NEXT = [json.dumps({"player": player, **turn}) for player, turn in GRACE[:10]]


def lay(thumb: TouchDriver, *cards: str) -> None:
    """Lay cards in a turn."""
    for card in cards:
        if not thumb.page.locator(f"#suit-{card[-1]}").is_checked():
            thumb.tap(thumb.page.locator(f".suits label:has(#suit-{card[-1]})"))
        press(thumb, f"card-{card}")


def lay_last_cards(thumb: TouchDriver) -> None:
    """Enter and write the turn that brings the turn of grace."""
    lay(thumb, "JH", "9D")
    write(thumb)


def write_waiting(thumb: TouchDriver, count: int) -> None:
    """Write a line without signal, and wait until all that wait are drawn."""
    write(thumb)
    expect(thumb.page.locator("tr.waiting")).to_have_count(count)


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
    for count, line in enumerate(ROUNDS, 1):
        press(thumb, *line.split())
        write_waiting(thumb, count)
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
    expect(page.locator("#who")).to_contain_text(f"Turn of grace for Bo {NEEDS_SIGNAL}")
    expect(page.locator(".lead-bar b")).to_have_text("Ana leads by 21")
    expect(page.locator(".side.mine")).to_contain_text("Bo")
    expect(page.locator("#pad-sheet .pencil, #pad [name=press], #pad [form=write]")).to_have_count(0)
    offline(page, on=False)
    expect_clean(page)
    expect(page.locator("#who")).to_contain_text("Bo must gain at least 2")
    phone.forgive()


def test_cards_and_texts_of_a_turn_stand_apart_while_a_line_waits(phone: Phones) -> None:
    thumb = start(phone(), "generals_and_majors", NAMES[:2], GRACE_NEXT)
    page = thumb.page
    offline(page)
    lay(thumb, "JH")
    write(thumb)
    expect(page.locator("#note")).to_contain_text("1 line waits")
    lay(thumb, "3C")
    expect(page.locator(".laid-cards")).to_be_visible()
    assert page.locator("#pad").evaluate("pad => pad.getBoundingClientRect().height") < 400
    expect(page.locator("#who")).to_be_visible()


def test_round_that_may_end_the_game_says_what_it_waits_for(phone: Phones) -> None:
    thumb = start(phone(), **{"rule-target": "50"})
    page = thumb.page
    offline(page)
    for count in (1, 2):
        press(thumb, "trump-H", *["took-1"] * 4, "took-2", "best-1")
        write_waiting(thumb, count)
    expect(page.locator("#who")).to_have_text(f"Round 2 may be the last {NEEDS_SIGNAL}")
    expect(page.locator("#pad [name=press], #pad [form=write]")).to_have_count(0)
    expect(page.locator("#pad [data-do=back]")).to_be_visible()


def test_champion_is_named_without_signal(phone: Phones) -> None:
    thumb = start(phone(), "generala_cards", NAMES[:3])
    page = thumb.page
    offline(page)
    press(thumb, "out-2", "out-1")
    write(thumb)
    dropped = page.locator(".sheet thead th.dropped")
    expect(dropped).to_have_count(1)
    expect(dropped).to_contain_text("Cleo, dropped")
    press(thumb, "out-1")
    write(thumb)
    expect(page.locator("#who")).to_have_text("Ana is champion")
    expect(page.locator("#pad [name=press], #pad [form=write], #pad-sheet .above")).to_have_count(0)
    expect(dropped).to_have_count(2)
    offline(page, on=False)
    expect(page.locator(".result")).to_contain_text("Ana", timeout=20_000)


def test_key_names_the_round_that_it_takes_back(phone: Phones) -> None:
    """Without signal; what went is named, and the header still says that there is no signal."""
    thumb = start(phone(), keys=[WRITTEN])
    page = thumb.page
    offline(page)
    press(thumb, *ROUNDS[1].split())
    write(thumb)
    back = page.locator("#pad [data-do=back]")
    expect(back).to_have_text("Take back round 2")
    thumb.tap(back)
    expect(page.locator("#taken")).to_have_text("Taken back: Round 2 is over: Ana –, Bo +20, Cleo +5, Dev +5")
    expect(page.locator("#who")).to_contain_text("Round 2")
    expect(page.locator("#signal")).to_have_text("No signal")
    press(thumb, "trump-H")
    expect(page.locator("#taken")).to_have_count(0)
    offline(page, on=False)
    expect(page.locator("#signal.live")).to_be_visible(timeout=20_000)
    phone.forgive()


def test_waiting_undo_says_that_it_needs_the_signal(phone: Phones) -> None:
    thumb = start(phone(), keys=[WRITTEN])
    page = thumb.page
    offline(page)
    thumb.tap(page.locator("#pad .undo"))
    expect(page.locator("#note")).to_have_text(f"Take back round 1. {NEEDS_SIGNAL}")
    expect(page.locator("#pad [name=press]:enabled")).to_have_count(0)
    thumb.tap(page.get_by_role("button", name="Discard"))
    expect(page.locator("#pad [name=press]:enabled")).not_to_have_count(0)
    expect(page.locator("#pad .undo")).to_be_visible()


def test_bid_without_bidder_says_why_without_signal(phone: Phones) -> None:
    thumb = start(phone(), **{"rule-auction": "true"})
    page = thumb.page
    page.route("**/draft/", lambda route: route.abort())
    offline(page)
    press(thumb, "bidder-1", "back")
    page.locator("#bid-20").tap(force=True)  # a refused key counts as disabled for the driver
    expect(page.locator("#refused")).to_have_text("Choose the bidder first.")


def test_marker_is_on_the_newest_waiting_round(phone: Phones) -> None:
    thumb = start(phone(), keys=[WRITTEN])
    page = thumb.page
    expect(page.locator("td.new")).to_have_count(4)
    offline(page)
    for count, line in enumerate(ROUNDS, 1):
        press(thumb, *line.split())
        write_waiting(thumb, count)
    expect(page.locator("td:is(.new, .newest)")).to_have_count(4)
    expect(page.locator("tr.waiting").nth(1).locator("td.newest")).to_have_count(4)
    expect(page.locator("tr.waiting th")).to_have_text([re.compile(r"^2\D*Ana$"), re.compile(r"^3\D*Bo$")])
    thumb.tap(page.locator("#pad [data-do=back]"))
    expect(page.locator("tr.waiting td.newest")).to_have_count(4)

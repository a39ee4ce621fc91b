"""Cards tapped without signal: marked "to be checked", sent in order, dropped from the first refusal on."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.outbox import offline
from tests.browser_contexts import Phones

from .card_lines import press
from .other_player import OtherPlayer
from .touch import TouchDriver


def start(phone: Phones) -> TouchDriver:
    """Open a game of Generals and Majors with the script loaded that keeps cards."""
    page = phone()
    page.goto("/")
    address = OtherPlayer(page).start("generals_and_majors", ["Ana", "Bo"])
    with page.expect_response("**/round_offline*.js"):
        page.goto(address)
    return TouchDriver(page)


def test_cards_without_signal_are_sent_in_order(phone: Phones) -> None:
    thumb = start(phone)
    page = thumb.page
    offline(page)
    press(thumb, "card-AH", "card-2H")
    expect(page.locator("#unchecked")).to_contain_text("To be checked: ")
    expect(page.locator("#pad [name=press][value='card-2H']")).to_be_disabled()
    expect(page.locator("#pad input[name=step]")).to_have_value("0")
    offline(page, on=False)
    expect(page.locator("#unchecked")).to_have_count(0, timeout=20_000)
    expect(page.locator("#pad input[name=step]")).to_have_value("2")
    expect(page.locator("#pad [name=press][value='off-2H']")).to_have_count(1)
    phone.forgive()


def test_refused_card_drops_those_after_it(phone: Phones) -> None:
    thumb = start(phone)
    page = thumb.page
    offline(page)
    press(thumb, "card-AH", "card-KH", "card-2H")
    expect(page.locator("#unchecked")).to_contain_text("two of hearts")
    offline(page, on=False)
    expect(page.locator("#unchecked")).to_contain_text("Not entered: ", timeout=20_000)
    expect(page.locator("#pad input[name=step]")).to_have_value("1")
    phone.forgive()


def test_cards_without_response_survive_a_reload(phone: Phones) -> None:
    thumb = start(phone)
    page = thumb.page
    page.route("**/draft/", lambda route: route.abort())
    press(thumb, "card-AH", "card-2H")
    expect(page.locator("#unchecked")).to_contain_text("To be checked: ")
    page.reload()
    expect(page.locator("#unchecked")).to_contain_text("To be checked: ", timeout=20_000)
    page.unroute("**/draft/")
    expect(page.locator("#pad input[name=step]")).to_have_value("2", timeout=20_000)
    phone.forgive()

"""The browser's back button closes what was opened at a card table before it leaves the page."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.other_player import OtherPlayer, seat
from tests.browser.touch import DraftDriver
from tests.browser_contexts import Phones

from .page_state import until, wait_until_fetched

ENTRIES = "() => history.state?.depth ?? 0"


def at_table(page: Page, game: str, names: list[str], *keys: str) -> DraftDriver:
    """A thumb at a new card table after these taps, whose later scripts are loaded."""
    seat(page, game, names)
    if keys:
        OtherPlayer(page).tap(page.url.removeprefix(OtherPlayer(page).base), *keys)
        page.reload()
    wait_until_fetched(page, "/pending_lines")
    page.wait_for_timeout(300)
    return DraftDriver(page)


def back(page: Page, heading: str, depth: int) -> None:
    """Go back, and wait for the question that is open then."""
    page.go_back()
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    until(page, ENTRIES, depth)


def test_back_closes_disputed_trick_with_its_cards(phone: Phones) -> None:
    page = phone()
    thumb = at_table(page, "forty_fives", ["Ana", "Bo"], "trump-H")
    thumb.press("settle")
    until(page, ENTRIES, 1)
    thumb.card("KS")
    until(page, ENTRIES, 1)
    back(page, "Who took trick 1?", 0)
    page.go_back()
    expect(page.locator("#table")).to_have_count(0)


def test_back_closes_suit_then_turned_card_then_order(phone: Phones) -> None:
    page = phone()
    thumb = at_table(page, "forty_fives", ["Ana", "Bo"], "trump-H")
    thumb.tap(page.locator(".trump-order summary"))
    until(page, ENTRIES, 1)
    page.go_back()
    expect(page.locator(".trump-order")).not_to_have_attribute("open", "")
    thumb.press("turning")
    until(page, ENTRIES, 1)
    thumb.tap(page.locator(".suits label:has(#suit-S)"))
    until(page, ENTRIES, 2)
    back(page, "Which card was turned?", 1)
    expect(page.locator("#suit-S")).not_to_be_checked()
    back(page, "Who took trick 1?", 0)


def test_back_closes_card_to_correct_then_every_card(phone: Phones) -> None:
    page = phone()
    thumb = at_table(page, "forty_fives", ["Ana", "Bo"])
    thumb.press("mode-cards")
    until(page, ENTRIES, 1)
    thumb.card("7H")
    until(page, ENTRIES, 1)
    thumb.press("rob-nobody")
    thumb.press("robbed")
    thumb.card("KS")
    thumb.press("fix-0-0")
    until(page, ENTRIES, 2)
    back(page, "What does", 1)
    back(page, "Who took trick 1?", 0)
    expect(page.get_by_role("button", name="Back to the cards")).to_be_visible()


@pytest.mark.parametrize(("key", "question"), [("mode-cards", "leads"), ("settle", "Who led"), ("end", "?")])
def test_back_closes_views_of_generala(phone: Phones, key: str, question: str) -> None:
    page = phone()
    thumb = at_table(page, "generala_cards", ["Ana", "Bo", "Cleo"])
    thumb.press(key)
    expect(page.locator("#who")).to_contain_text(question)
    until(page, ENTRIES, 1)
    back(page, "Who ran out first?", 0)


def test_back_closes_other_line_of_generals(phone: Phones) -> None:
    page = phone()
    thumb = at_table(page, "generals_and_majors", ["Ana", "Bo"])
    thumb.press("look-close")
    until(page, ENTRIES, 1)
    thumb.press("other-concede-1")
    until(page, ENTRIES, 1)
    page.go_back()
    expect(page.locator("button[value=other-concede-1]")).to_be_visible()
    until(page, ENTRIES, 1)
    back(page, "Ana plays: which cards?", 0)

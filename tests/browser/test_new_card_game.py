"""The new game form of card games: names, dealer, seats drawn by cards."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.new_game_form import answered, seated, settled, typed
from tests.browser_contexts import Phones

from .viewport import trouble_at_sizes

FIVE = ("Ana", "Bo", "Cleo", "Dev", "Eva")


def draw(page: Page, card: str) -> None:
    """Two taps: the suit, then the rank. A joker is one."""
    if not card.startswith("JK"):
        page.locator(f"label:has(#suit-{card[-1]})").tap()
    answered(page, f"#card-{card}")


def started(page: Page) -> None:
    page.locator("#start").tap()
    page.wait_for_url("**/table/**")


def test_forty_fives_in_two_sides(phone: Phones) -> None:
    page = typed(phone(), *FIVE[:3], game="forty_fives")
    page.keyboard.type("Dev")
    expect(page.locator("#start")).to_have_text("Start: Dev deals")
    expect(page.locator(".seats li", has=page.locator("small"))).to_have_text(
        ["4 D deals"], use_inner_text=True
    )
    page.keyboard.press("Enter")
    settled(page)
    answered(page, "label:has(#dealer-2)")
    expect(page.locator("#start")).to_have_text("Start: Bo deals")
    answered(page, "label:has(#sides-2)")
    expect(page.locator(".sides + .hint")).to_have_text("Ana and Cleo play Bo and Dev.")
    page.locator("#house-rules summary").tap()
    answered(page, "#more-target")
    expect(page.locator("#rule-target-number")).to_have_value("125")
    page.locator("#rule-target-number").fill("121")
    answered(page, "#start")
    expect(page.locator("#rule-target-number")).to_be_focused()
    expect(page.locator("#wrong-target")).to_have_text("Enter a number from 30 to 500, in steps of 5.")
    page.locator("#rule-target-number").fill("120")
    started(page)


def test_three_sides_fit_beside_short_names(phone: Phones) -> None:
    page = typed(phone(), *FIVE, "Alexandrina", game="forty_fives")
    settled(page)
    answered(page, "label:has(#sides-3)")
    heights = page.locator(".sides li").evaluate_all("rows => rows.map((row) => row.offsetHeight)")
    assert max(heights[:5]) < 60
    name = page.locator(".sides .grow").last.evaluate("name => name.offsetHeight")
    assert name < 30


def test_generala_with_seats_drawn(phone: Phones) -> None:
    page = typed(phone(), *FIVE, game="generala_cards")
    settled(page)
    answered(page, "#draw")
    for card in ("KH", "2S", "KD", "JK1", "10C"):
        draw(page, card)
    expect(page.locator(".note-top:visible")).to_have_text("A tie. Ana and Cleo draw again.")
    page.locator("#card-1").fill("as")
    page.locator("#card-3").fill("3♣")
    answered(page, "#show-order")
    expect(page.locator(".hint")).to_have_text("Dev deals. Then, counter-clockwise: Ana, Eva, Cleo and Bo.")
    answered(page, "#take-order")
    seated(page, "Dev", "Ana", "Eva", "Cleo", "Bo")
    expect(page.locator("#start")).to_have_text("Start: Dev deals")
    started(page)


def test_generals_and_majors_has_two_lines(phone: Phones) -> None:
    page = typed(phone(), "Ana", game="generals_and_majors")
    page.keyboard.type("Bo")
    expect(page.locator(".seats > li")).to_have_count(2)
    expect(page.locator("#start")).to_have_text("Start: Ana plays first")
    page.keyboard.press("Enter")
    settled(page)
    answered(page, "label:has(#dealer-1)")
    expect(page.locator("#start")).to_have_text("Start: Bo plays first")
    started(page)


def test_new_card_game_without_script(phone: Phones) -> None:
    page = phone(javascript=False)
    page.goto("/new/generala_cards/")
    page.locator("#name-1").fill("Ana")
    page.locator("#name-2").fill("Bo")
    page.locator("#draw").click()
    page.locator("label:has(#suit-H)").click()
    page.locator("#card-KH").click()
    page.locator("#card-2").fill("AS")
    page.locator("#show-order").click()
    page.locator("#take-order").click()
    seated(page, "Bo", "Ana", "")
    page.locator("label:has(#dealer-2)").click()
    started(page)


def states(page: Page) -> Iterator[str]:
    """Every state of the set-up that only card games have."""
    page.goto("/")
    yield "home"
    typed(page, *FIVE[:4], game="forty_fives")
    settled(page)
    page.locator("#house-rules summary").click()
    page.locator("#rule-target-number").fill("121")
    answered(page, "#start")
    yield "target"
    typed(page, *FIVE, game="generala_cards")
    settled(page)
    page.locator("#stake summary").click()
    answered(page, "label:has(#stake-low_pays)")
    yield "generala"
    answered(page, "#draw")
    page.locator("label:has(#suit-H)").click()
    yield "draw"
    page.locator("#card-1").fill("kh")
    page.locator("#card-2").fill("KH")
    answered(page, "#show-order")
    yield "draw-error"
    for number, card in enumerate(("KD", "3S", "4S", "5S"), start=2):
        page.locator(f"#card-{number}").fill(card)
    answered(page, "#show-order")
    yield "draw-tie"
    typed(page, *FIVE[:2], game="generals_and_majors")
    settled(page)
    yield "generals"


@pytest.mark.thorough
@pytest.mark.slow
def test_new_card_game_passes_axe(phone: Phones) -> None:
    page = phone()
    assert [f"{name}: {each}" for name in states(page) for each in trouble_at_sizes(page)] == []


def test_immediate_start_asks_for_partners(phone: Phones) -> None:
    """The fourth field has the focus: every name may deal, and sides are asked before the start."""
    page = typed(phone(), *FIVE[:3], game="forty_fives")
    settled(page)
    page.keyboard.type("Dev")
    expect(page.locator("#dealer-title + fieldset label")).to_have_text(["Ana", "Bo", "Cleo", "Dev"])
    expect(page.locator("#dealer-4")).to_be_checked()
    expect(page.locator("[name=sides]")).to_have_count(2)  # asked while the name is typed
    expect(page.locator("[name=sides]:checked")).to_have_count(0)
    page.locator("#start").tap()
    expect(page.locator("#wrong-sides")).to_have_text(
        "Everyone for themselves, or with partners? Choose, then start."
    )
    expect(page.locator("#sides-0")).to_be_focused()
    answered(page, "label:has(#sides-2)")
    started(page)
    expect(page.locator(".sheet thead th")).to_have_count(2)

"""The new game form and the change page on a phone: few taps, no reload, axe."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.new_game_form import answered, left, seated, settled, typed
from tests.browser_contexts import Phones

from .viewport import trouble_at_sizes

FOUR = ("Ana", "Bo", "Cleo", "Dev")


def test_five_taps_and_two_names(phone: Phones) -> None:
    """From the first page to the table; two taps if the first field has the focus already."""
    page = phone()
    page.goto("/")
    page.get_by_role("link", name="General", exact=False).filter(has_text="Puerto Rican").tap()
    page.locator("#name-1").tap()
    page.keyboard.type("Ana")
    page.locator("#name-2").tap()
    page.keyboard.type("Bo")
    expect(page.locator("#start")).to_have_text("Start: Ana rolls first")
    page.locator("#start").tap()
    page.wait_for_url("**/table/**")
    expect(page.locator(".sheet thead")).to_contain_text("Bo")


def test_names_without_tap(phone: Phones) -> None:
    page = typed(phone(), *FOUR)
    expect(page.locator("#name-5")).to_be_focused()
    expect(page.locator(".seats .c:visible")).to_have_text(["A", "B", "C", "D"])
    settled(page)
    expect(page.get_by_role("radio", name="2 sides")).to_be_attached()
    page.keyboard.type("Ev")
    answered(page, "#up-2")
    seated(page, "Bo", "Ana", "Cleo", "Dev", "Ev", "")
    expect(page.locator("#up-2")).to_be_focused()
    expect(page.locator("#start")).to_have_text("Start: Bo rolls first")


def test_page_is_never_loaded_again_while_it_is_edited(phone: Phones) -> None:
    page = typed(phone(), *FOUR)
    page.evaluate("window.mark = 1")
    page.locator("#house-rules summary").click()
    answered(page, "label:has(#rule-straights-basic)")
    expect(page.locator("#house-rules")).to_have_attribute("open", "")
    expect(page.locator("#rule-straights")).to_contain_text("changed")
    expect(page.locator("#rule-straights-basic")).to_be_focused()
    answered(page, "#printed")
    expect(page.locator("#rule-straights-ones_wild")).to_be_checked()
    page.locator("#stake summary").click()
    answered(page, "label:has(#stake-per_point)")
    page.locator("#amount").fill("five")
    answered(page, "#start")
    expect(page.locator("#amount")).to_be_focused()
    expect(page.locator("#wrong-amount")).to_be_visible()
    page.locator("#amount").fill("0,05")
    page.locator("#unit").select_option("EUR")
    expect(page.locator("#example")).to_have_text("Lose by 30 points, pay €1.50.")
    assert page.evaluate("window.mark") == 1
    page.locator("#start").click()
    page.wait_for_url("**/table/**")


def test_marked_text_stays_marked_when_answer_comes(phone: Phones) -> None:
    page = typed(phone(), *FOUR)
    page.locator("#stake summary").click()
    answered(page, "label:has(#stake-per_point)")
    page.locator("#amount").fill("five")
    answered(page, "#start")
    held: list[Route] = []
    page.route("**/new/general/", lambda route: held.append(route))  # noqa: PLW0108 - not a built-in
    page.locator("#name-4").fill("Devi")
    page.locator("#amount").focus()
    page.locator("#amount").select_text()
    held[0].continue_()
    settled(page)
    page.keyboard.insert_text("1")
    expect(page.locator("#amount")).to_have_value("1")
    expect(page.locator("#name-4")).to_have_value("Devi")


def test_click_is_not_lost_when_page_moves(phone: Phones) -> None:
    """A response to earlier input removes a line above the button while the pointer is down."""
    page = typed(phone(), *FOUR)
    page.locator("#stake summary").click()
    answered(page, "label:has(#stake-per_point)")
    page.locator("#amount").fill("five")
    answered(page, "#start")
    expect(page.locator(".note-top:visible")).to_be_visible()
    page.locator("#amount").fill("5")
    page.locator("#draw").hover()
    with page.expect_response("**/new/general/"):
        page.mouse.down()
    page.wait_for_timeout(100)  # the page had time to move
    page.mouse.up()
    expect(page.locator("#draw-panel")).to_be_visible()


def test_focus_stays_in_next_field(phone: Phones) -> None:
    """Only a tap on the button shows errors; background validation moves no focus."""
    page = typed(phone(), *FOUR, game="forty_fives")
    page.locator("#house-rules summary").click()
    page.locator("#rule-target-number").fill("121")
    page.locator("#name-5").focus()
    expect(page.locator("#wrong-target")).to_be_visible()
    expect(page.locator("#name-5")).to_be_focused()
    answered(page, "#start")
    expect(page.locator("#rule-target-number")).to_be_focused()


def test_heading_has_no_ring_after_last_name(phone: Phones) -> None:
    page = typed(phone(), *(f"Player {number}" for number in range(9)), game="general")
    page.locator("#name-10").fill("Last")
    page.keyboard.press("Enter")
    expect(page.locator("#who")).to_be_focused()
    expect(page.locator("#who")).to_have_css("outline-style", "none")


def test_opening_throw_by_keys(phone: Phones) -> None:
    page = typed(phone(), *FOUR)
    answered(page, "#draw")
    for dice in ("11346", "66612", "12346", "11346", "55555", "12346"):
        for face in dice[:4]:
            page.locator(f"#face-{face}").tap()
        answered(page, f"#face-{dice[4]}")
    expect(page.locator(".hint")).to_have_text("Cleo rolls first, then Dev, Ana and Bo.")
    answered(page, "#take-order")
    expect(page.locator("#start")).to_have_text("Start: Cleo rolls first")


def test_game_is_changed_without_script(phone: Phones) -> None:
    page = phone(javascript=False)
    page.goto("/new/general/")
    page.locator("#name-1").fill("Ana")
    page.locator("#name-2").fill("Bo")
    page.get_by_role("button", name="another name").click()
    page.locator("#name-3").fill("Cleo")
    page.locator("#start").click()
    table = page.url
    page.goto(f"{table}change/")
    page.locator("#name-2").fill("Bob")
    page.locator("#up-3").click()
    page.locator("label:has(#look-dark)").click()
    page.locator("#keep").click()
    expect(page).to_have_url(table)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("#subtitle")).to_have_text("Ana, Cleo, Bob")


def set_up_states(page: Page) -> Iterator[str]:
    """Yield every state of the set-up that only a form leads to, after checking that it shows."""
    typed(page, *FOUR)
    settled(page)
    expect(page.get_by_role("radio", name="2 sides")).to_be_attached()
    yield "typed"
    answered(page, "label:has(#sides-2)")
    expect(page.locator(".sides + .hint")).to_contain_text("Ana and Cleo")
    yield "sides"
    page.locator("#house-rules summary").click()
    answered(page, "label:has(#rule-straights-basic)")
    page.locator("#stake summary").click()
    answered(page, "label:has(#stake-more)")
    expect(page.locator("#rule-straights")).to_contain_text("changed")
    expect(page.locator("#stake .others")).to_be_visible()
    yield "opened"
    page.locator("#unit").select_option("thing")
    page.locator("#amount").fill("five")
    page.locator("#name-5").fill("bo")
    answered(page, "#start")
    expect(page.locator(".err:visible")).to_have_count(2)
    yield "errors"
    page.locator("#name-5").fill("")
    page.locator("#amount").fill("1")
    page.locator("#thing").fill("round of drinks")
    answered(page, "#draw")
    expect(page.locator("#dice-1")).to_be_visible()
    yield "draw"


def draw_states(page: Page) -> Iterator[str]:
    """Every state of the opening throw, up to the game that follows."""
    page.locator("#dice-1").fill("77")
    page.locator("#dice-2").fill("66612")
    answered(page, "#show-order")
    expect(page.locator("#wrong-1")).to_be_visible()
    yield "draw-error"
    for number, dice in ((1, "11346"), (3, "12346"), (4, "11346")):
        page.locator(f"#dice-{number}").fill(dice)
    left(page)
    expect(page.locator(".note-top:visible")).to_contain_text("A tie.")
    yield "draw-tie"
    page.locator("#dice-1").fill("55555")
    page.locator("#dice-4").fill("12346")
    left(page)
    expect(page.locator("#take-order")).to_be_visible()
    yield "draw-order"
    answered(page, "#take-order")
    page.locator("#start").click()
    page.wait_for_url("**/table/**")


def change_states(page: Page) -> Iterator[str]:
    """Every state of the page that changes a game."""
    table = page.url
    for face in "44442":
        page.locator(f".faces [data-face='{face}']").click()
    settled(page)
    answered(page, "#four_of_a_kind")
    page.goto(f"{table}change/")
    expect(page.locator("#end")).to_be_visible()
    yield "change"
    page.locator("#house-rules summary").click()
    answered(page, "label:has(#rule-four_of_a_kind_later-30)")
    page.locator("#name-2").fill("Cleo")
    answered(page, "#keep")
    expect(page.locator("#wrong-2")).to_be_visible()
    yield "change-error"
    page.locator("#name-2").fill("Boris")
    answered(page, "#keep")
    expect(page.locator("#yes")).to_be_visible()
    yield "change-question"
    page.goto(f"{table}change/")
    answered(page, "#home-2")
    expect(page.locator("#yes")).to_be_visible()
    yield "home-question"
    page.goto(f"{table}change/")
    answered(page, "#end")
    expect(page.locator("#yes")).to_be_visible()
    yield "end-question"
    page.locator('button[value="ended"]').click()
    page.wait_for_url(table)
    page.goto(f"{table}change/")
    expect(page.locator("#carry-on")).to_be_visible()
    yield "ended"


@pytest.mark.thorough
@pytest.mark.slow
def test_new_game_passes_axe(phone: Phones) -> None:
    page = phone()
    states = chain(set_up_states(page), draw_states(page), change_states(page))
    assert [f"{name}: {fault}" for name in states for fault in trouble_at_sizes(page)] == []


def test_back_and_start_again_ask_before_second_game(phone: Phones) -> None:
    page = phone()
    page.goto("/new/general/")
    for place, name in enumerate(("Ana", "Bo"), start=1):
        page.get_by_label(f"Name of player {place}", exact=True).fill(name)
    page.locator("#start").tap()
    page.wait_for_url("**/table/**")
    table = page.url
    page.go_back()
    page.locator("#start").tap()
    page.get_by_role("link", name="Go to that game").tap()
    page.wait_for_url(table)

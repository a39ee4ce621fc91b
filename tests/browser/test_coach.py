"""Ask the coach, a practice game and the coach at the table, with and without scripts."""

import re
from itertools import product
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser_contexts import Phones

from .other_player import OtherPlayer, seat
from .touch import SECOND, TouchDriver
from .viewport import TOO_WIDE, faults

HEADINGS = {
    "en-GB": ("Ask the coach", "The coach’s answer"),
    "de-DE": ("Coach fragen", "Das sagt der Coach"),
    "es-ES": ("Pregunta al coach", "Lo que dice el coach"),
    "fr-FR": ("Demander au coach", "La réponse du coach"),
}
STRUCK = (
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "odd_straight",
    "even_straight",
    "low_straight",
)
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def until_answered(page: Page, answer: str, *, javascript: bool = True) -> None:
    """Wait for the table of values: with scripts the page asks again by itself."""
    if javascript:
        expect(page.locator(answer)).to_be_attached(timeout=60_000)
    for _ in range(60):
        if page.locator(answer).count():
            return
        page.wait_for_timeout(1000)
        page.reload()


def check(page: Page) -> None:
    assert page.evaluate(TOO_WIDE) <= 0
    assert faults(page) == []


def test_end_of_a_game_leads_to_the_coach(phone: Phones) -> None:
    """From the result of a real game over its rules to the question, and to the answer."""
    page = phone()
    page.goto("/")
    evening = OtherPlayer(page)
    table = evening.start("crag", ["Ana", "Bo"])
    evening.fill(table, {box: ["", ""] for box in (*STRUCK, "high_straight", "three_of_a_kind", "thirteen")})
    evening.fill(table, {"crag": ["50", ""]})
    page.goto(table)
    thumb = TouchDriver(page)
    thumb.tap(page.get_by_role("link", name="The rules"))
    thumb.tap(page.get_by_role("link", name="Ask the coach"))
    page.get_by_label("Dice").fill("442")
    page.locator("label", has=page.locator("#left-1")).click()
    page.get_by_role("button", name="Ask the coach").click()
    until_answered(page, "#answers")
    expect(page).to_have_url(re.compile(r"/coach/crag/\?dice=442&left=1"))
    expect(page.locator("#answer li.best").first).to_contain_text("4 4")
    check(page)


@pytest.mark.parametrize(("width", "theme"), list(product((320, 390), THEMES)))
@pytest.mark.parametrize("locale", HEADINGS)
@pytest.mark.parametrize("javascript", [False, True])
def test_question_in_each_language(
    phone: Phones, width: int, theme: Literal["light", "dark"], locale: str, javascript: bool
) -> None:
    heading, answer = HEADINGS[locale]
    page = phone(width=width, theme=theme, javascript=javascript, locale=locale)
    page.goto("/coach/crag/")
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    page.locator("#dice").fill("44")
    page.locator(".btn.main").click()
    expect(page.locator("#wrong-dice")).to_be_visible()
    page.locator("#dice").fill("442")
    page.locator("#written summary").click()
    page.locator("#box-crag").fill("50")
    page.locator(".btn.again").click()
    until_answered(page, "#answers", javascript=javascript)
    expect(page.locator("#answers")).to_have_text(answer)
    expect(page.locator("#answer .advice").first.locator("li.best em")).to_have_text(re.compile(r"111[.,]16"))
    check(page)


@pytest.mark.parametrize("javascript", [True, False])
def test_practice_game_with_one_thumb(phone: Phones, javascript: bool) -> None:
    page = phone(javascript=javascript)
    page.goto("/coach/crag/practice/")
    page.get_by_role("button", name="Start").click()
    until_answered(page, ".duel", javascript=javascript)
    dice = page.locator(".tray-of-dice .vh").all_text_contents()
    page.locator(".tray-of-dice label").nth(0).click()
    page.locator(".panel .go").click()
    expect(page.locator(".note-top")).to_contain_text(re.compile("best choice|given away"))
    after = page.locator(".tray-of-dice .vh").all_text_contents()
    assert after[0] == dice[0]
    page.go_back()
    assert page.locator(".tray-of-dice .vh").all_text_contents() == dice
    page.go_forward()
    assert page.locator(".tray-of-dice .vh").all_text_contents() == after
    page.locator(".duel .offer").first.click()
    expect(page.locator(".coach-line")).to_be_visible()
    check(page)


@pytest.mark.parametrize("javascript", [True, False])
def test_coach_at_the_table_advises(phone: Phones, javascript: bool) -> None:
    page = phone(javascript=javascript)
    seat(page, "crag", ["Ana", "Bo"])
    page.goto(page.url + "change/")
    page.locator("label", has=page.locator("#coach-yes")).click()
    page.locator("#keep").click()
    expect(page.locator(".bar")).to_contain_text("with coach")
    page.goto(page.url.split("?")[0] + "?dice=442&throws=1")
    for _ in range(60):
        if not page.get_by_role("link", name="Ask again").count():
            break
        page.wait_for_timeout(1000)
        page.get_by_role("link", name="Ask again").click()
    expect(page.locator(".coach-strip b")).to_contain_text("4 4")
    expect(page.locator(".coach-strip span em")).to_have_count(13)
    check(page)
    if javascript:
        page.goto(page.url.split("?")[0])
        TouchDriver(page).dice([6, 6, 1], "crag", SECOND)
        expect(page.locator("#who")).to_contain_text("Bo’s turn")

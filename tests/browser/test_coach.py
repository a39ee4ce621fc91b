"""The coach after a game: its analysis, "Ask the coach", practice, the coach at the table."""

import re
from itertools import product
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser_contexts import Phones

from .coach_games import ASKED, THROWN, asked_again, awaited, coached, finished, from_result_to_coach
from .layout_checks import cramped
from .other_player import copied
from .touch import SECOND, TouchDriver
from .viewport import COLOURS, OPTIONS, at_hand, faults

HEADINGS = {
    "en": "The coach’s answer",
    "de": "Das sagt der Coach",
    "es": "Lo que dice el coach",
    "fr": "La réponse du coach",
}
WIDTHS = 320, 390
# the coach's style sheet comes with its first advice, after the tab of hidden rows has found its place
TAB_MEETS_COACH = """() => {
  const edge = (part, side) => document.querySelector(part)?.getBoundingClientRect()[side];
  return Math.abs(edge(".hidden-rows", "bottom") - edge(".coach-strip", "top")) < 3;
}"""
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.mark.parametrize("javascript", [True, False])
def test_end_of_a_game_leads_to_the_coach(phone: Phones, javascript: bool) -> None:
    """From the result of a real game over "How it was played" to the answers, in every language."""
    maker = phone()
    table = finished(maker)
    for (language, heading), (width, theme) in zip(HEADINGS.items(), product(WIDTHS, THEMES), strict=True):
        page = in_language(phone, maker, language, width=width, theme=theme, javascript=javascript)
        from_result_to_coach(page, table)
        expect(page.locator("#answers")).to_have_text(heading)


def test_coach_pages_fit_in_every_language(phone: Phones) -> None:
    """Pages of the coach in four languages, two widths, both themes: axe is clean, all fits."""
    page = maker = phone(width=320)
    table, pad = finished(page), coached(page)
    page.goto("/coach/general/practice/?start=1")
    awaited(page, ".duel")
    page.locator(".panel .go").click()
    addresses = {"practice": page.url, "ask": f"/coach/general/{ASKED}", "pad": pad + THROWN}
    page.goto(table)
    group = page.locator("a[href^='/group/']").first.get_attribute("href")
    addresses |= {"result": table, "played": f"{table}played/", "luck": f"{group}luck/"}
    addresses |= {"start": "/coach/general/practice/", "games": "/coach/"}
    page.goto(addresses["played"])
    awaited(page, "#winning .chart")
    found = []
    for language in HEADINGS:
        page = in_language(phone, maker, language)
        at_hand(page)
        for name, address in addresses.items():
            page.goto(address)
            expect(page.locator("html")).to_have_attribute("lang", language)
            found += [f"{language} {name} {fault}" for fault in trouble_at_widths(page)]
    assert found == []


def in_language(phone: Phones, maker: Page, language: str, **options: Any) -> Page:
    """Return a phone of the same person in another language."""
    page = phone(locale=f"{language}-{language.upper()}", **options)
    page.context.add_cookies(copied(maker.context))  # type: ignore[arg-type]
    return page


def trouble_at_widths(page: Page) -> list[str]:
    """Return the faults at both widths and in both themes, with everything unfolded.

    A theme changes colours and a width does not, so axe looks at the narrow page only.
    """
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    found = []
    for width in reversed(WIDTHS):
        page.set_viewport_size({"width": width, "height": 844})
        found += [f"{width}: {fault}" for fault in cramped(page)]
    for theme, options in zip(THEMES, (OPTIONS, COLOURS), strict=True):
        page.emulate_media(color_scheme=theme)
        found += [f"{theme}: {fault}" for fault in faults(page, options)]
    return found


@pytest.mark.parametrize("javascript", [True, False])
def test_practice_game_with_one_thumb(phone: Phones, javascript: bool) -> None:
    page = phone(javascript=javascript)
    page.goto("/coach/general/practice/")
    page.get_by_role("button", name="Start").click()
    asked_again(page, ".duel")
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


@pytest.mark.parametrize("javascript", [True, False])
def test_coach_at_the_table_advises(phone: Phones, javascript: bool) -> None:
    page = phone(javascript=javascript)
    table = coached(page)
    page.goto(table + THROWN)
    asked_again(page, ".coach-strip b")
    expect(page.locator(".coach-strip b")).to_contain_text("4 4 4")
    expect(page.locator(".coach-strip span em")).to_have_count(10)
    if javascript:
        page = in_language(phone, page, "en", height=664)  # without the coach's style sheet in its cache
        page.goto(table)
        thumb = TouchDriver(page)
        for face in (4, 4, 4, 1, 3):
            thumb.face(face)
        page.wait_for_function(TAB_MEETS_COACH)
        thumb.throw(SECOND)
        thumb.tap(thumb.box("fours"))
        expect(page.locator("#who")).to_contain_text("Alexandrina Wilhelmina’s turn")

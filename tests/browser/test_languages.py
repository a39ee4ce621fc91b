"""A short game in each language, on two phones of one person with other languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser_contexts import Phones

from .other_player import OtherPlayer, copied
from .touch import SECOND, TouchDriver

# next player; end; money
WORDS = {
    "es": ("Turno de Bo", "Gana Bo", "4,70\N{NO-BREAK SPACE}€"),
    "de": ("Bo ist dran", "Bo gewinnt", "4,70\N{NO-BREAK SPACE}€"),
    "fr": ("À Bo de jouer", "Bo gagne", "4,70\N{NO-BREAK SPACE}€"),
}
STRUCK = [
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "odd_straight",
    "even_straight",
    "low_straight",
]
STRUCK += ["high_straight", "three_of_a_kind", "thirteen"]


@pytest.mark.parametrize("language", WORDS)
def test_game_in_each_language(phone: Phones, language: str) -> None:
    who, won, money = WORDS[language]
    page = phone(locale=f"{language}-{language.upper()}")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    evening = OtherPlayer(page)
    table = evening.start("crag", ["Ana", "Bo"], stake="per_point", amount="0,10", unit="EUR")
    evening.fill(table, {box: ["", ""] for box in STRUCK} | {"ones": ["3", ""], "crag": [""]})
    page.goto(table)
    english = phone(locale="en-GB")
    english.context.add_cookies(copied(page.context))  # type: ignore[arg-type]
    english.goto(table)
    expect(page.locator("#who")).to_contain_text(who)
    expect(english.locator("#who")).to_contain_text("Bo’s turn")
    TouchDriver(page).dice([6, 6, 1], "crag", SECOND)
    expect(page.locator(".result")).to_contain_text(won)
    expect(page.locator(".result")).to_contain_text(money)
    expect(english.locator(".result")).to_contain_text("Bo wins")
    expect(english.locator(".result")).to_contain_text("€4.70")
    page.goto("/")
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.goto(table)
    expect(page.locator(".result")).to_contain_text("Bo wins")


def test_accents_of_capitals_are_not_cut(phone: Phones) -> None:
    """The clipped box of a name reaches above the font's own height, which an accent exceeds."""
    for width in (390, 320):
        page = phone(width=width, height=568, locale="fr-FR")
        page.goto("/")
        page.goto(OtherPlayer(page).start("generala", ["Élise", "Bo"]))
        low = page.evaluate(
            """() => [...document.querySelectorAll(".say h2 > span, .brief, .sheet thead a b")].filter((name) => {
              const text = document.createRange();
              text.selectNodeContents(name);
              const [box, ink] = [name.getBoundingClientRect(), text.getClientRects()[0]];
              return box.height > 0 && ink.height > 0 && box.top > ink.top - 1;
            }).map((name) => name.className || name.tagName)"""
        )
        assert low == []

"""From the end of a real game to "How it was played": with and without script, narrow, in all languages."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser_contexts import Phones

from .layout_checks import cramped
from .other_player import OtherPlayer
from .viewport import faults, trouble

TITLES = {
    "en": ("How it was played", "Costliest choices"),
    "de": ("So wurde gespielt", "Teuerste Entscheidungen"),
    "es": ("Cómo se jugó", "Decisiones más caras"),
    "fr": ("Comment on a joué", "Choix les plus coûteux"),
}
COMPUTED = 120_000  # milliseconds until the table is there, on a busy machine


def finished(page: Page) -> str:
    """Play a short game of General, some lines by dice, to a win at once; return the address of its table."""
    page.goto("/")
    evening = OtherPlayer(page)
    table = evening.start("general", ["Ana", "Alexandrina Wilhelmina"])
    for box, dice in (("ones", "44413"), ("straight", "23456"), ("sixes", "66612"), ("twos", "53412")):
        assert evening.write(table, box=box, dice=dice, throws="3").ok
    assert evening.write(table, box="fives", value="15").ok
    assert evening.write(table, box="fours", dice="44444", throws="1").ok
    return table


def open_played(page: Page, table: str, title: str) -> None:
    """Tap the link on the result, and wait until the coach has computed everything."""
    page.goto(table)
    page.get_by_role("link", name=title).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    expect(page.locator("#winning .chart")).to_be_visible(timeout=COMPUTED)


@pytest.mark.parametrize(("width", "javascript"), [(390, True), (320, False)])
def test_played_is_reached_from_the_result(phone: Phones, width: int, javascript: bool) -> None:
    page = phone(width=width, javascript=javascript)
    open_played(page, finished(page), "How it was played")
    expect(page.get_by_role("heading", name="Costliest choices")).not_to_have_count(0)
    expect(page.locator(".chart")).to_have_count(2)
    page.locator(".by-turn summary").first.click()
    expect(page.get_by_role("cell").first).to_be_visible()
    if javascript:
        assert trouble(page) == []


@pytest.mark.thorough
@pytest.mark.parametrize("language", TITLES)
def test_played_is_readable_in_every_language(phone: Phones, language: str) -> None:
    page = phone(width=320, height=640, locale=f"{language}-{language.upper()}")
    title, costliest = TITLES[language]
    open_played(page, finished(page), title)
    expect(page.get_by_role("heading", name=costliest)).not_to_have_count(0)
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert trouble(page) == []
    assert cramped(page) == []


@pytest.mark.thorough
def test_luck_and_skill_is_reached_from_the_group(phone: Phones) -> None:
    page = phone()
    table = finished(page)
    open_played(page, table, "How it was played")
    page.goto(table)
    page.get_by_role("link", name="The group").click()
    page.get_by_role("link", name="Luck and skill").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Luck and skill")
    assert faults(page) == []

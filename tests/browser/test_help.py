"""The help page: one tap from the table and back, with the entry panel unchanged."""

import re

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.games.house_rules import text_of
from scorekeeper.rules import GAMES
from tests.browser.other_player import seat
from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .touch import SECOND, TouchDriver
from .viewport import faults

HOUSE = {"rule-straights": "with_34561", "rule-double_generala": "true"}


def open_rules(page: Page) -> None:
    """One tap on the bar's question mark."""
    TouchDriver(page).tap(page.get_by_role("link", name="The rules"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("the rules")


def close_rules(page: Page) -> None:
    TouchDriver(page).tap(page.get_by_role("link", name="Close the rules"))
    expect(page.locator("#table")).to_be_visible()


def test_help_is_one_tap_from_table(phone: Phones) -> None:
    page = phone()
    seat(page, "generala", ["Ana", "Bo"], {"ones": ["3", "2"]}, **HOUSE)
    open_rules(page)
    expect(page.locator(".bar p")).to_have_text("back to turn 2")
    table = page.get_by_role("region", name="At this table")
    expect(table).to_be_in_viewport()
    expect(table.locator(".hint")).to_have_text(
        "34561 is a straight; with double generala. Otherwise standard rules."
    )
    expect(table.get_by_role("heading", level=3)).to_have_text(
        ["1 3 4 5 6 is a straight", "There is a double generala"]
    )
    straight = table.locator("#rule-straights")
    expect(straight.locator(".eg").nth(0)).to_contain_text("third roll20")
    expect(straight.get_by_role("img", name="3 4 5 6 1")).to_be_visible()
    expect(straight.locator(".elsewhere")).to_contain_text("Other tables: 12345 and 23456 only; or")
    close_rules(page)


def test_search_and_index_lead_to_rule(phone: Phones) -> None:
    page = phone(height=664)
    page.goto("/new/general/rules/")
    points = page.locator(".help-page section > .point:visible")
    rules = points.count()
    TouchDriver(page).tap(page.get_by_role("link", name="Find a rule"))
    field = page.get_by_role("searchbox", name="Find a rule")
    expect(field).to_be_focused()
    field.fill("FULL house")
    assert 0 < points.count() < rules
    expect(page.locator("#point-full_house")).to_be_in_viewport()
    field.fill("castling")
    expect(page.get_by_role("status")).to_have_text("No rule mentions that.")
    field.fill("")
    expect(points).to_have_count(rules)
    page.get_by_role("heading", name="Contents").click()
    TouchDriver(page).tap(page.locator(".index").get_by_role("link", name="Who goes first"))
    expect(page.locator("#point-order")).to_be_in_viewport()


def test_search_finds_beginnings_of_words(phone: Phones) -> None:
    """Rules with the whole word, or with it in their heading, come first."""
    page = phone()
    page.goto("/new/generals_and_majors/rules/")
    rules = page.locator(".help-page section > .point")
    printed = rules.evaluate_all("all => all.map(each => each.id)")
    field, below = page.get_by_role("searchbox"), page.get_by_text("Sources and other versions: see below.")
    headings = page.locator(".help-page h3:visible")
    field.fill("star")
    expect(headings.first).to_have_text("Played with the star deck")
    expect(headings.filter(has_text="The deal")).to_be_visible()
    field.fill("tar")
    expect(headings).to_have_count(0)
    expect(below).to_be_hidden()
    field.fill("")
    expect(below).to_be_visible()
    assert rules.evaluate_all("all => all.map(each => each.id)") == printed


@pytest.mark.parametrize("way", ["closed", "back"])
def test_entered_dice_survive_visit_to_help(phone: Phones, way: str) -> None:
    page = phone()
    thumb = seat(page, "general", ["Ana", "Bo"], {"ones": ["3", "2"]})
    thumb.face(5)
    thumb.face(2)
    thumb.throw(SECOND)
    open_rules(page)
    if way == "back":
        page.go_back()
    else:
        close_rules(page)
    expect(page.locator(".tray .slot:enabled")).to_have_count(2)
    expect(page.locator(".throws input[value='2']")).to_be_checked()
    for die in (5, 2, 2):
        thumb.face(die)
    expect(thumb.box("full_house")).to_have_text("30")
    thumb.tap(thumb.box("full_house"))
    expect(page.get_by_role("heading", name="Bo’s turn")).to_be_visible()
    # the stored dice are used up: neither the URL nor the next visit holds Ana's dice
    assert "dice" not in page.url
    open_rules(page)
    close_rules(page)
    expect(page.locator(".tray .slot:enabled")).to_have_count(0)


def test_entry_panel_question_survives_help_page(phone: Phones) -> None:
    page = phone()
    thumb = seat(page, "general", ["Ana", "Bo"], {"ones": ["3", "2"]})
    thumb.tap(page.get_by_role("link", name="Bo, Ones 2"))
    expect(page.get_by_role("heading", name="Bo, ones 2")).to_be_visible()
    open_rules(page)
    close_rules(page)
    expect(page.get_by_role("heading", name="Bo, ones 2")).to_be_visible()
    thumb.tap(page.get_by_role("link", name="Keep it"))
    for die in (4, 4, 4, 4, 2):
        thumb.face(die)
    expect(thumb.box("fours")).to_have_text("16")
    thumb.tap(page.locator(".tray .slot").first)
    expect(page.locator(".tray .slot:enabled")).to_have_count(4)
    expect(thumb.box("fours")).to_be_empty()
    open_rules(page)
    close_rules(page)
    expect(page.locator(".tray .slot:enabled")).to_have_count(4)


def test_set_up_survives_visit_to_help(phone: Phones) -> None:
    page = phone()
    page.goto("/new/generala/")
    for name in ("Ana", "Bo"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.get_by_text("House rules").click()
    page.locator("label", has_text="Any five round the circle").click()
    expect(page.locator("#rule-straights")).to_contain_text("changed")
    TouchDriver(page).tap(page.get_by_role("button", name="The rules"))
    changed = page.get_by_role("region", name="At this table")
    expect(changed.get_by_role("heading", level=3)).to_have_text(
        ["Any five in a row round the circle are a straight"]
    )
    TouchDriver(page).tap(page.get_by_role("button", name="Close the rules"))
    expect(page.locator("#name-1")).to_have_value("Ana")
    expect(page.locator("#name-2")).to_have_value("Bo")
    expect(page.locator("#rule-straights-wrap")).to_be_checked()
    page.get_by_role("button", name="Start: Ana rolls first").click()
    page.wait_for_url(re.compile("/table/"))


def test_help_without_script(phone: Phones) -> None:
    """The way from the table and back, the set-up with Enter, and folding readings."""
    page = phone(javascript=False)
    seat(page, "general", ["Ana", "Bo"])
    page.goto(f"{page.url}?dice=444&throws=2")
    open_rules(page)
    page.locator("summary", has_text="Which straights count").click()
    expect(page.locator("#source-straights")).to_be_visible()
    close_rules(page)
    expect(page.locator(".typed input")).to_have_value("444")
    page.goto("/new/general/")
    late = page.locator("#name-3")
    late.fill("Cleo")
    late.press("Enter")
    expect(late).to_have_value("Cleo")
    page.get_by_role("button", name="The rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("General, the rules")
    page.get_by_role("button", name="Close the rules").click()
    expect(late).to_have_value("Cleo")


def test_rule_can_be_linked_to(phone: Phones) -> None:
    page = phone(width=320, height=640)
    seat(page, "yahtzee", ["Ana", "Bo"])
    page.goto(f"{page.url}rules/#rule-joker")
    rule = page.locator("#rule-joker")
    expect(rule).to_be_in_viewport()
    top, bar = rule.bounding_box(), page.locator(".bar").bounding_box()
    assert top is not None
    assert bar is not None
    assert top["y"] >= bar["y"] + bar["height"], "the bar covers what was linked to"


def changed(slug: str) -> dict[str, str]:
    """A form with every house rule of a game changed."""
    others = {
        option.name: next(each.value for each in option.values if each.value != option.default)
        for option in GAMES[slug].OPTIONS
    }
    return {f"rule-{name}": text_of(value) for name, value in others.items()}


def open_all(page: Page) -> None:
    """Open all that folds."""
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")


@pytest.mark.parametrize("slug", ["goldene_fuenfzig", "forty_fives", "generala_cards", "generals_and_majors"])
def test_help_passes_axe(phone: Phones, slug: str) -> None:
    page = phone(width=320, height=640)
    page.goto("/")
    page.goto(OtherPlayer(page).start(slug, ["Ana", "Bo"], **changed(slug)) + "rules/")
    open_all(page)
    assert faults(page) == []


@pytest.mark.parametrize("slug", ["generala", "forty_fives"])
def test_help_in_dark_passes_axe(phone: Phones, slug: str) -> None:
    page = phone(width=1280, height=800, theme="dark")
    page.goto(f"/new/{slug}/rules/")
    open_all(page)
    assert faults(page) == []


def test_help_fits_width(phone: Phones) -> None:
    page = phone(width=320, height=640)
    found = {}
    for slug in GAMES:
        page.goto(f"/new/{slug}/rules/")
        open_all(page)
        root = "document.documentElement"
        found[slug] = page.evaluate(f"{root}.scrollWidth - {root}.clientWidth")
    assert found == dict.fromkeys(GAMES, 0)


def test_card_in_index_is_a_blank_from_word_before(phone: Phones) -> None:
    page = phone(width=390, height=664)
    page.goto("/new/forty_fives/rules/")
    TouchDriver(page).tap(page.locator(".index summary"))
    gap = """(link) => {
      const before = document.createRange();
      before.selectNodeContents(link.firstChild);
      return link.children[0].getBoundingClientRect().left - [...before.getClientRects()].at(-1).right;
    }"""
    for text in ("is always a trump", "may be held back"):
        assert -1 < page.locator(".index li a", has_text=text).evaluate(gap) < 8, text

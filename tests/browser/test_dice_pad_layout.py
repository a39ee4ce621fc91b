"""The entry pad and the head of a dice game on small phones: nothing is cut, nothing touches its edge."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser_contexts import Phones

from .other_player import TEN, OtherPlayer

PHONES = [(390, 664), (320, 568)]
# Rolls that are cut by the edge of their bar.
CUT_ROLLS = """() => {
  const bar = document.querySelector(".throws").getBoundingClientRect();
  return [...document.querySelectorAll(".throws label")].filter((roll) => {
    const { left, right, top, bottom } = roll.getBoundingClientRect();
    return left < bar.left - 1 || right > bar.right + 1 || top < bar.top - 1 || bottom > bar.bottom + 1;
  }).length;
}"""
# Texts of cells that come nearer than this to the sides of the box around them.
TIGHT = """([inner, outer, room]) => [...document.querySelectorAll(inner)].filter((text) => {
  const box = text.closest(outer).getBoundingClientRect();
  const { left, right } = text.getBoundingClientRect();
  return left < box.left + room || right > box.right - room;
}).map((text) => text.textContent)"""
# What is wrong with the place of the note.
NOTE_FAULTS = """() => {
  const note = document.querySelector(".panel .why");
  const { top, bottom } = note.getBoundingClientRect();
  const dice = document.querySelector(".tray").getBoundingClientRect();
  const panel = document.querySelector(".panel").getBoundingClientRect();
  const isCut = note.scrollHeight > note.clientHeight + 1 || note.scrollWidth > note.clientWidth + 1;
  const faults = [isCut && "cut", top < dice.bottom && "over the dice", bottom > panel.bottom && "below the panel"];
  return faults.filter(Boolean);
}"""


def table_with_four_gut(page: Page, names: list[str]) -> str:
    """Start a game of Goldene Fünfzig in which each player saved four rolls; give its address."""
    page.goto("/")
    other = OtherPlayer(page)
    table = other.start("goldene_fuenfzig", names)
    for box, dice in (("low_straight", "12345"), ("high_straight", "23456")):
        for _name in names:
            assert other.write(table, box=box, dice=dice, throws="1").ok
    return table


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_saved_rolls_and_their_note_are_in_view(phone: Phones, width: int, height: int) -> None:
    page = phone(width=width, height=height)
    page.goto(table_with_four_gut(page, ["Ana", "Bo", "Cleo", "Dev"]) + "?dice=66612&throws=7")
    expect(page.locator(".throws label")).to_have_count(7)
    assert page.evaluate(CUT_ROLLS) == 0
    note = page.locator(".panel .why")
    expect(note).to_contain_text("This roll spends 4 Gut")
    expect(note).to_be_in_viewport(ratio=1)
    assert note.evaluate("(note) => note.offsetWidth") > 100
    assert page.evaluate(NOTE_FAULTS) == []
    assert page.evaluate(TIGHT, [".sheet thead em", "th", 3]) == []


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_joker_is_explained_beside_name_of_player(phone: Phones, width: int, height: int) -> None:
    page = phone(width=width, height=height)
    page.goto("/")
    other = OtherPlayer(page)
    table = other.start("yahtzee", TEN)
    for box in ("yahtzee", "sixes"):
        for _name in TEN:
            assert other.write(table, box=box, dice="66666", throws="2").ok
    page.goto(f"{table}?dice=66666&throws=3")
    expect(page.locator(".panel .why")).to_contain_text("full house and straights count in full")
    assert page.evaluate(NOTE_FAULTS) == []
    expect(page.locator("#who .c")).to_be_visible()
    assert "Ana" in page.locator("#who").inner_text()
    expect(page.locator(".sheet td > button small").first).to_be_attached()
    assert page.evaluate(TIGHT, [".sheet td > button small", "button", 6]) == []

"""Rows and screen height: a tab names hidden rows, and wide screens are filled."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules import GAMES
from tests.browser.outbox import offline
from tests.browser_contexts import Phones

from .card_states import ROBBED, cards
from .other_player import OtherPlayer
from .page_state import chosen_above_panel, points_loaded
from .touch import TouchDriver

SIZES = [(390, 664), (320, 568), (390, 844)]
DICE_GAMES = [name for name, game in GAMES.items() if game.BOXES]
# Open boxes whose figure is out of sight, those of them above, and the highest pencilled value among them.
HIDDEN = r"""() => {
  const sheet = document.querySelector(".pad");
  const from = sheet.querySelector("thead td").getBoundingClientRect().bottom;
  const to = sheet.getBoundingClientRect().bottom;
  const middle = (box) => {
    const { top, bottom } = box.getBoundingClientRect();
    return (top + bottom) / 2;
  };
  const boxes = [...sheet.querySelectorAll("td > button")];
  const above = boxes.filter((box) => middle(box) - 9 < from);
  const hidden = [...above, ...boxes.filter((box) => middle(box) + 9 > to)];
  const points = (box) => box.matches(".nil") ? 0 : (box.innerText.match(/\d+/g) ?? []).reduce((a, b) => a + +b, 0);
  return [hidden.length, above.length, Math.max(0, ...hidden.map(points))];
}"""


def hidden_without_sign(page: Page) -> list[str]:
    """Return the faults of the tab for the sheet as it is scrolled; the tab has two seconds to follow."""
    faults = faults_of_tab(page)
    for _ in range(20):
        if not faults:
            break
        page.wait_for_timeout(100)
        faults = faults_of_tab(page)
    return faults


def faults_of_tab(page: Page) -> list[str]:
    """Return the faults of the tab at this moment."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    count, above, best = page.evaluate(HIDDEN)
    tab = page.locator(".hidden-rows")
    if not count:
        return ["a tab without hidden rows"] if tab.count() and tab.is_visible() else []
    expect(tab).to_be_visible()
    text = tab.inner_text()
    if best:
        named = bool(re.match(rf"{best} (below|above)", text))
    else:
        text = f"{text} {page.locator('.beyond').inner_text()}"
        named = all(
            f"{number} more {arrow}" in text
            for number, arrow in ((above, "↑"), (count - above, "↓"))
            if number
        )
    return [] if named else [f"{count} hidden, {above} above, best {best}, signs: {text}"]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_hidden_rows_are_named_by_tab(phone: Phones, width: int, height: int) -> None:
    page = phone(width=width, height=height)
    page.goto("/")
    other = OtherPlayer(page)
    found = []
    for game in DICE_GAMES:
        page.goto(other.start(game, ["Ana", "Bo", "Cleo", "Dev"]))
        found += [f"{game}, empty: {fault}" for fault in hidden_without_sign(page)]
        page.locator(".pad").evaluate("(pad) => pad.scrollTo(0, (pad.scrollHeight - pad.clientHeight) / 2)")
        found += [f"{game}, in the middle: {fault}" for fault in hidden_without_sign(page)]
        thumb = TouchDriver(page)
        for face in (6, 6, 1) if game == "crag" else (4, 4, 4, 4, 4):
            thumb.face(face)
        expect(page.locator(".sheet td > button.nil").first).to_be_attached()
        found += [f"{game}, dice: {fault}" for fault in hidden_without_sign(page)]
        page.locator(".pad").evaluate("(pad) => pad.scrollTo(0, pad.scrollHeight)")
        found += [f"{game}, scrolled: {fault}" for fault in hidden_without_sign(page)]
        page.goto("/")
    assert found == []


# Written values that the tab covers; its upper 12 pixels are clear.
COVERED = """() => {
  const tab = document.querySelector(".hidden-rows").getBoundingClientRect();
  const isUnder = (value) => {
    const { left, right, top, bottom } = value.getBoundingClientRect();
    return left < tab.right && right > tab.left && bottom > tab.top + 12 && top < tab.bottom;
  };
  return [...document.querySelectorAll(".sheet tbody td:not(:empty)")].filter(isUnder).length;
}"""


def test_tab_covers_no_written_value(phone: Phones) -> None:
    page = phone(height=664)
    page.goto("/")
    other = OtherPlayer(page)
    table = other.start("general", ["Ana", "Bo", "Cleo", "Dev"])
    for _ in range(4):
        assert other.write(table, box="four_of_a_kind", strike="1").ok
    page.goto(table)
    expect(page.locator(".hidden-rows")).to_be_visible()
    assert not page.evaluate(COVERED)
    for game in ("yahtzee", "goldene_fuenfzig"):
        page.goto(other.start(game, ["Ana", "Bo", "Cleo"]))
        expect(page.locator(".hidden-rows")).to_be_visible()
        page.locator(".pad").evaluate("(pad) => pad.scrollTo(0, pad.scrollHeight)")
        expect(page.locator(".hidden-rows")).to_contain_text("↑")
        assert not page.evaluate(COVERED), game
        page.goto("/")


CHANGES = """() => new Promise((done) => {
  let changes = 0;
  const watch = new MutationObserver((found) => { changes += found.length; });
  watch.observe(document.querySelector("#table"), { childList: true, subtree: true });
  setTimeout(() => done(changes), 1000);
})"""


def test_idle_sheet_with_columns_out_of_sight_stays_unchanged(phone: Phones) -> None:
    """The label of these columns was written anew with each frame, which drains a phone."""
    page = phone(width=320, height=568)
    page.goto("/")
    page.goto(OtherPlayer(page).start("general", [f"Player {letter}" for letter in "ABCDEFGHIJ"]))
    expect(page.locator(".beyond")).to_contain_text("more")
    assert page.evaluate(CHANGES) < 10


def test_tab_scrolls_to_best_hidden_value(phone: Phones) -> None:
    page = phone(width=390, height=664)
    page.goto("/")
    page.goto(OtherPlayer(page).start("general", ["Ana", "Bo"]))
    tab = page.locator(".hidden-rows")
    expect(tab).to_have_text("2 more ↓")
    thumb = TouchDriver(page)
    for face in (4, 4, 4, 4, 1):
        thumb.face(face)
    expect(tab).to_have_text("40 below ↓")
    thumb.tap(tab)
    expect(thumb.box("four_of_a_kind")).to_be_in_viewport(ratio=0.9)
    thumb.tap(thumb.box("four_of_a_kind"))
    expect(page.get_by_role("heading", name="Bo’s turn")).to_be_visible()


def test_tab_names_points_that_phone_computes(phone: Phones) -> None:
    page = phone(width=390, height=664)
    page.goto("/")
    address = OtherPlayer(page).start("general", ["Ana", "Bo"])
    with points_loaded(page):
        page.goto(address)
    offline(page)
    thumb = TouchDriver(page)
    for face in (4, 4, 4, 4, 1):
        thumb.face(face)
    expect(page.locator(".hidden-rows")).to_have_text("40 below ↓")
    phone.forgive()


def test_rows_fill_height_of_wide_screen(phone: Phones) -> None:
    page = phone(width=1280, height=900)
    page.goto("/")
    page.goto(OtherPlayer(page).start("general", ["Ana", "Bo"]))
    bottom = page.locator(".sheet").evaluate("(sheet) => sheet.getBoundingClientRect().bottom")
    assert 850 <= bottom <= 900


def test_row_to_write_is_in_view_as_page_opens(phone: Phones) -> None:
    """Also on a quick phone: the script once took the start of the page for a touch."""
    page = phone(width=320, height=568)
    page.goto("/")
    other = OtherPlayer(page)
    table = other.start("forty_fives", ["Ana", "Bo", "Cleo", "Dev", "Eva"], **{"rule-auction": "false"})
    for _round in range(4):
        entry = {"trump": "H", "tricks": ["1", "1", "2", "2", "3"], "best": "1"}
        assert other.write(table, move=json.dumps(entry)).ok
    page.goto(table)
    expect(page.locator(".pad tr.pencil")).to_be_in_viewport()
    table = other.start("forty_fives", ["Ana", "Bo", "Cleo", "Dev"])
    clubs = cards(*(f"{rank}C" for rank in (2, 3, 4, 5, 6, 7, 8, 9, 10, *"JQK")))
    other.tap(table, *ROBBED, *clubs)
    page.goto(table)
    expect(page.locator(".tricks td.next")).to_be_in_viewport(ratio=0.9)


def test_row_to_write_stays_in_view_round_after_round(phone: Phones) -> None:
    """Each round has a tbody of its own: its row is always the first there."""
    page = phone(width=320, height=568)
    page.goto("/")
    other = OtherPlayer(page)
    table = other.start("forty_fives", ["Ana", "Bo", "Cleo", "Dev", "Eva"])
    page.goto(table)
    for number in range(2, 6):
        entry = {"trump": "H", "tricks": ["1", "1", "2", "2", "3"], "best": "1"}
        assert other.write(table, move=json.dumps(entry)).ok
        expect(page.locator(".pad tr.pencil th b")).to_have_text(str(number))
        expect(page.locator(".pad tr.pencil")).to_be_in_viewport(ratio=0.9)


def test_chosen_line_stays_above_panel(phone: Phones) -> None:
    page = phone(width=320, height=568)
    page.goto("/")
    other = OtherPlayer(page)
    table = other.start("general", ["Ana", "Bo"])
    assert other.write(table, box="sixes", points="18").ok
    page.goto(table)
    cell = page.locator(".sheet td > a").first
    cell.scroll_into_view_if_needed()
    thumb = TouchDriver(page)
    thumb.tap(cell)
    expect(page.locator(".sheet td.on")).to_be_in_viewport(ratio=0.9)
    thumb.tap(page.get_by_role("link", name="Correct"))
    chosen_above_panel(page)

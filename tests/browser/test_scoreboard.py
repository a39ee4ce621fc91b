"""The big screen as a scoreboard: sizes, ten players, opening it on a television by phone."""

from __future__ import annotations

import json
import re
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules import GAMES
from tests.browser_contexts import Phones

from .card_states import GRACE
from .other_player import GENERAL, TEN, OtherPlayer, copied
from .viewport import resized, trouble

TEN_NAMES = [*TEN[:5], "Maximilian", *TEN[6:9], "Alexandra"]
NAMES_AT_720 = 23  # px; capitals of 11 mm on a 40 inch set, readable from three metres
# sizes of the visible texts in pixels, by kind
LETTERS = """() => {
  const found = {totals: [], names: [], others: []};
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const within = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || within.closest(".vh, thead, script, template, [hidden]")) continue;
    if (!within.checkVisibility()) continue;
    const size = parseFloat(getComputedStyle(within).fontSize) * (within.currentCSSZoom ?? 1);
    found[within.closest(".tile-total") ? "totals" : "others"].push(size);
    if (within.closest(".tile-who b")) found.names.push(size);
  }
  return found;
}"""
# parts that overlap or leave the screen, and texts that leave their part
FAULTS = """() => {
  const found = [], all = (names) => [...document.querySelectorAll(names)];
  const box = (each) => each.getBoundingClientRect();
  const text = (each) => { const range = document.createRange(); range.selectNodeContents(each); return box(range); };
  for (const names of ["header.bar, .tv-alarm, .tv-board, .tv-trick, .tv-taken, .pad, .panel", ".tile",
    ".tv-places > li", ".panel > *"]) {
    const group = all(names);
    group.forEach((one, place) => {
      const a = box(one);
      if (a.left < -1 || a.right > innerWidth + 1 || a.bottom > innerHeight + 1) found.push(`${one.className} leaves`);
      for (const another of group.slice(place + 1)) {
        const b = box(another);
        if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
          && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
          found.push(`${one.className} overlaps ${another.className}`);
      }
    });
  }
  for (const each of all(".tile em, .tile-who b, .tile-notes, .tv-by b, .tv-who b, .tv-last b")) {
    const a = text(each), room = box(each.closest(".tile, .tv-places > li, .panel"));
    if (a.width && (a.left < room.left - 1 || a.right > room.right + 1 || a.bottom > room.bottom + 1))
      found.push(`${each.textContent} leaves its place`);
  }
  for (const each of [document.body, ...all("main")]) {
    const { position, inset, backgroundImage } = getComputedStyle(each, "::after");
    if (position === "fixed" && inset === "0px" && backgroundImage !== "none") found.push("an image covers the screen");
  }
  return found;
}"""


def screen(
    phone: Phones, maker: Page, size: tuple[int, int], theme: Literal["light", "dark"] = "light"
) -> Page:
    """Return a big screen with access to all tables of the host."""
    page = phone(width=size[0], height=size[1], theme=theme)
    page.context.add_cookies(copied(maker.context))  # type: ignore[arg-type]
    return page


def check(page: Page, size: tuple[int, int]) -> None:
    """Check that all fits, that totals are the largest text, and that names can be read."""
    expect(page.locator("html.js")).to_have_count(1)
    assert page.evaluate(FAULTS) == [], page.title()
    letters = page.evaluate(LETTERS)
    assert min(letters["totals"]) > max(letters["others"]), page.title()
    assert min(letters["names"]) >= NAMES_AT_720 * min(size[1] / 720, size[0] / 1280), page.title()


@pytest.mark.parametrize(
    ("size", "theme"),
    [
        ((1280, 720), "light"),
        ((1920, 1080), "dark"),
        pytest.param((1280, 720), "dark", marks=pytest.mark.examples),
        pytest.param((1920, 1080), "light", marks=pytest.mark.examples),
    ],
    ids=str,
)
def test_ten_players_fit_and_totals_are_largest(
    phone: Phones, maker: Page, size: tuple[int, int], theme: Literal["light", "dark"]
) -> None:
    other = OtherPlayer(maker)
    dice = other.start("yahtzee", TEN_NAMES, stake="per_point", amount="0.01", unit="USD")
    other.fill(
        dice, {"sixes": ["18", "24", "", "30", "12"] * 2, "chance": ["20", "19", "18", "25", "11"] * 2}
    )
    other.write(dice, box="ones", dice="11234", throws="2")
    cards = other.start("forty_fives", TEN_NAMES, dealer="1")
    other.tap(cards, "mode-cards", "card-2S", "robbed", "card-KH", "card-AC")
    hand = other.start("generala_cards", TEN_NAMES, dealer="1")
    other.tap(hand, "mode-cards", "card-KC", "card-3C")
    page = screen(phone, maker, size, theme)
    for table in (dice, cards, hand):
        page.goto(f"{table}screen/")
        expect(page.locator(".tile")).to_have_count(10)
        check(page, size)
        assert trouble(page) == []


def test_phone_shows_way_to_television_and_stays_phone(phone: Phones, maker: Page) -> None:
    """The code typed on the set opens the big screen there; a phone that shows it goes back."""
    table = OtherPlayer(maker).start("general", TEN[:4])
    maker.goto(table)
    maker.get_by_label("More").click()
    maker.get_by_role("button", name="On a television").click()
    expect(maker.locator(".site")).to_have_text(re.compile(r"/tv/$"))
    code = maker.locator(".code").inner_text()
    assert trouble(maker) == []
    television = phone(width=1920, height=1080)
    television.goto("/tv/")
    assert trouble(television) == []
    television.get_by_label("Eight letters and digits").fill(code)
    television.get_by_role("button", name="Show the scores").click()
    expect(television).to_have_url(re.compile(r"/screen/$"))
    expect(television.locator(".tile")).to_have_count(4)
    expect(television.get_by_role("link", name="Back to the sheet")).to_be_hidden()
    expect(maker).to_have_url(re.compile(r"/tv/$"))
    maker.get_by_role("link", name="Show it here").click()
    expect(maker.locator(".tile")).to_have_count(4)
    assert trouble(maker) == []
    maker.set_viewport_size({"width": 844, "height": 390})
    maker.get_by_role("link", name="Back to the sheet").click()
    expect(maker.locator("#pad")).to_be_visible()


def test_every_game_fits_with_fewest_and_most_players(phone: Phones, maker: Page) -> None:
    other, tables = OtherPlayer(maker), []
    for slug, game in GAMES.items():
        fitting = [count for count in game.PLAYERS if 2 <= count <= 10]
        counts = {min(fitting), min(5, max(fitting)), max(fitting)}
        tables += [(other.start(slug, TEN_NAMES[:count]), count) for count in counts]
    grace = other.start("generals_and_majors", TEN[:2])
    for player, turn in GRACE:
        other.write(grace, move=json.dumps({"player": player, **turn}))
    tables.append((grace, 2))
    sizes = [(1280, 720), (1920, 1080), (900, 600)]
    page = screen(phone, maker, sizes[0])
    for table, count in tables:
        page.goto(f"{table}screen/")
        expect(page.locator(".tile")).to_have_count(count)
        for size, _name in zip(sizes, resized(page, sizes), strict=True):
            check(page, size)
    # the last screen, and the army that Bo lays against defeat
    other.tap(grace, "card-QC", "card-5C")
    expect(page.locator(".tv-asks")).to_contain_text("5♣ cancels the 5♦")
    check(page, sizes[-1])
    page.set_viewport_size({"width": 1280, "height": 720})
    check(page, sizes[0])


def test_partners_have_one_tile_and_their_own_parts(phone: Phones, maker: Page) -> None:
    other = OtherPlayer(maker)
    sides = {"sides": "2", "side-1": "1", "side-2": "2", "side-3": "1", "side-4": "2"}
    table = other.start("general", TEN[:4], **sides)
    other.fill(table, GENERAL)
    page = screen(phone, maker, (1280, 720))
    page.goto(f"{table}screen/")
    expect(page.locator(".tile")).to_have_count(2)
    expect(page.locator(".pad thead b").nth(1)).to_be_visible()
    check(page, (1280, 720))


def test_card_tapped_on_phone_is_on_screen(phone: Phones, maker: Page) -> None:
    other = OtherPlayer(maker)
    table = other.start("forty_fives", TEN[:3], dealer="3")
    other.tap(table, "mode-cards", "card-7H")
    page = screen(phone, maker, (1280, 720))
    page.goto(f"{table}screen/")
    expect(page.locator("#who")).to_have_text("Who robs the 7♥?")
    expect(page.locator("#signal")).to_have_text("Live")
    page.evaluate("window.mark = 1")
    other.tap(table, "robbed", "card-JH")
    expect(page.locator("#who")).to_contain_text("What does Bo play to Ana’s J♥?")
    expect(page.locator(".tv-places .card")).to_have_count(1)
    expect(page.locator(".tile.asked")).to_contain_text("Bo")
    assert page.evaluate("window.mark") == 1

"""Card tables on small phones, in landscape, with many players: no part covers another."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser_contexts import Phones

from .card_states import ROBBED, card_states, cards
from .layout_checks import cramped
from .other_player import TEN, OtherPlayer
from .viewport import resized

# pixels by which the contents of the cells stick out of them
OUT_OF_CELL = """() => [...document.querySelectorAll(".tricks td .ct")].map((card) => {
  const drawn = [...card.children].filter((part) => getComputedStyle(part).clipPath === "none");
  const cell = card.closest("td").getBoundingClientRect();
  return Math.max(...drawn.map((part) => {
    const { left, right } = part.getBoundingClientRect();
    return Math.max(cell.left - left, right - cell.right);
  }));
})"""
# left and right edge of each paper below the table once the table is scrolled
PAPERS = """left => {
  document.querySelector(".pad").scrollLeft = left;
  return [...document.querySelectorAll(".legend, .turned, .above, .referee, .ways")]
    .map((each) => each.getBoundingClientRect()).filter(({ width }) => width).map(({ left, right }) => [left, right]);
}"""

# lines of text in an element, and whether one begins inside a word
LINES = """each => {
  const tops = new Set();
  let broken = false;
  const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const word of node.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const rects = [...range.getClientRects()];
      if (rects.length > 1) broken = true;
      for (const { top } of rects) tops.add(Math.round(top));
    }
  }
  return [tops.size, broken];
}"""


# pixels between the figures of a sheet and the sides of their cells, least first
CLEAR = """() => [...document.querySelectorAll(".sheet :is(thead em, tbody td a)")].flatMap((each) => {
  const cell = each.closest("th, td").getBoundingClientRect();
  return [...each.childNodes].filter((node) => node.nodeType === 3 && /\\d/.test(node.data)).map((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right } = range.getBoundingClientRect();
    return Math.min(left - cell.left, cell.right - right);
  });
}).sort((one, other) => one - other)"""


def opened(page: Page, players: int) -> None:
    """Open a round in which a joker was led."""
    page.goto("/")
    evening = OtherPlayer(page)
    address = evening.start("forty_fives", TEN[:players])
    evening.tap(address, *ROBBED, *cards("JK", "4C", "3D"))
    page.goto(address)


def test_joker_fits_into_its_cell(phone: Phones) -> None:
    page = phone()
    for players in (4, 6, 10):
        opened(page, players)
        out = page.evaluate(OUT_OF_CELL)
        assert len(out) == 3
        assert max(out) <= 0, (players, out)
    assert page.locator(".tricks td", has=page.locator(".s-JK")).inner_text().split()[-1] == "joker"


def test_only_table_scrolls_sideways(phone: Phones) -> None:
    for width, height, seen in ((390, 844, 390), (844, 390, 528)):
        page = phone(width=width, height=height)
        opened(page, 10)
        # the script that scrolls to the turn comes later: it would undo the scrolling below
        page.locator(".hidden-rows").wait_for(state="attached")
        page.evaluate(
            "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
        )
        assert page.evaluate(PAPERS, 0) == [[0, seen]] * 3
        assert page.evaluate(PAPERS, 9999) == [[0, seen]] * 3
        assert page.locator(".pad").evaluate("pad => pad.scrollLeft") > 0


def test_totals_below_zero_fit_into_their_cells(phone: Phones) -> None:
    page = phone()
    page.goto("/")
    evening = OtherPlayer(page)
    lost = {
        "trump": "H",
        "tricks": ["2", "2", "2", "3", "4"],
        "best": "2",
        "bid": {"player": "1", "points": 25},
    }
    for players in (6, 10):
        address = evening.start("forty_fives", TEN[:players], **{"rule-auction": "true"})
        for _round in range(4):
            assert evening.write(address, move=json.dumps(lost)).ok
        page.goto(address)
        clear = page.evaluate(CLEAR)
        assert len(clear) == 5 * players
        assert clear[0] >= 1, (players, clear)


def test_names_take_one_line_above_their_totals(phone: Phones) -> None:
    page = phone(width=844, height=390)
    page.goto("/")
    names = ["Jon Snow", "Eva Maria", "Christopher", *TEN[:3]]
    page.goto(OtherPlayer(page).start("forty_fives", names))
    heads = page.locator(".sheet thead a")
    for head in heads.all()[:3]:
        name = head.locator("b")
        assert name.evaluate(LINES)[0] == 1
        assert name.evaluate("each => each.getBoundingClientRect().bottom") <= head.locator("em").evaluate(
            "each => each.getBoundingClientRect().top + 2"
        )


def test_wide_screen_has_chart_below_keys(phone: Phones) -> None:
    page = phone(width=1280, height=800)
    page.goto("/")
    evening = OtherPlayer(page)
    address = evening.start("forty_fives", TEN[:4])
    for tricks in ("11231", "24113"):
        move = {"trump": "H", "tricks": [*tricks], "best": "3"}
        assert evening.write(address, move=json.dumps(move)).ok
    page.goto(address)
    sheet, chart, key = (
        page.locator(part).bounding_box() for part in (".sheet", ".course img", ".keys .key >> nth=-1")
    )
    assert sheet
    assert chart
    assert key
    assert sheet["x"] + sheet["width"] < chart["x"]
    assert key["y"] + key["height"] < chart["y"]
    assert chart["y"] + chart["height"] < 800


def test_end_by_agreement_is_two_lines_in_german(phone: Phones) -> None:
    page = phone(locale="de")
    page.goto("/")
    evening = OtherPlayer(page)
    address = evening.start("generala_cards", TEN[:4], **{"rule-elimination": "false"})
    evening.tap(address, "end")
    page.goto(address)
    assert page.locator(".panel .go").evaluate(LINES) == [2, False]


def test_dealer_is_not_broken_in_spanish(phone: Phones) -> None:
    page = phone(locale="es", width=320)
    page.goto("/")
    evening = OtherPlayer(page)
    address = evening.start("forty_fives", TEN[:4])
    evening.tap(address, "trump-H", "took-1")
    page.goto(address)
    dealer = page.locator(".pencil th > span > span").last
    expect(dealer).to_have_text("reparte Dev")
    assert dealer.evaluate(LINES) == [1, False]


@pytest.mark.thorough
@pytest.mark.slow
def test_every_state_fits(phone: Phones) -> None:
    maker = phone()
    maker.goto("/")
    found = {}
    for name, address in card_states(OtherPlayer(maker)).items():
        maker.goto(address)
        for size in resized(maker, [(320, 568), (390, 664), (844, 390)]):
            question = maker.locator("#who").bounding_box()
            assert question is not None
            assert question["y"] >= 0, f"{name}, {size}: the question is above the page"
            if wrong := cramped(maker):
                found[f"{name}, {size}"] = wrong
    assert found == {}

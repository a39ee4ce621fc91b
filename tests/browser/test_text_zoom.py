"""Text at 200 %: no page overflows, no word breaks, and figures stay in their cells."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser_contexts import Phones

from .other_player import GENERAL, REST, OtherPlayer
from .touch import DraftDriver

NAMES = ["Alexandra", "Bo", "Cleo", "Theodor"]
VARIANTS = [("four_of_a_kind_later", "30"), ("straights", "basic"), ("five_as_full_house", "true")]
LEAST = 6  # letters of a word on each of its lines

# A word may be broken where it is longer than a line, but not after every few letters.
ASK = """least => {
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.push(`page: ${root.scrollWidth} of ${root.clientWidth} px`);
  const visible = { checkVisibilityCSS: true };
  const inside = (each, test) => {
    for (let up = each; up && up !== document.body; up = up.parentElement) if (test(getComputedStyle(up))) return true;
    return false;
  };
  const aside = (style) => style.clipPath !== "none" || style.textIndent !== "0px";
  const scrolls = (style) => /auto|scroll/.test(style.overflowX) || style.textOverflow === "ellipsis";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement;
    if (!node.data.trim() || holder.closest("script, style, svg, noscript, option, textarea")) continue;
    if (!holder.checkVisibility(visible) || inside(holder, aside)) continue;
    const where = `${holder.localName}.${holder.className} in ${holder.parentElement.className}`;
    const range = document.createRange();
    const paper = holder.closest(".paper, .sheet, .leaf, .panel, .bar");
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    const frame = (paper ?? document.body).getBoundingClientRect();
    const over = Math.max(text.right - frame.right, frame.left - text.left);
    if (text.width && over > 1.5 && !inside(holder, scrolls)) {
      found.push(`out of its paper by ${Math.round(over)} px: ${where}: ${node.data.trim()}`);
    }
    // a name above a column takes two lines before it is cut
    if (holder.closest(".many thead, .sheet thead b")) continue;
    for (const word of node.data.matchAll(/[\\p{L}\\p{N}.,\\u00ad]+/gu)) {
      if (word[0].includes("\\u00ad")) continue; // its translation says where it may be parted
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map((each) => Math.round(each.top))).size;
      if (lines > 1 && word[0].length / lines < least) found.push(`in ${lines} pieces: ${where}: ${word[0]}`);
    }
  }
  return [...new Set(found)];
}"""

# Tables of charts fit as well, once opened.
TABLES = """() => {
  for (const each of document.querySelectorAll(".as-table")) each.open = true;
  const range = document.createRange();
  const lines = (cell) => {
    range.selectNodeContents(cell);
    return new Set([...range.getClientRects()].map((each) => Math.round(each.top))).size;
  };
  const cells = [...document.querySelectorAll(".as-table td")].filter((each) => lines(each) > 1);
  return [...document.querySelectorAll(".as-table .wide")].filter((each) => each.scrollWidth > each.clientWidth)
    .map((each) => `a table scrolls: ${each.scrollWidth} of ${each.clientWidth} px`)
    .concat(cells.map((each) => `figure in pieces: ${each.textContent}`));
}"""


def pages_of(page: Page) -> dict[str, str]:
    """Addresses of pages by name: a group with debts, games of four variants finished, others running."""
    page.goto("/")
    evening = OtherPlayer(page)
    over = evening.start("general", NAMES, stake="per_point", amount="0.10", unit="EUR")
    evening.fill(over, GENERAL | REST)
    for rule, value in VARIANTS:
        drinks = {"stake": "fixed", "kind": "fixed", "amount": "1", "unit": "a round of drinks"}
        quick = evening.start("general", NAMES, **drinks, **{f"rule-{rule}": value})
        evening.write(quick, box="fives", dice="55555", throws="1")
    table = evening.start("general", NAMES)
    evening.fill(table, GENERAL)
    cards = evening.start("forty_fives", NAMES, sides="2")
    page.goto("/")
    group = page.locator("a[href*='/group/']").first.get_attribute("href")
    assert group is not None
    page.goto(group)
    player = page.locator("a[href*='/player/']").first.get_attribute("href")
    day = page.locator("a[href*='/evening/']").first.get_attribute("href")
    assert player is not None
    assert day is not None
    found = {"group": group, "player": player, "games": f"{group}games/", "ledger": f"{group}money/"}
    found |= {"evenings": f"{group}evenings/", "evening": day, "figures": f"{group}figures/"}
    found |= {"lines": f"{group}money/lines/", "home": "/", "table": table, "cards": cards}
    found |= {
        "dice": f"{table}?dice=44442&throws=1",
        "set-up": "/new/general/",
        "set-up-cards": "/new/forty_fives/",
    }
    return found | {
        "result": over,
        "sheet": f"{over}?sheet=1",
        "paper": f"{over}paper/",
        "log": f"{table}lines/",
    }


def broken(page: Page) -> list[str]:
    """Return the layout faults of this page at twice the text size."""
    page.add_style_tag(content="html { font-size: 200% !important; }")
    found: list[str] = page.evaluate(ASK, LEAST) + page.evaluate(TABLES)
    return found


def held(
    phone: Phones, width: int, *, only: tuple[str, ...] = (), locale: str = "en-GB"
) -> dict[str, list[str]]:
    """Visit the pages (all, or some `only`); return their layout faults by page."""
    page = phone(width=width, height=844, bypass_csp=True, locale=locale)
    found = {}
    for name, path in pages_of(page).items():
        if only and name not in only:
            continue
        page.goto(path)
        if wrong := broken(page):
            found[name] = wrong
    return found


@pytest.mark.parametrize("width", [390, 1280])
def test_group_pages_at_200_percent_text_hold(phone: Phones, width: int) -> None:
    assert held(phone, width, only=("group", "evening", "player", "games", "ledger", "home")) == {}


@pytest.mark.parametrize("locale", ["es-ES", "fr-FR"])
def test_heads_of_tables_and_months_at_200_percent_hold(phone: Phones, locale: str) -> None:
    assert held(phone, 390, only=("group", "evenings", "figures"), locale=locale) == {}


def test_broken_word_and_wide_page_are_found(phone: Phones) -> None:
    page = phone(bypass_csp=True)
    page.goto("/join/")
    assert broken(page) == []
    planted = (
        '<p style="width: 2em; overflow-wrap: anywhere">Alexandra</p><div style="width: 5000px">wide</div>'
    )
    page.evaluate("html => document.querySelector('main').insertAdjacentHTML('beforeend', html)", planted)
    found = "\n".join(broken(page))
    assert "pieces" in found
    assert "page: 50" in found


def test_rounds_of_five_keep_gain_and_total_within_their_row(phone: Phones) -> None:
    page = phone(width=390, height=844, bypass_csp=True)
    page.goto("/")
    page.goto(OtherPlayer(page).start("forty_fives", [*NAMES, "Eva"]))
    thumb = DraftDriver(page)
    for key in ("trump-S", *["took-1"] * 5, "best-1"):
        thumb.press(key)
    thumb.write()
    page.add_style_tag(content="html { font-size: 200% !important; }")
    spilled: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".rounds tbody td a")].filter((cell) => {
          const inside = document.createRange();
          inside.selectNodeContents(cell);
          const [text, box] = [inside.getBoundingClientRect(), cell.getBoundingClientRect()];
          return text.top < box.top - 1 || text.bottom > box.bottom + 1;
        }).map((cell) => cell.textContent)"""
    )
    assert spilled == []


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 320])
def test_every_page_at_200_percent_text_holds(phone: Phones, width: int) -> None:
    assert held(phone, width) == {}

"""A whole game of Generals and Majors by taps: cancellations and turns of grace."""

import json
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .page_state import until
from .touch import DraftDriver
from .viewport import resized, trouble

ANA, BO = "1", "2"
Turn = tuple[str, dict[str, Any]]
# Ana is 21 ahead after these
OPENING: list[Turn] = [
    (BO, {"commander": "AS"}),
    (ANA, {"commander": "KH"}),
    (BO, {"commander": "KC"}),
    (ANA, {"commander": "AD", "armies": ["5D"]}),
    (BO, {"commander": "QS", "armies": ["4S"]}),
    (ANA, {"commander": "AX", "armies": ["7D"]}),
    (BO, {"commander": "JD", "armies": ["2S"]}),
    (ANA, {"commander": "KX", "armies": ["8H"]}),
    (BO, {"armies": ["2C"]}),
    (ANA, {"commander": "JH", "armies": ["9D"]}),
]
LONG = ["Alexandrina Wilhelmi", "Bartholomew Featherst"]

# pixels of the other side below the lead bar and the current side, or below the entry panel
COVERED = """() => {
  const [other, now, panel] = [".side:not(.mine)", ".now", ".panel"]
    .map((each) => document.querySelector(each).getBoundingClientRect());
  const beside = other.top < now.top ? other.bottom - now.top : now.bottom - other.top;
  return Math.max(beside, other.bottom - (panel.left ? innerHeight : panel.top));
}"""

# pixels of the armies below the entry panel
ARMIES_COVERED = """() => {
  const cards = [...document.querySelectorAll(".armies .card")].map((each) => each.getBoundingClientRect().bottom);
  return Math.max(...cards) - document.querySelector(".panel").getBoundingClientRect().top;
}"""


def start(
    page: Page,
    turns: Sequence[Turn] = (),
    names: Sequence[str] = ("Ana", "Bo"),
    rules: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """A table after these turns."""
    page.goto("/")
    evening = OtherPlayer(page)
    address = evening.start("generals_and_majors", names, **rules)
    write(evening, address, turns)
    page.goto(address)
    return address


def write(evening: OtherPlayer, address: str, turns: Sequence[Turn]) -> None:
    """Write turns by requests, without taps."""
    for player, turn in turns:
        answer = evening.write(address, move=json.dumps({"player": player, **turn}))
        assert answer.ok, answer.text()


@pytest.mark.thorough
@pytest.mark.slow
def test_whole_game_of_generals_and_majors(phone: Phones) -> None:
    page = phone()
    address = start(page)
    thumb = DraftDriver(page)
    first_turn(page, thumb)
    write(OtherPlayer(page), address, OPENING)
    page.reload()
    a_turn_of_grace_that_saves(page, thumb)
    which_of_two(page, thumb)
    write(OtherPlayer(page), address, [(BO, {}), (ANA, {"commander": "QD", "armies": ["10H"]})])
    page.reload()
    # 28 ahead: three more are not enough
    expect(page.locator(".grace")).to_contain_text("Ana is 28 ahead.")
    expect(page.locator("#who")).to_contain_text("Bo must gain at least 9")
    assert thumb.card("3S") <= 2
    expect(page.locator(".panel .go")).to_have_text(
        re.compile("Write: Ana wins 25 ahead after the turn of grace")
    )
    expect(page.locator(".grace")).to_be_visible()
    thumb.write()
    expect(page.locator(".result")).to_contain_text("Ana wins")
    expect(page.locator(".result")).to_contain_text("25 ahead")
    page.goto(f"{address}?sheet=1")
    expect(page.locator(".side em.won")).to_have_text("34")
    assert trouble(page) == []


def first_turn(page: Page, thumb: DraftDriver) -> None:
    """No suit is open: an ace alone takes two taps and the one that writes."""
    expect(page.locator("#subtitle")).to_have_text("Stock 51, turn 1")
    expect(page.locator(".suits :checked")).to_have_count(0)
    expect(page.locator("#last-none")).to_be_visible()
    thumb.card("AH")
    expect(page.locator(".panel .go:visible")).to_have_attribute("aria-label", "Write: Both are tied")
    thumb.write()
    assert thumb.count() == 3
    # the bar is outside of the swapped part
    expect(page.locator("#subtitle")).to_have_text("Stock 50, turn 2")


def a_turn_of_grace_that_saves(page: Page, thumb: DraftDriver) -> None:
    """Bo must come within 20: a nine cannot be paid, a five cancels Ana's."""
    grace = page.locator(".grace")
    expect(grace).to_contain_text("Turn of grace for Bo")
    expect(grace).to_contain_text(
        "Ana is 21 ahead. This is Bo’s last chance: get the lead below 20, or Ana wins."
    )
    expect(page.locator("#who")).to_contain_text("Bo must gain at least 2")
    box = grace.bounding_box()
    assert box is not None
    assert box["width"] > 350
    assert trouble(page) == []
    thumb.card("QC")
    thumb.tap(page.locator("#card-9C"))
    expect(page.locator("#note")).to_contain_text("9♣ cannot be paid. It needs 4 more black or star points.")
    thumb.tap(page.locator("#note").get_by_role("link", name="All right"))
    expect(page.locator("#off-QC")).to_be_visible()
    page.reload()  # loses nothing
    thumb.card("5C")
    expect(page.locator("#who")).to_contain_text("5♣ cancels the 5")
    expect(page.locator(".lead-bar")).to_contain_text("Ana by 21, after this turn Ana by 16")
    expect(grace).to_be_visible()
    assert trouble(page) == []
    expect(page.locator(".panel .go")).to_contain_text("Write: Bo is saved")
    thumb.write()
    expect(grace).to_have_count(0)
    expect(page.locator(".lead-bar")).to_contain_text("Ana leads by 16")


def which_of_two(page: Page, thumb: DraftDriver) -> None:
    """Ana's two may cancel either of Bo's: the choice is left to Ana."""
    thumb.card("2D")
    expect(page.locator("#who")).to_contain_text("What does the 2♦ cancel?")
    expect(page.locator(".panel .go")).to_be_disabled()
    expect(page.locator(".panel .go")).to_have_text("Which one?")
    assert trouble(page) == []
    thumb.press("take-2D-2S")
    thumb.press("take-2D-2C")
    expect(page.locator("[value='take-2D-2C']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".panel .go")).to_have_text("Write: Ana leads by 18")
    thumb.write()
    expect(page.locator(".side").nth(1).locator(".downs")).to_contain_text("2 down")


@pytest.mark.parametrize("names", [["Ana", "Bo"], LONG])
def test_on_small_screen_turn_and_lead_are_in_view(phone: Phones, names: Sequence[str]) -> None:
    page = phone(width=320, height=640)
    address = start(page, [(ANA, {"commander": "AH"}), *OPENING[:-1]], names)
    in_view(page)
    cards = page.locator(".side .card")
    assert cards.count() == 6
    assert all(28 <= (cards.nth(place).bounding_box() or {"width": 0})["width"] <= 29 for place in range(6))
    assert page.locator(".command .folded").first.inner_text().split()[-1] == "A"
    assert trouble(page) == []
    for size in resized(page, [(390, 664), (844, 390)]):
        assert page.evaluate(COVERED) <= (2 if names != LONG else 40), size  # long names take one line more
    page.set_viewport_size({"width": 320, "height": 640})
    write(OtherPlayer(page), address, [OPENING[-1]])
    page.reload()
    for each in (page.locator(".grace h2"), page.locator(".lead-bar").last):
        expect(each).to_be_in_viewport(ratio=0.9)
    assert trouble(page) == []
    if names != LONG:
        for size in resized(page, [(320, 568), (360, 640), (390, 664)]):
            assert page.evaluate(ARMIES_COVERED) <= 0, size


def in_view(page: Page) -> None:
    """Expect the current side and the bar above the entry panel, beside the other side."""
    until(
        page,
        """() => {
      const [bar, now, panel, other] = [".bar", ".now", ".panel", ".side:not(.mine)"]
        .map((each) => document.querySelector(each).getBoundingClientRect());
      const isBeside = other.bottom <= now.top + 1 || other.top >= now.bottom - 1;
      return isBeside && now.top >= bar.bottom - 1 && now.bottom <= panel.top + 1;
    }""",
        True,
    )


def test_entry_panel_height_is_constant_during_turn(phone: Phones) -> None:
    page = phone()
    start(page, [(ANA, {"commander": "AH"}), *OPENING[:-1]])
    thumb = DraftDriver(page)
    heights = []
    thumb.tap(page.locator(".suits label:has(#suit-H)"))
    for key in ("card-QH", "card-4H", "off-4H"):
        thumb.press(key)
        heights.append(
            page.locator(".panel").evaluate("each => Math.round(each.getBoundingClientRect().height)")
        )
    assert max(heights) - min(heights) <= 2, heights
    assert max(heights) <= 300


@pytest.mark.thorough
def test_every_other_question_is_in_order(phone: Phones) -> None:
    page = phone(width=320, height=640)
    thumb = DraftDriver(page)
    start(page, rules={"rule-edition": "kalosi", "rule-hard": "true"})
    assert trouble(page) == []
    thumb.press("card-JK1")
    assert trouble(page) == []
    thumb.press("back")
    thumb.card("KX")
    assert trouble(page) == []
    thumb.press("bind-red")
    thumb.press("off-KX")
    thumb.press("look-close")
    thumb.press("other-concede-1")
    assert trouble(page) == []
    thumb.write()
    expect(page.locator(".result")).to_contain_text("Bo wins")


def test_generals_and_majors_without_script(phone: Phones) -> None:
    page = phone(javascript=False)
    start(page)
    thumb = DraftDriver(page)
    thumb.card("AH")
    thumb.card("2D")
    thumb.write()
    expect(page.locator(".lead-bar")).to_contain_text("Ana leads by 2")


def test_turn_is_corrected_from_its_card(phone: Phones) -> None:
    page = phone()
    start(page, [(ANA, {"commander": "AH"}), *OPENING[:4]])
    thumb = DraftDriver(page)
    thumb.tap(page.locator(".armies a"))
    thumb.tap(page.locator(".panel").get_by_role("link", name="Correct"))
    thumb.press("off-5D")
    thumb.card("4D")
    expect(page.locator(".panel .go")).to_have_text(re.compile("Change it Ana leads by 4"))
    thumb.tap(page.locator(".panel button.go[form=write]"))
    expect(page.locator(".lead-bar")).to_contain_text("Ana leads by 4")


def test_backspace_takes_last_card_off(phone: Phones) -> None:
    page = phone()
    page.goto("/")
    page.goto(OtherPlayer(page).start("generals_and_majors", ["Ana", "Bo"]))
    # the keyboard is read by a script that is loaded after the page
    page.locator("head script[src*=round_offline]").wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    page.keyboard.press("h")
    expect(page.locator("#pad .suits [value=H]")).to_be_checked()
    page.keyboard.press("a")
    expect(page.locator(".laid-cards button")).to_have_count(1)
    page.keyboard.press("Backspace")
    expect(page.locator(".laid-cards button")).to_have_count(0)

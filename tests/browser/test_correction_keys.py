"""Keys of a corrected dice line: none covers another, and the tools stay with a chosen value."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .touch import SECOND, TouchDriver

# keys whose middle a finger would not hit
COVERED = """() => {
  const keys = [...document.querySelectorAll(".right .key, .keys .key")];
  return keys.filter((key) => {
    const { left, top, width, height } = key.getBoundingClientRect();
    const seen = key.closest(".strip")?.getBoundingClientRect().right ?? innerWidth;
    return left + width < seen && !key.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  }).map((key) => key.textContent.trim());
}"""


def corrected(page: Page, box: str, value: str, chosen: int) -> None:
    """Open the correction of the only line of a game, with another value chosen."""
    page.goto("/")
    evening = OtherPlayer(page)
    address = evening.start("yahtzee", ["Ana", "Bo"])
    evening.fill(address, {box: [value]})
    page.goto(f"{address}?line=1&right=1&points={chosen}")


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (844, 390)])
@pytest.mark.parametrize(("box", "value", "chosen"), [("chance", "20", 26), ("threes", "9", 6)])
def test_tools_stay_beside_chosen_value(
    phone: Phones, width: int, height: int, box: str, value: str, chosen: int
) -> None:
    page = phone(width=width, height=height, locale="de")
    corrected(page, box, value, chosen)
    assert page.evaluate(COVERED) == []
    tools = page.locator(".keys .tool").all()
    assert len(tools) == 2
    for tool in tools:
        assert tool.evaluate("key => key.scrollWidth - key.clientWidth") <= 0


def test_throw_is_corrected_with_four_taps(phone: Phones) -> None:
    page = phone()
    page.goto("/")
    table = OtherPlayer(page)
    address = table.start("general", ["Ana", "Bo"])
    assert table.write(address, box="straight", dice="12345", throws="1").ok
    page.goto(address)
    thumb = TouchDriver(page)
    thumb.tap(page.get_by_role("link", name="Ana, Straight 25"))
    thumb.tap(page.get_by_role("link", name="Correct"))
    thumb.throw(SECOND)
    thumb.tap(page.get_by_role("button", name="Change 25 to 20"))
    expect(page.get_by_role("link", name="Ana, Straight 20")).to_be_visible()
    assert thumb.count() == 4

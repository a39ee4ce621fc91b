"""Keys of a corrected dice line: none covers another, and none is alone in its row."""

import pytest
from playwright.sync_api import Page

from tests.browser_contexts import Phones

from .other_player import OtherPlayer

# middles of the keys that a finger would not hit, and the number of keys in each row
KEYS = """() => {
  const keys = [...document.querySelectorAll(".right .key")].filter((key) => key.offsetWidth);
  const covered = keys.filter((key) => {
    const { left, top, width, height } = key.getBoundingClientRect();
    const seen = key.closest(".strip")?.getBoundingClientRect().right ?? innerWidth;
    return left + width < seen && !key.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  const rows = Object.values(Object.groupBy(keys, (key) => Math.round(key.getBoundingClientRect().bottom)));
  return [covered.map((key) => key.textContent.trim()), Math.min(...rows.map((row) => row.length))];
}"""


def corrected(page: Page, box: str, value: str) -> None:
    """Open the correction of the only line of a game."""
    page.goto("/")
    evening = OtherPlayer(page)
    address = evening.start("yahtzee", ["Ana", "Bo"])
    evening.fill(address, {box: [value]})
    page.goto(f"{address}?line=1&right=1")


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (844, 390)])
def test_tools_beside_sums_are_whole(phone: Phones, width: int, height: int) -> None:
    page = phone(width=width, height=height, locale="de")
    corrected(page, "chance", "20")
    assert page.evaluate(KEYS)[0] == []
    assert page.locator(".panel > .keys .key").is_visible()
    for tool in page.locator(".right .tool").all():
        assert tool.evaluate("key => key.scrollWidth - key.clientWidth") <= 0


def test_no_key_is_alone_in_landscape(phone: Phones) -> None:
    page = phone(width=844, height=390)
    corrected(page, "threes", "9")
    assert page.evaluate(KEYS) == [[], 3]

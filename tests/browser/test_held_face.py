"""A held face fills the tray: by touch and by keyboard."""

from playwright.sync_api import Locator, expect

from tests.browser.other_player import seat
from tests.browser_contexts import Phones

from .page_state import laid, wait_until_fetched


def hold(key: Locator) -> None:
    """Press a key for a second."""
    key.page.mouse.move(*centre(key))
    key.page.mouse.down()
    key.page.wait_for_timeout(900)
    key.page.mouse.up()


def centre(key: Locator) -> tuple[float, float]:
    box = key.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_held_face_fills_tray(phone: Phones) -> None:
    page = phone()
    thumb = seat(page, "general", ["Ana", "Bo"])
    wait_until_fetched(page, "/pending_lines")
    page.wait_for_timeout(300)
    thumb.face(2)
    hold(page.locator(".faces .key[data-face='5']"))
    assert laid(page) == "25555"
    expect(thumb.box("fives")).to_have_text("20")
    expect(page.get_by_text("The tray is full")).to_have_count(0)


def test_held_digit_fills_tray(phone: Phones) -> None:
    page = phone()
    thumb = seat(page, "general", ["Ana", "Bo"])
    wait_until_fetched(page, "/pending_lines")
    page.wait_for_timeout(300)
    for _ in range(9):
        page.keyboard.down("6")  # the same key again is a repeat
    page.keyboard.up("6")
    assert laid(page) == "66666"
    expect(thumb.box("sixes")).to_have_text("30")
    expect(page.get_by_text("The tray is full")).to_have_count(0)

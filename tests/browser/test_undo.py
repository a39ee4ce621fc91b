"""Undo step by step at the table, and writing it again after a reload."""

from playwright.sync_api import expect

from tests.browser.other_player import seat
from tests.browser_contexts import Phones


def test_undo_goes_back_line_by_line_and_forth_again(phone: Phones) -> None:
    page = phone(width=320, height=640)
    thumb = seat(page, "general", ["Ana", "Bo"], {"ones": ["3", "2"]})
    thumb.tap(page.get_by_role("button", name="Take back Bo’s 2"))
    expect(page.locator("#note")).to_contain_text("Taken back: Bo, ones 2")
    expect(page.get_by_role("button", name="Restore it")).to_be_visible()
    thumb.tap(page.get_by_role("button", name="Take back Ana’s 3"))
    expect(page.locator("#note")).to_contain_text("Taken back: Ana, ones 3")
    page.reload()
    thumb.face(3)
    thumb.tap(page.get_by_role("button", name="Restore it"))
    expect(page.locator("#note")).to_contain_text("Restored: Ana, ones 3")
    thumb.tap(page.get_by_role("button", name="Restore it"))
    expect(page.locator("#note")).to_contain_text("Restored: Bo, ones 2")
    expect(page.get_by_role("button", name="Restore it")).to_have_count(0)

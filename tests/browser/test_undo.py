"""Undo step by step at the table, and writing it again after a reload."""

import re

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules import GAMES
from tests.browser.new_game_form import settled
from tests.browser.other_player import OtherPlayer, seat
from tests.browser.page_state import aim
from tests.browser.touch import TouchDriver, read
from tests.browser.whole_games import play_to_the_end
from tests.browser_contexts import Phones

RESTORE = re.compile("^Restore ")


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
    thumb.tap(page.get_by_role("button", name="Restore Ana’s ones"))
    expect(page.locator("#note")).to_contain_text("Restored: Ana, ones 3")
    thumb.tap(page.get_by_role("button", name="Restore Bo’s ones"))
    expect(page.locator("#note")).to_contain_text("Restored: Bo, ones 2")
    expect(page.get_by_role("button", name=RESTORE)).to_have_count(0)


def test_keys_of_undo_show_their_words(phone: Phones) -> None:
    page = phone(width=390, height=664)
    thumb = seat(page, "general", ["Ana", "Bo"], {"ones": ["3", "2"]})
    thumb.tap(page.locator(".undo"))
    for words in (page.locator(".note .quiet"), page.locator(".say:not(.note) > .quiet > span")):
        expect(words).to_have_count(2)
        assert min(words.evaluate_all("all => all.map(({ clientWidth }) => clientWidth)")) > 40
        page.reload()


# four dice games have the same sheet and keys as the first
ALIKE = ("general", "goldene_fuenfzig", "yacht", "crag")


@pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=pytest.mark.examples) if slug in ALIKE else slug for slug in GAMES]
)
def test_ten_steps_back_from_end_and_forth(phone: Phones, slug: str) -> None:
    page = phone(width=390, height=844)
    address = play_to_the_end(page, slug)
    page.goto(address)
    title, result = (page.locator(part).inner_text() for part in (".winner h2", ".result .list"))
    line = str(page.locator(".after a[href^='?undo=']").get_attribute("href")).removeprefix("?undo=")
    noted = OtherPlayer(page).write(address, where="note/", line=line, note="read twice")
    assert noted.ok
    page.goto(address)
    thumb = TouchDriver(page)
    for step in range(10):
        _take_back(page, thumb, "Taken back" if step else "Note undone")
    assert thumb.count() <= 14  # one tap each, and a question while the game is over
    redo, message = page.get_by_role("button", name=RESTORE), page.locator("#note p")
    for _step in range(8):
        before = message.inner_text()
        thumb.tap(redo)
        expect(message).not_to_have_text(before)
        _aimed(page)
    thumb.tap(redo)
    expect(page.locator(".winner h2")).to_be_visible()  # the page of an end loads itself once more
    settled(page)
    page.goto(address)
    assert page.locator(".winner h2").inner_text() == title
    assert page.locator(".result .list").inner_text() == result


def _aimed(page: Page) -> None:
    """Wait for the answer, and as long as a finger is aimed: a key that changed under it takes no tap."""
    settled(page)
    aim(page)


def _take_back(page: Page, thumb: TouchDriver, strong: str) -> None:
    """Press the undo key, and Yes if asked at the end of the game.

    The page names the step and what it undid.
    """
    before = page.locator("#note p").all_inner_texts()
    ended = page.locator(".after a[href^='?undo=']")
    is_over = ended.count() > 0
    key = ended if is_over else page.locator(".panel button.undo")
    assert key.inner_text().startswith(("Take back ", "Undo"))
    thumb.tap(key)
    if is_over:
        read(page)
        thumb.tap(page.locator("#note button[name=sure]", has_text="Yes"))
    message = page.locator("#note p")
    if before:
        expect(message).not_to_have_text(before[0])
    expect(message).to_have_text(re.compile(f"^{strong}: ."))
    _aimed(page)

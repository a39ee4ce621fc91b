"""The browser's back button closes what was opened at the table before it leaves the page."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.other_player import OtherPlayer, seat
from tests.browser_contexts import Phones

from .page_state import until, wait_until_fetched
from .touch import TouchDriver

ENTRIES = "() => history.state?.depth ?? 0"


def opened(page: Page, depth: int) -> None:
    """Wait until so much is open, and the history has an entry for each."""
    until(page, ENTRIES, depth)
    until(page, "() => Number(document.querySelector('#table').dataset.depth ?? 0)", depth)


@pytest.fixture
def table(phone: Phones) -> tuple[Page, TouchDriver]:
    """A table with a line, reached from the home page, whose later scripts are loaded."""
    page = phone()
    thumb = seat(page, "general", ["Ana", "Bo"], {"ones": ["3"]})
    wait_until_fetched(page, "/pending_lines")
    page.wait_for_timeout(300)
    return page, thumb


def test_back_closes_correction_then_cell_then_page(table: tuple[Page, TouchDriver]) -> None:
    page, thumb = table
    here = page.url
    thumb.face(5)
    thumb.tap(page.get_by_role("link", name="Ana, Ones 3"))
    opened(page, 1)
    thumb.tap(page.get_by_role("link", name="Correct"))
    opened(page, 2)
    page.go_back()
    expect(page.get_by_role("heading", name="Ana, ones 3")).to_be_visible()
    opened(page, 1)
    page.go_back()
    expect(page.locator(".tray .slot:enabled")).to_have_count(1)
    assert page.url.startswith(here)
    page.go_back()
    expect(page.locator("#table")).to_have_count(0)


def test_back_after_closing_by_key_leaves_page(table: tuple[Page, TouchDriver]) -> None:
    page, thumb = table
    thumb.tap(thumb.box("sixes"))
    opened(page, 1)
    thumb.tap(page.locator(".values").get_by_role("button", name="18", exact=True))
    expect(page.get_by_role("heading", name="Ana’s turn")).to_be_visible()
    opened(page, 0)
    page.go_back()
    expect(page.locator("#table")).to_have_count(0)


def test_back_closes_box_with_its_dice(table: tuple[Page, TouchDriver]) -> None:
    page, thumb = table
    thumb.face(6)
    thumb.tap(thumb.box("sixes"))
    opened(page, 1)
    page.go_back()
    expect(page.locator(".tray .slot:enabled")).to_have_count(1)
    opened(page, 0)


def test_back_closes_question_whether_to_undo_the_end(phone: Phones) -> None:
    page = phone()
    page.goto("/")
    other = OtherPlayer(page)
    table = other.start("general", ["Ana", "Bo"])
    assert other.write(table, box="fives", dice="55555", throws="1").ok
    page.goto(table)
    page.wait_for_timeout(500)
    TouchDriver(page).tap(page.get_by_role("link", name="Take back"))
    opened(page, 1)
    page.go_back()
    expect(page.locator("#note")).to_have_count(0)
    expect(page.get_by_role("heading", name="Ana wins")).to_be_visible()
    assert table in page.url


def test_back_closes_menu_and_player(table: tuple[Page, TouchDriver]) -> None:
    page, thumb = table
    thumb.tap(page.locator(".sheet thead th a").first)
    opened(page, 1)
    thumb.tap(page.locator(".menu summary"))
    until(page, ENTRIES, 2)
    page.go_back()
    expect(page.locator(".menu")).not_to_have_attribute("open", "")
    opened(page, 1)
    page.go_back()
    expect(page.get_by_role("heading", name="Bo’s turn")).to_be_visible()
    opened(page, 0)


def test_escape_closes_like_back(table: tuple[Page, TouchDriver]) -> None:
    page, thumb = table
    here = page.url
    thumb.tap(page.get_by_role("link", name="Ana, Ones 3"))
    opened(page, 1)
    page.locator(".menu summary").press("Enter")
    until(page, ENTRIES, 2)
    page.keyboard.press("Escape")
    expect(page.locator(".menu")).not_to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Bo’s turn")).to_be_visible()
    opened(page, 0)
    page.keyboard.press("Escape")
    page.wait_for_timeout(300)
    assert page.url.startswith(here)


def test_forward_button_keeps_page(table: tuple[Page, TouchDriver]) -> None:
    page, thumb = table
    thumb.tap(thumb.box("sixes"))
    opened(page, 1)
    page.go_back()
    opened(page, 0)
    page.go_forward()
    opened(page, 0)
    page.go_back()
    expect(page.locator("#table")).to_have_count(0)


def test_back_closes_box_without_signal(phone: Phones, table: tuple[Page, TouchDriver]) -> None:
    page, thumb = table
    page.context.set_offline(True)
    thumb.tap(thumb.box("sixes"))
    expect(page.locator(".values")).to_be_visible()
    opened(page, 1)
    page.go_back()
    expect(page.locator(".tray")).to_be_visible()
    opened(page, 0)
    phone.forgive()


def test_back_from_rules_finds_open_cell_and_closes_it(table: tuple[Page, TouchDriver]) -> None:
    page, thumb = table
    thumb.tap(page.get_by_role("link", name="Ana, Ones 3"))
    opened(page, 1)
    page.locator("#help").tap()
    page.wait_for_url("**/rules/**")
    page.go_back()
    wait_until_fetched(page, "/pending_lines")
    opened(page, 1)
    page.go_back()
    expect(page.get_by_role("heading", name="Bo’s turn")).to_be_visible()
    opened(page, 0)


def at_once(page: Page) -> None:
    """Keep what a page loads when it is idle from loading: Back must not wait for that."""
    page.add_init_script(
        "const later = setTimeout; setTimeout = (f, ms) => later(f, ms === 1500 ? 1e6 : ms);"
    )


@pytest.mark.parametrize("key", ["sixes", "line", "seat"])
def test_second_back_after_another_page_closes_panel(table: tuple[Page, TouchDriver], key: str) -> None:
    page, thumb = table
    opener = {"sixes": thumb.box("sixes"), "line": page.get_by_role("link", name="Ana, Ones 3")}
    thumb.tap(opener.get(key, page.locator(".sheet thead th a").last))
    opened(page, 1)
    heading = page.locator("#who").inner_text()
    at_once(page)
    (page.get_by_role("link", name="Bo’s lines") if key == "seat" else page.locator("#help")).tap()
    page.wait_for_url("**/lines/**" if key == "seat" else "**/rules/**")
    page.go_back()
    expect(page.locator("#who")).to_have_text(heading, use_inner_text=True)
    page.go_back()
    expect(page.get_by_role("heading", name="Bo’s turn")).to_be_visible()
    opened(page, 0)
    page.go_back()
    expect(page.locator("#table")).to_have_count(0)


def open_slash(thumb: TouchDriver, box: str, *dice: int) -> None:
    """Tap a box in which these dice score nothing: the pad says why."""
    for die in dice:
        thumb.face(die)
    expect(thumb.box(box)).to_have_class("nil")
    thumb.tap(thumb.box(box))
    opened(thumb.page, 1)


@pytest.mark.parametrize("leave", ["back", "X", "X after the index"])
def test_second_back_after_rule_closes_question(table: tuple[Page, TouchDriver], leave: str) -> None:
    page, thumb = table
    open_slash(thumb, "full_house", 1, 2, 2, 4, 6)
    at_once(page)
    page.get_by_role("link", name="The rule", exact=True).tap()
    page.wait_for_url("**/rules/**")
    if leave == "X after the index":
        page.evaluate("location.hash = 'index'")
        page.evaluate("location.hash = 'sources'")
        page.go_back()
    if leave == "back":
        page.go_back()
    else:
        page.get_by_role("link", name="Close the rules").tap()
    expect(page.get_by_role("heading", name="full house")).to_be_visible()
    page.go_back()
    expect(page.locator(".tray .slot:enabled")).to_have_count(5)
    opened(page, 0)
    assert "box=" not in page.url
    page.go_back()
    expect(page.locator("#table")).to_have_count(0)


def test_back_from_box_without_points_keeps_dice(table: tuple[Page, TouchDriver]) -> None:
    page, thumb = table
    open_slash(thumb, "straight", 1, 1, 2, 3, 6)
    page.go_back()
    expect(page.locator(".tray .slot:enabled")).to_have_count(5)
    opened(page, 0)


def test_back_from_rules_of_new_game_keeps_names(phone: Phones) -> None:
    page = phone()
    page.goto("/")
    page.goto("/new/crag/")
    page.locator("#name-1").fill("Ana")
    page.locator("#name-2").fill("Bo")
    for key in (
        page.get_by_role("button", name="The rules"),
        page.get_by_role("button", name="roll for the start"),
    ):
        key.tap()
        expect(page.locator("#setup > header button[value=back]")).to_be_visible()
        page.go_back()
        expect(page.locator("#name-2")).to_have_value("Bo")
    page.get_by_role("button", name="The rules").tap()
    page.get_by_role("button", name="Close the rules").tap()
    expect(page.locator("#name-1")).to_have_value("Ana")
    until(page, "() => history.state?.setup ?? false", False)
    page.go_back()
    expect(page).to_have_url(re.compile("/$"))
    expect(page.locator("#name-1")).to_have_count(0)

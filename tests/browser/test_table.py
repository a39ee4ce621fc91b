"""The table on a phone: stable layout, messages in place, and links at the end."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.other_player import seat
from tests.browser_contexts import Phones

from .other_player import GENERAL, REST, OtherPlayer
from .page_state import chosen_above_panel, laid, wait_until_fetched
from .touch import SECOND, TouchDriver

FOUR = ["Ana", "Bo", "Cleo", "Dev"]
LONG = ["Anneliese", "Bartholomäus", "Rosa María", "Dev"]
# heads whose name is broken, or whose avatar is not beside the total
UNEVEN = """() => [...document.querySelectorAll(".sheet thead a")].filter((head) => {
  const [avatar, name, total] = [".c", "b", "em"].map((each) => head.querySelector(each).getBoundingClientRect());
  const isBeside = avatar.top < total.bottom && avatar.bottom > total.top && avatar.right <= total.left;
  return name.height > 20 || name.bottom > total.top + 2 || !isBeside;
}).map((head) => head.innerText)"""


def test_sheet_keeps_its_scroll_position_without_reload(phone: Phones) -> None:
    """Every kind of response: no page load, no jump, the focus on the message or unchanged."""
    page = phone(width=320, height=640)
    thumb = seat(page, "yahtzee", ["Ana", "Bo"])
    loads: list[str] = []
    page.on("load", lambda loaded: loads.append(loaded.url))
    scrolled = "document.querySelector('.pad').scrollTop"
    page.evaluate("document.querySelector('.pad').scrollTop = 150")
    at = page.evaluate(scrolled)
    assert at > 100
    focused = page.locator(":focus")
    thumb.tap(thumb.box("full_house"))
    expect(page.get_by_role("heading", name="Ana, full house")).to_be_visible()
    expect(focused).to_have_id("full_house")
    thumb.tap(page.locator(".values").get_by_role("button", name="25"))
    expect(page.get_by_role("heading", name="Bo’s turn")).to_be_focused()
    assert page.evaluate(scrolled) == at
    thumb.tap(page.get_by_role("link", name="Ana, Full house 25"))
    # the panel of a line is higher and would cover it
    chosen_above_panel(page)
    at = page.evaluate(scrolled)
    thumb.tap(page.get_by_role("link", name="Correct"))
    thumb.tap(page.locator(".panel .tool", has_text="Cross out"))
    expect(page.get_by_role("button", name="Change 25 to 0")).to_be_visible()
    thumb.tap(page.get_by_role("link", name="Keep it"))
    thumb.tap(page.get_by_role("button", name="Take back"))
    expect(page.locator("#note")).to_be_focused()
    expect(page.locator("#note")).to_contain_text("Taken back: Ana, full house 25")
    assert page.evaluate(scrolled) == at
    assert loads == []
    page.set_viewport_size({"width": 390, "height": 664})
    seat(page, "goldene_fuenfzig", ["Ana", "Bo"], {"low_straight": ["15x1", "15x3"]})
    height = "document.querySelector('.panel').offsetHeight"
    at = page.evaluate(height)
    page.goto(f"{page.url}?dice=66612&throws=4")
    expect(page.locator(".guts .why")).to_contain_text("1 Gut")
    assert page.evaluate(height) == at


def test_dice_stay_while_written_cell_is_looked_at(phone: Phones) -> None:
    page = phone()
    thumb = seat(page, "general", ["Ana", "Bo"], {"ones": ["3", "2"]})
    thumb.face(5)
    thumb.face(5)
    thumb.throw(SECOND)
    thumb.tap(page.get_by_role("link", name="Bo, Ones 2"))
    expect(page.get_by_role("heading", name="Bo, ones 2")).to_be_visible()
    thumb.tap(page.get_by_role("link", name="Keep it"))
    expect(page.locator(".tray .slot:enabled")).to_have_count(2)
    expect(page.locator(".throws input[value='2']")).to_be_checked()
    for die in (5, 2, 2):
        thumb.face(die)
    expect(thumb.box("full_house")).to_have_text("30")
    thumb.tap(thumb.box("full_house"))
    expect(page.get_by_role("heading", name="Bo’s turn")).to_be_visible()
    expect(page.locator(".tray .slot:enabled")).to_have_count(0)
    expect(page.locator(".throws input[value='3']")).to_be_checked()


def enter_out_of_turn(page: Page) -> TouchDriver:
    """A table on which it is Bo's turn, and five dice are entered for Cleo."""
    thumb = seat(page, "generala", ["Ana", "Bo", "Cleo"], {"ones": ["3"]})
    thumb.tap(page.locator(".sheet thead a", has_text="Cleo"))
    thumb.tap(page.get_by_role("link", name="Enter for Cleo"))
    expect(page.locator("#note")).to_contain_text("It’s Bo’s turn. Enter Cleo’s anyway?")
    for die in (4, 4, 4, 1, 2):
        thumb.face(die)
    expect(thumb.box("fours")).to_have_text("12")
    return thumb


def test_dice_out_of_turn_count_once_after_slow_confirmation(phone: Phones) -> None:
    """The box is tapped before the confirmation has a response, and is written after it."""
    page = phone()
    thumb = enter_out_of_turn(page)
    held: list[Route] = []
    page.route("**/*sure=1*", lambda route: held.append(route))  # noqa: PLW0108  a builtin takes no attribute
    thumb.tap(page.get_by_role("button", name="Yes"))
    thumb.tap(thumb.box("fours"))
    expect(thumb.box("fours")).to_have_class("sent")
    held.pop().continue_()
    expect(page.get_by_role("link", name="Cleo, Fours 12")).to_be_visible()
    expect(page.get_by_role("heading", name="Bo’s turn")).to_be_visible()
    assert laid(page) == ""


def test_dice_out_of_turn_are_not_those_of_the_next_player(phone: Phones) -> None:
    page = phone()
    thumb = enter_out_of_turn(page)
    thumb.tap(page.get_by_role("link", name="Home"))
    thumb.tap(page.get_by_role("link", name="Carry on"))
    expect(page.get_by_role("heading", name="Bo’s turn")).to_be_visible()
    assert laid(page) == ""


def test_out_of_turn_is_asked_once(phone: Phones) -> None:
    """The dice that are entered meanwhile stay with the one they are for."""
    page = phone()
    thumb = enter_out_of_turn(page)
    thumb.tap(page.get_by_role("button", name="Yes"))
    expect(page.get_by_role("heading", name="Cleo’s turn")).to_be_visible()
    thumb.tap(thumb.box("fours"))
    expect(page.get_by_role("link", name="Cleo, Fours 12")).to_be_visible()
    thumb.tap(page.locator(".sheet thead a", has_text="Cleo"))
    thumb.tap(page.get_by_role("link", name="Enter for Cleo"))
    expect(page.get_by_role("heading", name="Cleo’s turn")).to_be_visible()
    thumb.tap(thumb.box("twos"))
    thumb.tap(page.locator(".values").get_by_role("button", name="6"))
    expect(page.get_by_role("link", name="Cleo, Twos 6")).to_be_visible()


@pytest.mark.parametrize("zone", ["America/Puerto_Rico", "Asia/Tokyo"])
def test_times_are_phones_own(phone: Phones, zone: str) -> None:
    page = phone(timezone_id=zone)
    thumb = seat(page, "general", ["Ana", "Bo"], {"ones": ["3"]})
    thumb.tap(page.get_by_role("link", name="Ana, Ones 3"))
    times = page.locator(".panel time")
    expect(times).to_have_text(re.compile(r"^\d\d:\d\d$"))
    at = times.get_attribute("datetime")
    assert at is not None
    there = datetime.fromisoformat(at).astimezone(ZoneInfo(zone))
    expect(times).to_have_text(f"{there:%H:%M}")


def finished(phone: Phones) -> tuple[Page, TouchDriver]:
    """A finished game of General on one phone."""
    page = phone()
    thumb = seat(page, "general", ["Ana", "Bo"], {box: values[:2] for box, values in REST.items()})
    evening = OtherPlayer(page)
    table = page.url.removeprefix(evening.base)
    for player in ("1", "2"):
        assert evening.write(table, where="go-home/", player=player).ok
    page.goto(table)
    return page, thumb


def test_share_where_nothing_is_allowed_copies_by_key(phone: Phones) -> None:
    """No share dialog, no clipboard: a page has the text, and its key copies by the old command."""
    page, thumb = finished(phone)
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    thumb.tap(page.get_by_role("link", name="Share"))
    expect(page.get_by_role("heading", name="Share")).to_be_visible()
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    thumb.tap(page.get_by_role("button", name="Copy"))
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    text, link = page.get_by_label("Text and link to watch").input_value().splitlines()
    assert re.match(r"General, \d+ \w+: Ana 72, Bo 50\.", text)
    assert "/join/" in link
    assert page.evaluate("getSelection().toString()").splitlines() == [text, link]
    expect(page.get_by_role("link", name="Share a picture")).to_be_visible()


def test_share_dialog_gets_text_link_and_picture(phone: Phones) -> None:
    page, thumb = finished(phone)
    page.evaluate(
        """() => {
          const set = (name, value) => Object.defineProperty(navigator, name, { value });
          set("canShare", () => true);
          set("share", async (data) => { window.given = [data.text, ...data.files.map((file) => file.type)]; });
        }"""
    )
    thumb.tap(page.get_by_role("link", name="Share"))
    for _ in range(100):
        given = page.evaluate("window.given ?? null")
        if given:
            break
        page.wait_for_timeout(100)
    text, kind = given
    assert "Ana 72, Bo 50." in text
    assert "/join/" in text
    assert kind == "image/png"


def test_sheet_of_finished_game_leads_back_to_its_result(phone: Phones) -> None:
    page = phone()
    thumb = seat(page, "crag", ["Ana", "Bo"])
    evening = OtherPlayer(page)
    table = page.url.removeprefix(evening.base)
    for player in ("1", "2"):
        assert evening.write(table, where="go-home/", player=player).ok
    page.goto(table)
    thumb.tap(page.get_by_role("link", name="See the sheet"))
    expect(page.locator(".sheet")).to_be_visible()
    thumb.tap(page.get_by_role("link", name="Result"))
    expect(page.get_by_role("heading", name="Ana and Bo tie for the win")).to_be_visible()


def test_corrected_total_of_winner_is_not_ringed(phone: Phones) -> None:
    """The ring would cover the struck total beside the new one."""
    page = phone()
    seat(page, "general", FOUR, GENERAL | REST)
    table = page.url
    ring = "em => getComputedStyle(em, '::after').content"
    page.goto(f"{table}?line=4&right=1")
    assert page.locator(".sheet .won em").evaluate(ring) == '""'
    page.goto(f"{table}?line=4&right=1&points=3")
    expect(page.locator(".sheet thead em s")).to_have_text("210")
    assert page.locator(".sheet .won em").evaluate(ring) == "none"


def test_corrected_total_of_leader_has_no_star(phone: Phones) -> None:
    """Two totals of three digits fill the width of the column."""
    page = phone()
    seat(page, "general", FOUR, {"straight": ["25x1"] * 4, "full_house": ["35x1"] * 4, "sixes": ["30"]})
    page.goto(f"{page.url.partition('?')[0]}?line=1&right=1&points=20")
    total = page.locator(".sheet .lead em", has=page.locator("s"))
    assert total.evaluate("em => getComputedStyle(em, '::before').content") == "none"


def test_long_names_have_a_line_of_their_own(phone: Phones) -> None:
    page = phone(width=320)
    for players in (3, 4):
        boxes = {"small_general": ["60"] * players, "four_of_a_kind": ["45x1"] * players}
        seat(page, "general", LONG[:players], boxes)
        for width in (320, 390, 844, 1280):
            page.set_viewport_size({"width": width, "height": 700})
            assert page.evaluate(UNEVEN) == []


def test_header_separates_signal_from_names(phone: Phones) -> None:
    page = phone()
    seat(page, "general", FOUR, {})
    expect(page.locator("#signal")).to_have_text("Live")
    assert page.locator("#signal").evaluate("dot => getComputedStyle(dot, '::after').content") == '" ·"'


def test_note_opens_with_focus_in_its_field(phone: Phones) -> None:
    page = phone()
    thumb = seat(page, "general", ["Ana", "Bo"], {"ones": ["3"]})
    wait_until_fetched(page, "/pending_lines")
    thumb.tap(page.get_by_role("link", name="Ana, Ones 3"))
    thumb.tap(page.locator(".noting summary"))
    page.keyboard.type("house rule")
    expect(page.get_by_label("Note", exact=True)).to_have_value("house rule")
    thumb.tap(page.locator(".noting summary"))
    expect(page.get_by_label("Note", exact=True)).not_to_be_visible()

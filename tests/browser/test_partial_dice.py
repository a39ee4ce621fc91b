"""Partially entered dice: stored, limited to five, and scored as possible results."""

from playwright.sync_api import Page, expect

from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .page_state import laid, points_loaded
from .touch import SECOND, TouchDriver


def three_dice(phone: Phones) -> tuple[Page, TouchDriver]:
    """A new table with three dice laid, of the second throw."""
    page = phone()
    page.goto("/")
    page.goto(OtherPlayer(page).start("general", ["Ana", "Bo"]))
    thumb = TouchDriver(page)
    for face in (4, 4, 2):
        thumb.face(face)
    thumb.throw(SECOND)
    # the address is written a third of a second after the last tap
    page.wait_for_url("**dice=442&throws=2**")
    return page, thumb


def test_half_entered_dice_survive_reload(phone: Phones) -> None:
    page, thumb = three_dice(phone)
    page.reload()
    assert laid(page) == "442"
    expect(page.locator(".throws input[value='2']")).to_be_checked()
    thumb.face(2)
    thumb.face(2)
    expect(thumb.box("full_house")).to_have_text("30")


def test_half_entered_dice_survive_reload_at_once(phone: Phones) -> None:
    page, thumb = three_dice(phone)
    thumb.face(2)
    page.reload()
    expect(page.locator(".tray .slot:enabled")).to_have_count(4)
    assert laid(page) == "4422"


def test_half_entered_dice_return_through_home_page(phone: Phones) -> None:
    page, thumb = three_dice(phone)
    thumb.tap(page.get_by_role("link", name="Home"))
    thumb.tap(page.get_by_role("link", name="Carry on"))
    expect(page.locator(".tray .slot:enabled")).to_have_count(3)
    assert laid(page) == "442"
    expect(page.locator(".throws input[value='2']")).to_be_checked()


def test_half_entered_dice_survive_back_and_forward(phone: Phones) -> None:
    page, _thumb = three_dice(phone)
    page.goto("/")
    page.go_back()
    expect(page.locator(".tray[data-count]")).to_be_visible()
    assert laid(page) == "442"
    page.go_forward()
    page.go_back()
    expect(page.locator(".tray[data-count]")).to_be_visible()
    assert laid(page) == "442"


def test_half_entered_dice_survive_rules_page(phone: Phones) -> None:
    page, _thumb = three_dice(phone)
    page.locator("#help").tap()
    page.wait_for_url("**/rules/**")
    page.go_back()
    expect(page.locator(".tray[data-count]")).to_be_visible()
    assert laid(page) == "442"


def test_written_dice_are_gone_after_reload(phone: Phones) -> None:
    page, thumb = three_dice(phone)
    thumb.face(2)
    thumb.face(2)
    thumb.tap(thumb.box("full_house"))
    expect(page.get_by_role("heading", name="Bo’s turn")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Bo’s turn")).to_be_visible()
    assert laid(page) == ""


def test_complete_dice_ask_for_box(phone: Phones) -> None:
    page, thumb = three_dice(phone)
    said = "() => getComputedStyle(document.querySelector('.faces'), '::after').content.includes('Tap a box')"
    assert not page.evaluate(said)
    thumb.face(2)
    thumb.face(2)
    assert page.evaluate(said)


def test_arrow_keys_lead_from_box_to_box(phone: Phones) -> None:
    page, thumb = three_dice(phone)
    with points_loaded(page):
        page.reload()
    thumb.box("ones").focus()
    page.keyboard.press("ArrowDown")
    expect(thumb.box("twos")).to_be_focused()


def test_sixth_die_is_refused_in_words(phone: Phones) -> None:
    page, thumb = three_dice(phone)
    for face in (2, 2, 6):
        thumb.face(face)
    expect(page.locator("small[role=status]")).to_have_text("The tray is full. Tap a die to take it off.")
    assert laid(page) == "44222"


def test_four_dice_and_box_offer_possible_points(phone: Phones) -> None:
    page, thumb = three_dice(phone)
    thumb.face(1)
    thumb.tap(thumb.box("fours"))
    expect(page.locator(".panel")).to_contain_text("4 4 2 1: one die is missing")
    expect(page.locator(".values .key[name=value]")).to_have_text(["82nd roll", "122nd roll"])
    thumb.tap(page.get_by_role("link", name="Not this box"))
    expect(page.locator(".tray[data-count]")).to_be_visible()
    assert laid(page) == "4421"


def test_four_dice_without_signal_offer_possible_points(phone: Phones) -> None:
    page, thumb = three_dice(phone)
    with points_loaded(page):
        page.reload()
    thumb.face(1)
    page.context.set_offline(True)
    thumb.tap(thumb.box("fours"))
    expect(page.locator(".values .key[name=value]")).to_have_text(["8", "12"])
    expect(page.locator(".panel .why")).to_contain_text("4 4 2 1")
    phone.forgive()

"""A box that scores nothing says why, online and without signal; going back is the main key."""

from playwright.sync_api import Locator, Page, expect

from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .outbox import offline
from .page_state import points_loaded
from .touch import TouchDriver

WHY = "No straight: the 3 is missing."


def table_with(page: Page, dice: str) -> TouchDriver:
    """A new table of Generala with dice in the tray, and the score table on the phone."""
    page.goto("/")
    with points_loaded(page):
        page.goto(OtherPlayer(page).start("generala", ["Ana", "Bo"]))
    thumb = TouchDriver(page)
    for face in dice:
        thumb.face(int(face))
    if dice:
        expect(thumb.box("twos")).not_to_be_empty()
    return thumb


def explained(page: Page) -> Locator:
    """The sentence of the entry panel."""
    return page.locator(".panel .mid p b")


def test_slash_is_explained_and_left_with_one_tap(phone: Phones) -> None:
    page = phone()
    thumb = table_with(page, "12245")
    thumb.tap(thumb.box("straight"))
    expect(explained(page)).to_have_text(WHY)
    expect(page.get_by_role("img", name="1 2 2 4 5")).to_be_visible()
    thumb.tap(page.locator(".panel .go", has_text="Another box"))
    expect(page.locator(".faces")).to_be_visible()
    expect(thumb.box("twos")).to_have_text("4")
    thumb.tap(thumb.box("straight"))
    thumb.tap(page.get_by_role("link", name="The rule", exact=True))
    page.wait_for_url("**/rules/?*box=straight*#box-straight")
    expect(page.locator(".point:has(#box-straight)")).to_be_in_viewport()
    page.get_by_role("link", name="Close the rules").tap()
    expect(explained(page)).to_have_text(WHY)
    thumb.count()
    thumb.tap(page.get_by_role("button", name="Cross out straight"))
    expect(page.get_by_role("link", name="Ana, Straight")).to_be_visible()
    assert thumb.count() == 1


def test_slash_is_explained_alike_without_signal(phone: Phones) -> None:
    page = phone()
    thumb = table_with(page, "12245")
    offline(page)
    thumb.tap(thumb.box("straight"))
    expect(explained(page)).to_have_text(WHY)
    thumb.tap(page.locator(".panel .go", has_text="Another box"))
    expect(page.locator(".faces")).to_be_visible()
    expect(thumb.box("twos")).to_have_text("4")
    thumb.tap(thumb.box("full_house"))
    expect(explained(page)).to_have_text("No full house: only one pair.")
    expect(thumb.box("full_house")).to_have_text("")
    thumb.tap(page.get_by_role("button", name="Cross out full house", exact=True))
    expect(page.locator("td.wait")).to_have_count(1)
    offline(page, on=False)
    expect(page.locator("td.wait")).to_have_count(0)
    phone.forgive()


def test_missing_dice_are_counted_alike_without_signal(phone: Phones) -> None:
    page = phone()
    thumb = table_with(page, "")
    for face in (1, 1, 4, 6):
        thumb.face(face)
    texts = []
    for on in (False, True):
        offline(page, on=on)
        thumb.tap(thumb.box("straight"))
        expect(explained(page)).to_be_visible()
        texts.append((explained(page).inner_text(), page.locator(".panel .why").inner_text()))
        thumb.tap(page.locator(".panel .go", has_text="Enter the dice"))
        expect(page.locator(".tray .slot:enabled")).to_have_count(4)
    assert texts == 2 * [("Nothing scores here, whatever the last die shows.", "1 1 4 6: one die is missing")]
    phone.forgive()


def test_question_mark_opens_rule_of_selected_box(phone: Phones) -> None:
    page = phone()
    thumb = table_with(page, "")
    thumb.tap(thumb.box("four_of_a_kind"))
    expect(page.locator(".values")).to_be_visible()
    thumb.tap(page.get_by_role("link", name="The rules"))
    page.wait_for_url("**/rules/?*#box-four_of_a_kind")
    expect(page.locator(".point:has(#box-four_of_a_kind)")).to_be_in_viewport()


def test_incomplete_round_moves_focus_to_what_is_missing(phone: Phones) -> None:
    page = phone()
    page.goto("/")
    evening = OtherPlayer(page)
    address = evening.start("forty_fives", ["Ana", "Bo", "Cleo"])
    evening.tap(address, "trump-H", "took-1", "took-2")
    page.goto(address)
    thumb = TouchDriver(page)
    page.locator("#missing").tap(force=True)  # a refused key counts as disabled for the driver
    expect(page.locator("#note")).to_contain_text("Not complete yet: tap the player who took trick 3.")
    expect(page.locator("#took-1")).to_be_focused()
    thumb.tap(page.locator("#took-3"))
    expect(page.locator("#who")).to_have_text("Who took trick 4?")

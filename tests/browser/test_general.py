"""A whole game of General for a cent a point, with taps counted.

The sheet is the worked one of the rules: totals 153, 128, 156 and 218; A, B and C pay D 65, 90 and 62 cents.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser_contexts import Phones

from .other_player import copied
from .touch import FIRST, SECOND, TouchDriver

Way = str | tuple[list[int], int] | None

NAMES = ["Ana", "Bo", "Cleo", "Dev"]

# Turn by turn: (box, how each of the four writes it). A key text is the quick way, dice with a throw the pad,
# None a strike.
GAME: list[tuple[str, list[Way]]] = [
    ("ones", [None, None, "4", ([1, 1, 1, 5, 6], SECOND)]),
    ("twos", [([2, 2, 1, 3, 5], SECOND), "6", "6", "4"]),
    ("threes", ["9", "9", ([3, 3, 1, 2, 6], 3), "6"]),
    ("fours", ["8", ([4, 4, 1, 2, 6], 3), "12", "12"]),
    ("fives", ["20", "10", "15", ([5, 5, 5, 5, 1], 3)]),
    ("sixes", ["12", None, ([6, 6, 6, 2, 1], 3), "18"]),
    ("straight", [([1, 1, 3, 4, 5], FIRST), "25 1st roll", ([2, 3, 4, 5, 6], 3), "25 1st roll"]),
    ("full_house", ["35 1st roll", "30", ([2, 2, 3, 3, 3], SECOND), "30"]),
    ("four_of_a_kind", ["40", "40", ([4, 4, 4, 4, 2], FIRST), "40"]),
    ("small_general", [None, None, None, ([6, 6, 6, 6, 6], SECOND)]),
]


def start(page: Page, thumb: TouchDriver, names: list[str]) -> None:
    """From the empty home page to the table: General, these names, the default rules."""
    page.goto("/")
    thumb.tap(page.get_by_role("link", name="General the Puerto Rican way"))
    for place, name in enumerate(names, 1):
        field = page.get_by_label(f"Name of player {place}", exact=True)
        if place == 1:
            expect(field).to_be_focused()
        field.press_sequentially(name)
        field.press("Enter")  # a key of the keyboard that is open already


def test_two_names_and_five_taps_start_game(phone: Phones) -> None:
    page = phone()
    thumb = TouchDriver(page)
    start(page, thumb, ["Ana", "Bo"])
    thumb.tap(page.get_by_role("button", name="Start: Ana rolls first"))
    expect(page.get_by_role("heading", name="Ana’s turn")).to_be_visible()
    assert thumb.count() <= 5


@pytest.mark.slow
def test_whole_game_of_general(phone: Phones) -> None:
    page = phone()
    thumb = TouchDriver(page)
    start(page, thumb, NAMES)
    page.get_by_text("none, for the fun of it").tap()
    page.get_by_label("Per point", exact=True).tap()
    page.get_by_label("Per point, to the winner").fill("0.01")
    page.get_by_label("Currency or thing").select_option("USD")
    page.get_by_role("button", name="Start: Ana rolls first").tap()
    expect(page.get_by_role("heading", name="Ana’s turn")).to_be_visible()
    thumb.count()
    for turn, (box, ways) in enumerate(GAME, 1):
        if turn == 3:
            refuse_a_late_writer(page, thumb)
        if turn == 5:
            take_back_and_write_again(page, thumb)
        if turn == 7:
            put_right(page, thumb)
        for way in ways:
            write(thumb, box, way)
    see_the_end(page, thumb)


def write(thumb: TouchDriver, box: str, way: Way) -> None:
    """One turn, within its budget."""
    if way is None:
        thumb.strike(box)
        assert thumb.count() == 2
    elif isinstance(way, str):
        thumb.points(box, way)
        assert thumb.count() == 2
    else:
        dice, throw = way
        thumb.dice(dice, box, throw)
        assert thumb.count() <= 7


def refuse_a_late_writer(page: Page, thumb: TouchDriver) -> None:
    """A phone without updates is refused, and its dice are not offered to the next player."""
    browser = page.context.browser
    assert browser is not None
    context = browser.new_context(viewport=page.viewport_size, has_touch=True, locale="en-GB")
    context.add_cookies(copied(page.context))  # type: ignore[arg-type]
    other = context.new_page()
    other.goto(page.url)
    late = TouchDriver(other)
    for die in (3, 3, 3, 1, 2):
        late.face(die)
    expect(late.box("threes")).to_have_text("9")
    other.route("**/*", lambda route: route.abort() if route.request.method == "GET" else route.continue_())
    thumb.points("threes", "9")
    late.box("threes").tap()
    expect(other.locator(".note")).to_contain_text("Not entered. Ana has threes 9 now.")
    expect(other.locator(".sheet th.turn b")).to_have_text("Bo")
    expect(other.locator(".tray .slot:not([disabled])")).to_have_count(0)
    context.close()
    thumb.count()
    thumb.tap(page.locator(".undo"))  # as it was, for the table of turns above
    expect(page.get_by_text("Taken back: Ana, threes 9")).to_be_visible()
    assert thumb.count() == 1


def take_back_and_write_again(page: Page, thumb: TouchDriver) -> None:
    """One tap takes the last entry back and names it; one more writes it again."""
    thumb.tap(page.get_by_role("button", name="Take back Dev’s 12"))
    assert thumb.count() == 1
    expect(page.get_by_text("Taken back: Dev, fours 12")).to_be_visible()
    expect(page.locator(".sheet th.turn b")).to_have_text("Dev")
    thumb.tap(page.get_by_role("button", name="Restore it"))
    expect(page.get_by_text("Restored: Dev, fours 12")).to_be_visible()
    expect(page.locator(".sheet th.turn b")).to_have_text("Ana")
    thumb.count()


def put_right(page: Page, thumb: TouchDriver) -> None:
    """Correct an entry of an earlier turn with three taps and the new value.

    Do so twice, to restore the worked sheet.
    """
    for old, new in (("12", "16"), ("16", "12")):
        thumb.tap(page.get_by_role("link", name=f"Cleo, Fours {old}"))
        thumb.tap(page.get_by_role("link", name="Correct"))
        thumb.tap(page.locator(".values").get_by_role("link", name=new, exact=True))
        expect(page.get_by_role("button", name=f"Change {old} to {new}")).to_be_visible()
        thumb.tap(page.locator(".panel .go"))
        expect(page.get_by_role("link", name=f"Cleo, Fours {new}")).to_be_visible()
        assert thumb.count() == 4


def see_the_end(page: Page, thumb: TouchDriver) -> None:
    """The winners and payments show without a tap; one tap shares, one starts a rematch."""
    result = page.locator(".result")
    expect(result.get_by_role("heading", name="Dev wins")).to_be_visible()
    expect(result.locator(".ring")).to_have_text("218")
    expect(page.get_by_role("heading", name="How it went")).to_be_visible()  # loaded after the response
    rows = [" ".join(row.split()) for row in result.locator("ol.list > li").all_inner_texts()]
    assert rows == ["1 D Dev 218", "2 C Cleo −62 156", "3 A Ana −65 153", "4 B Bo −90 128"]
    pays = [" ".join(row.split()) for row in result.locator(".pays li").all_inner_texts()]
    assert pays == [
        "A Ana pays D Dev $0.65",
        "B Bo pays D Dev $0.90",
        "C Cleo pays D Dev $0.62",
    ]
    result.get_by_text("$0.65").tap()
    expect(result.get_by_text("65 points × $0.01")).to_be_visible()
    assert thumb.count() == 0
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    thumb.tap(page.get_by_role("link", name="Share"))
    expect(page.get_by_role("link", name="Copied")).to_be_visible()
    assert thumb.count() == 1
    shared = page.evaluate("navigator.clipboard.readText()")
    assert shared.startswith("General, ")
    assert "Dev 218, Cleo 156, Ana 153, Bo 128" in shared
    assert "Dev gets $2.17" in shared
    assert "/join/" in shared.splitlines()[-1]
    thumb.tap(page.get_by_role("button", name="Rematch"))
    expect(page.get_by_role("heading", name="Ana’s turn")).to_be_visible()
    expect(page.locator(".sheet td > a")).to_have_count(0)
    assert thumb.count() == 1


@pytest.mark.parametrize("javascript", [False])
def test_general_without_script(phone: Phones, javascript: bool) -> None:
    """The same table by plain forms: start, dice, points, a refusal, a correction, a take-back."""
    page = phone(javascript=javascript)
    page.goto("/")
    page.get_by_role("link", name="General the Puerto Rican way").click()
    page.get_by_label("Name of player 1", exact=True).fill("Ana")
    page.get_by_label("Name of player 2", exact=True).fill("Bo")
    page.get_by_role("button", name="Start", exact=False).last.click()
    expect(page.get_by_role("heading", name="Ana’s turn")).to_be_visible()
    page.get_by_label("Dice", exact=True).fill("44478")
    page.get_by_role("button", name="Show points").click()
    expect(page.locator(".note")).to_contain_text("Those dice are not possible.")
    page.get_by_label("Dice", exact=True).fill("44442")
    page.get_by_label("2nd").check()
    page.get_by_role("button", name="Show points").click()
    page.locator("#four_of_a_kind").click()
    expect(page.get_by_role("link", name="Ana, Four of a kind 40")).to_be_visible()
    page.locator("#straight").click()
    page.locator(".values").get_by_role("button", name="25 1st roll").click()
    expect(page.get_by_role("link", name="Bo, Straight 25")).to_be_visible()
    page.get_by_role("link", name="Ana, Four of a kind 40").click()
    page.get_by_role("link", name="Correct").click()
    page.get_by_label("1st").check()
    page.get_by_role("button", name="Show points").click()
    page.get_by_role("button", name="Change 40 to 45").click()
    expect(page.get_by_role("link", name="Ana, Four of a kind 45")).to_be_visible()
    page.locator(".undo").click()
    expect(page.get_by_role("link", name="Ana, Four of a kind 40")).to_be_visible()
    page.locator("#ones").click()
    page.get_by_role("button", name="Cross out ones").click()
    expect(page.get_by_role("link", name="Ana, Ones, crossed out, 0")).to_be_visible()

"""The oldest supported browsers: newer features are removed, and entries are written."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.new_game_form import answered, typed
from tests.browser.outbox import FULL, lines, new_game, offline, two_lines_in_the_shell, written
from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .touch import TouchDriver

# younger than Safari 15.4
LATER = """
delete AbortSignal.timeout;
delete AbortSignal.any;
delete HTMLFormElement.prototype.requestSubmit;
for (const name of ["toReversed", "toSorted", "toSpliced", "with"]) delete Array.prototype[name];
for (const name of ["groupBy", "withResolvers"]) { delete Object[name]; delete Promise[name]; }
"""

# the same for styles, by rules that such a browser does not parse
STYLES = ("@property ", "@media (scripting:")


def in_older_styles(page: Page) -> Page:
    """A phone that drops rules of style which came later."""

    def drop(route: Route) -> None:
        answer = route.fetch()
        text = answer.text()
        for rule in STYLES:
            text = text.replace(rule, "@of-later ")
        route.fulfill(response=answer, body=text)

    page.route("**/*.css", drop)
    return page


@pytest.fixture
def thumb(phone: Phones) -> TouchDriver:
    """A thumb on a new game of General, in an older browser."""
    page = phone()
    page.add_init_script(LATER)
    return new_game(page)


def test_older_browser_sends_its_waiting_lines(thumb: TouchDriver, phone: Phones) -> None:
    page = thumb.page
    thumb.strike("ones")
    assert lines(page) == 0
    offline(page)
    thumb.strike("twos")
    expect(page.locator("td.wait")).to_have_count(1)
    offline(page, on=False)
    expect(page.locator("td.wait")).to_have_count(0)
    assert written(page) == ["Ana, Ones, crossed out, 0", "Bo, Twos, crossed out, 0"]
    phone.forgive()


def test_dice_are_asked_for_in_older_browser(thumb: TouchDriver) -> None:
    thumb.dice(FULL, "full_house")
    assert written(thumb.page) == ["Ana, Full house 30"]


def test_order_is_thrown_in_older_browser(phone: Phones) -> None:
    page = phone()
    page.add_init_script(LATER)
    typed(page, "Ana", "Bo")
    answered(page, "#draw")
    for _die in range(5):
        TouchDriver(page).face(6)
    expect(page.get_by_role("heading", name="Bo rolls")).to_be_visible()


def test_shell_gives_way_in_older_browser(thumb: TouchDriver, phone: Phones) -> None:
    page = two_lines_in_the_shell(thumb)
    expect(page.locator("#lines li")).to_have_count(2)
    offline(page, on=False)
    expect(page.get_by_role("link", name="Bo, Sixes, crossed out, 0")).to_be_visible()
    assert lines(page) == 0
    phone.forgive()


def test_ring_round_winner_is_ring_in_older_browser(phone: Phones) -> None:
    page = in_older_styles(phone())
    page.goto("/")
    evening = OtherPlayer(page)
    table = evening.start("general", ["Ana", "Bo"])
    assert evening.write(table, box="fives", dice="55555", throws="1").ok
    page.goto(table)
    # drawn to its end
    page.evaluate("document.getAnimations().find((each) => each.animationName === 'draw')?.finish()")
    ring = "getComputedStyle(document.querySelector('.ring'), '::after').maskImage"
    assert page.evaluate(ring).startswith("conic-gradient(")


def test_without_scripts_dice_are_typed_in_older_browser(phone: Phones) -> None:
    page = in_older_styles(phone(width=320, height=640, javascript=False))
    page.goto("/")
    page.goto(OtherPlayer(page).start("general", ["Ana", "Bo"]))
    expect(page.locator(".faces")).to_be_hidden()
    page.get_by_label("Dice", exact=True).fill("44442")
    page.get_by_role("button", name="Show points").tap()
    page.locator("button#fours").tap()
    expect(page.get_by_role("button", name="Take back Ana’s 16")).to_be_visible()

"""Taps faster than the network: only what was meant is written, and nothing is lost."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.outbox import lose_response
from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .page_state import points_loaded, wait_until_fetched
from .touch import FIRST, TouchDriver

FULL = [2, 2, 3, 3, 3]


class SlowNetwork:
    """A network that answers late, wrongly or not at all."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @contextmanager
    def slow(self) -> Iterator[None]:
        """Every answer takes half a second longer."""
        devtools = self.page.context.new_cdp_session(self.page)
        as_it_is = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
        devtools.send("Network.enable")
        devtools.send("Network.emulateNetworkConditions", as_it_is | {"latency": 500})
        yield
        devtools.send("Network.emulateNetworkConditions", as_it_is | {"latency": 0})
        devtools.detach()

    @contextmanager
    def broken(self, status: int | None = None, *, body: str = "") -> Iterator[None]:
        """Requests to the table fail, are answered with this status, or get a page that is no table."""

        def fail(route: Route) -> None:
            if status is None:
                route.abort()
            else:
                route.fulfill(status=status, body=body, content_type="text/html")

        self.page.route("**/table/**", fail)
        yield
        self.page.unroute("**/table/**")


@pytest.fixture
def thumb(phone: Phones) -> TouchDriver:
    """A thumb on a new game of General."""
    page = phone()
    page.goto("/")
    page.goto(OtherPlayer(page).start("general", ["Ana", "Bo", "Cleo"]))
    return TouchDriver(page)


def enter(thumb: TouchDriver, dice: list[int]) -> None:
    for die in dice:
        thumb.face(die)


def see(thumb: TouchDriver, dice: list[int], box: str, points: str) -> None:
    """Dice in the tray and their points on the sheet."""
    enter(thumb, dice)
    expect(thumb.box(box)).to_have_text(points)


def last(thumb: TouchDriver, text: str) -> None:
    expect(thumb.page.locator("td.new a")).to_have_text(text)


def test_box_tapped_before_its_points_uses_shown_roll(thumb: TouchDriver) -> None:
    """The throw is changed and the box tapped at once: the shown throw counts."""
    see(thumb, FULL, "full_house", "30")
    with SlowNetwork(thumb.page).slow():
        thumb.throw(FIRST)
        thumb.tap(thumb.box("full_house"))
    last(thumb, "35")
    expect(thumb.page.locator(".sheet th.turn b")).to_have_text("Bo")


def test_box_tapped_after_changed_dice_before_points(thumb: TouchDriver) -> None:
    see(thumb, FULL, "full_house", "30")
    with SlowNetwork(thumb.page).slow():
        thumb.page.locator(".tray .slot").first.tap()
        thumb.face(3)
        thumb.tap(thumb.box("threes"))
    last(thumb, "12")


def test_box_tapped_before_yes_is_heard(thumb: TouchDriver) -> None:
    """Out of turn: the yes is not overtaken by the box that is tapped on it."""
    page = thumb.page
    thumb.tap(page.locator(".sheet thead a", has_text="Cleo"))
    thumb.tap(page.get_by_role("link", name="Enter for Cleo"))
    see(thumb, FULL, "full_house", "30")
    with SlowNetwork(page).slow():
        thumb.tap(page.get_by_role("button", name="Yes"))
        thumb.tap(thumb.box("full_house"))
        expect(page.get_by_role("link", name="Cleo, Full house 30")).to_be_visible()


def test_points_come_from_phone_without_signal(thumb: TouchDriver, phone: Phones) -> None:
    with points_loaded(thumb.page):
        thumb.page.reload()
    see(thumb, [1, 1, 1, 1, 6], "ones", "4")
    with SlowNetwork(thumb.page).broken():
        thumb.page.locator(".tray .slot").last.tap()
        thumb.face(1)
        expect(thumb.box("ones")).to_have_text("5")
    thumb.tap(thumb.box("ones"))
    last(thumb, "5")
    phone.forgive()


def test_points_that_could_not_be_fetched_are_not_written(thumb: TouchDriver, phone: Phones) -> None:
    """Before the phone has its table."""
    page = thumb.page
    page.route("**/points/**", lambda route: route.abort())
    page.reload()
    see(thumb, [1, 1, 1, 1, 6], "ones", "4")
    with SlowNetwork(page).broken():
        page.locator(".tray .slot").last.tap()
        thumb.face(1)
        expect(page.locator(".note.bad")).to_contain_text("No signal.")
    thumb.tap(thumb.box("ones"))
    last(thumb, "5")
    phone.forgive()


def test_dice_entered_during_write_are_next_players(thumb: TouchDriver) -> None:
    see(thumb, FULL, "full_house", "30")
    with SlowNetwork(thumb.page).slow():
        thumb.tap(thumb.box("full_house"))
        expect(thumb.page.locator(".tray .slot:enabled")).to_have_count(0)
        enter(thumb, [6, 6, 6])
        thumb.throw(FIRST)
    expect(thumb.page.locator(".sheet th.turn b")).to_have_text("Bo")
    expect(thumb.page.locator(".tray .slot:enabled")).to_have_count(3)
    enter(thumb, [5, 5])
    expect(thumb.box("full_house")).to_have_text("35")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("status", "body"), [(None, ""), (500, ""), (503, ""), (429, ""), (200, "<h1>Hotel: log in</h1>")]
)
def test_unsent_entry_waits(thumb: TouchDriver, phone: Phones, status: int | None, body: str) -> None:
    """The line waits on the phone and goes out by itself, once; Bo's turn is next meanwhile."""
    page = thumb.page
    see(thumb, FULL, "full_house", "30")
    with SlowNetwork(page).broken(status, body=body):
        thumb.tap(thumb.box("full_house"))
        expect(page.locator(".note")).to_contain_text("No signal. 1 line waits on this phone")
        expect(page.locator("td.wait a")).to_have_text("30")
        expect(page.locator(".tray .slot:enabled")).to_have_count(0)
        expect(page.locator(".sheet th.turn b")).to_have_text("Bo")
    last(thumb, "30")
    expect(page.locator("td > a")).to_have_count(1)
    phone.forgive()


def test_lost_answer_is_not_written_twice(thumb: TouchDriver, phone: Phones) -> None:
    """The entry was written, only its response was lost: the retry is the same entry."""
    see(thumb, FULL, "full_house", "30")
    page = thumb.page

    page.route("**/write/", lose_response, times=1)
    thumb.tap(thumb.box("full_house"))
    last(thumb, "30")
    expect(page.locator("td > a")).to_have_count(1)
    phone.forgive()


def test_second_of_two_taps_is_for_former_target(thumb: TouchDriver) -> None:
    """The second of two taps is for the former target."""
    page = thumb.page

    def twice(name: str) -> None:
        spot = page.locator(name).bounding_box()
        assert spot is not None
        x, y = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
        page.touchscreen.tap(x, y)
        page.wait_for_timeout(50)
        page.touchscreen.tap(x, y)
        page.wait_for_timeout(400)

    see(thumb, FULL, "full_house", "30")
    twice("#full_house")
    expect(page.get_by_role("heading", name="Bo’s turn")).to_be_visible()
    twice("#sixes")
    expect(page.get_by_role("heading", name="Bo, sixes")).to_be_visible()
    twice(".panel .keys button")  # strike
    expect(page.get_by_role("heading", name="Cleo’s turn")).to_be_visible()
    expect(page.locator(".tray .slot:enabled")).to_have_count(0)
    twice(".undo")
    expect(page.locator(".note")).to_contain_text("Taken back: Bo, sixes, crossed out")
    twice(".note .quiet:not(.undo)")
    expect(page.locator(".note")).to_contain_text("Restored:")


# A swap waits three seconds after its response, and a task that is put off during it runs after it.
SLOW_SWAPS = """() => {
    const table = document.getElementById("table");
    table.setAttribute("hx-swap:inherited", table.getAttribute("hx-swap:inherited").replace("1ms", "3s"));
    const later = setTimeout;
    const swapping = document.body.classList;
    window.setTimeout = (work, ms = swapping.contains("swapping") ? 4000 : 0, ...rest) => later(work, ms, ...rest);
    document.addEventListener("htmx:before:swap", () => swapping.add("swapping"));
    document.addEventListener("htmx:after:swap", () => swapping.remove("swapping"));
}"""


def test_tap_during_swap_is_for_former_button(thumb: TouchDriver) -> None:
    """“Restore it” becomes “Take back” in the same place, and by the same element."""
    page = thumb.page
    see(thumb, FULL, "full_house", "30")
    thumb.tap(thumb.box("full_house"))
    thumb.strike("sixes")
    thumb.tap(page.locator(".undo"))
    restore = page.locator(".note .quiet:not(.undo)")
    expect(restore).to_have_text("Restore it")
    # the part that knows of swaps must not arrive during one
    wait_until_fetched(page, "/pending_lines")
    page.evaluate(SLOW_SWAPS)
    thumb.tap(restore)
    page.locator("body.swapping").wait_for()
    restore.tap()
    expect(page.locator(".note")).to_contain_text("Restored: Bo, sixes, crossed out")
    page.wait_for_timeout(5000)
    expect(page.locator(".note")).to_contain_text("Restored: Bo, sixes, crossed out")


def test_box_tapped_again_is_left_and_dice_stay(thumb: TouchDriver) -> None:
    page = thumb.page
    enter(thumb, [6, 6])
    thumb.tap(thumb.box("sixes"))
    expect(page.get_by_role("heading", name="Ana, sixes")).to_be_visible()
    thumb.tap(thumb.box("sixes"))
    expect(page.get_by_role("heading", name="Ana’s turn")).to_be_visible()
    expect(page.locator(".tray .slot:enabled")).to_have_count(2)
    enter(thumb, [6, 5, 5])
    expect(thumb.box("full_house")).to_have_text("30")
    thumb.tap(thumb.box("ones"))
    expect(thumb.box("ones")).to_have_class("on")
    thumb.tap(thumb.box("ones"))
    expect(page.get_by_role("heading", name="Ana’s turn")).to_be_visible()
    expect(thumb.box("full_house")).to_have_text("30")

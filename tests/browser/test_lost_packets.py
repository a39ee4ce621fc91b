"""Lost packets: requests of the entry pad get no response, and no tap is lost."""

from __future__ import annotations

import re
from time import monotonic
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route, expect

from tests.browser.outbox import FULL, cut, new_game, written
from tests.browser.two_phones import HIDE, faces, hold_first, two
from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .page_state import HEARTBEATS, STOP_HEARTBEATS, wait_until_fetched
from .touch import TouchDriver

# the clock goes on by more than the 25 seconds between two beats of the server, and nothing was heard meanwhile
LATER = "() => { const asItIs = Date.now; Date.now = () => asItIs() + 40_000; }"
DICE = re.compile(r"/table/\w+/\?.*dice=\d")
BOX = re.compile(r"/table/\w+/\?.*box=\w")

# milliseconds from the tap on a die to the points in the box of a full house
SHOWN_AFTER = """die => new Promise((done) => {
  const began = performance.now();
  document.querySelector(`.faces .key[data-face="${die}"]`).click();
  const look = () => (document.querySelector("#full_house").textContent === "30"
    ? done(performance.now() - began) : requestAnimationFrame(look));
  look();
})"""


def unanswered(page: Page, address: re.Pattern[str]) -> list[Route]:
    held: list[Route] = []
    page.route(address, lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it calls
    return held


def test_box_tapped_before_phone_answers_is_written(thumb: TouchDriver) -> None:
    """After a moment the phone computes the dice, and the box gets their points."""
    page = thumb.page
    held = unanswered(page, DICE)
    began = monotonic()
    for die in FULL:
        thumb.face(die)
    thumb.tap(thumb.box("full_house"))
    expect(page.get_by_role("link", name="Ana, Full house 30")).to_be_visible()
    assert held
    assert monotonic() - began < 6
    expect(page.locator("#signal")).to_have_text("Live")
    assert written(page) == ["Ana, Full house 30"]


def test_slow_network_shows_points_of_phone_at_once(thumb: TouchDriver) -> None:
    """With 1.5 s latency the phone's points are visible within 400 ms, and stay the same."""
    page = thumb.page
    devtools = page.context.new_cdp_session(page)
    for die in FULL[:4]:
        thumb.face(die)
    devtools.send("Network.enable")
    slow = {"offline": False, "latency": 1500, "downloadThroughput": -1, "uploadThroughput": -1}
    devtools.send("Network.emulateNetworkConditions", slow)
    assert page.evaluate(SHOWN_AFTER, FULL[4]) < 400
    with page.expect_response(DICE):
        pass
    expect(thumb.box("full_house")).to_have_text("30")
    expect(page.locator("#signal")).to_have_text("Live")
    with page.expect_response("**/write/"):
        thumb.tap(thumb.box("full_house"))
    expect(page.locator("td > a:not([aria-label*=waits])")).to_have_count(1)
    assert written(page) == ["Ana, Full house 30"]


def test_later_response_corrects_points_of_phone(thumb: TouchDriver) -> None:
    page = thumb.page
    held = unanswered(page, DICE)
    for die in FULL:
        thumb.face(die)
    expect(thumb.box("full_house")).to_have_text("30")
    answer = held[0].fetch()
    text = answer.text()
    assert ">30</button>" in text
    held[0].fulfill(response=answer, body=text.replace(">30</button>", ">31</button>"))
    expect(thumb.box("full_house")).to_have_text("31")
    assert page.evaluate("document.querySelector('#full_house').getAnimations().length") == 1
    assert page.evaluate("document.querySelector('#threes').getAnimations().length") == 0


def test_dice_without_signal_are_scored_at_once(thumb: TouchDriver) -> None:
    """The first after a delay, with the status dot changed; the next ones at once."""
    page = thumb.page
    unanswered(page, DICE)
    for die in [1, 1, 1, 1, 6]:
        thumb.face(die)
    expect(thumb.box("ones")).to_have_text("4")
    expect(page.locator("#signal")).to_have_text("No signal")
    page.locator(".tray .slot").last.tap()
    thumb.face(1)
    expect(thumb.box("ones")).to_have_text("5", timeout=1500)
    page.unroute(DICE)
    expect(page.locator("#signal")).to_have_text("Live")
    expect(thumb.box("ones")).to_have_text("5")
    thumb.tap(thumb.box("ones"))
    expect(page.locator(".sheet th.turn b")).to_have_text("Bo")
    assert written(page) == ["Ana, Ones 5"]


def test_dice_changed_meanwhile_are_not_replaced(thumb: TouchDriver) -> None:
    """Only dice that complete or break the roll cause a request."""
    page = thumb.page
    unanswered(page, DICE)
    for die in FULL:
        thumb.face(die)
    for _ in range(2):
        page.locator(".tray .slot").first.tap()
    expect(page.locator("#signal")).to_have_text("No signal")
    expect(page.locator(".asking")).to_have_count(0)
    expect(page.locator("#pad input[name=dice]")).to_have_value("333")


def test_entries_waiting_elsewhere_do_not_show_offline(thumb: TouchDriver, phone: Phones) -> None:
    """The refusal there is unanswered: requests at this table go to the server."""
    page = thumb.page
    cut(page)
    thumb.strike("ones")
    thumb.strike("ones")
    cut(page, status=404, body="no")  # in the place of the first: nothing gets through between
    other = new_game(page)
    expect(page.locator("#signal")).to_have_text("1 waits")
    with page.expect_response(DICE):
        for die in FULL:
            other.face(die)
    expect(other.box("full_house")).to_have_text("30")
    phone.forgive()


def test_values_of_box_come_from_phone(thumb: TouchDriver) -> None:
    held = unanswered(thumb.page, BOX)
    began = monotonic()
    thumb.points("fours", "16")
    assert held
    assert monotonic() - began < 6
    assert written(thumb.page) == ["Ana, Fours 16"]


def test_phone_is_current_after_sleeping_during_request(phone: Phones) -> None:
    one, other = two(phone, "Ana", "Bo")
    wait_until_fetched(one, "/points/")
    held = hold_first(one, DICE)
    with one.expect_request(DICE):
        faces(one, "11223")
    one.evaluate(HIDE, True)
    OtherPlayer(other).write(urlsplit(one.url).path, box="fours", value="16")
    began = monotonic()
    one.evaluate(HIDE, False)
    expect(one.locator(".sheet thead")).to_contain_text("16")
    assert monotonic() - began < 2
    assert held


def test_stream_that_misses_beat_is_opened_anew(thumb: TouchDriver) -> None:
    """Until then the dot says that all is well."""
    page = thumb.page
    page.add_init_script(HEARTBEATS)
    page.reload()
    expect(page.locator("#signal")).to_have_text("Live")
    page.wait_for_timeout(1000)
    with page.expect_request("**/live/**"):
        page.evaluate(STOP_HEARTBEATS)
        page.evaluate(LATER)


def test_lost_draft_tap_does_not_block_next(phone: Phones) -> None:
    """The phone shows what it knows, and sends both once the first is given up."""
    page = phone()
    page.goto("/")
    address = OtherPlayer(page).start("forty_fives", ["Ana", "Bo"])
    with page.expect_response("**/offline/*.json"):
        page.goto(address)
    held = hold_first(page, "**/draft/")
    for key, question in (("trump-H", "Who took trick 1?"), ("took-1", "Who took trick 2?")):
        page.locator(f"button[name=press][value='{key}']").tap()
        expect(page.locator("#who")).to_contain_text(question)
    assert held
    expect(page.locator("#pad input[name=step]")).to_have_value("2", timeout=15_000)
    expect(page.locator("#who")).to_contain_text("Who took trick 2?")
    phone.forgive()

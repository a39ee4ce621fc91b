"""Responses to waiting entries: only the server's response to this entry removes it."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

from tests.browser.joining import hosted, sat, scanned, shown
from tests.browser.outbox import FULL, cells, cut, lets_write, lines, new_game, offline, written
from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .page_state import points_loaded
from .touch import TouchDriver, read

Table = tuple[TouchDriver, str]


@pytest.fixture
def table(phone: Phones) -> Table:
    """A thumb on a new game of General, and its address."""
    thumb = new_game(phone())
    return thumb, urlsplit(thumb.page.url).path


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("status", "says"),
    [
        (401, "This phone is logged out. Log in under “You”, then try again."),
        (403, "The server asks for the table to be opened again."),
        (404, "This phone may no longer enter anything here."),
        (413, "The server refused it (413)."),
    ],
)
def test_responses_that_need_decision(table: Table, phone: Phones, status: int, says: str) -> None:
    """The entry stays, shown as refused, until it is retried or discarded by two taps."""
    thumb, _address = table
    page = thumb.page
    cut(page, status=status, body="no")
    for die in FULL:
        thumb.face(die)
    thumb.tap(thumb.box("full_house"))
    expect(page.locator(".note.bad")).to_contain_text(f"Ana, Full house 30: {says}")
    assert cells(page, "no") == ["Ana, Full house 30, refused"]
    page.reload()
    expect(page.locator(".note.bad")).to_contain_text(says)
    assert lines(page) == 1
    page.unroute("**/write/")
    thumb.tap(page.get_by_role("button", name="Try again"))
    expect(page.locator("td.new a")).to_have_text("30")
    assert lines(page) == 0
    phone.forgive()


def test_discarding_is_asked(table: Table, phone: Phones) -> None:
    thumb, _address = table
    page = thumb.page
    cut(page, status=404, body="no")
    for die in FULL:
        thumb.face(die)
    thumb.tap(thumb.box("full_house"))
    page.get_by_role("button", name="Discard").dblclick()  # the question was not shown yet
    page.wait_for_timeout(200)
    assert lines(page) == 1
    read(page)
    thumb.tap(page.get_by_role("button", name="Yes, discard"))
    expect(page.locator("td > a")).to_have_count(0)
    assert lines(page) == 0
    expect(page.get_by_role("heading", name="Ana’s turn")).to_be_visible()
    phone.forgive()


@pytest.mark.parametrize(
    "answer",
    [
        {"status": 503, "headers": {"Retry-After": "1"}},
        {"status": 429, "headers": {"Retry-After": "1"}},
        {"status": 409, "body": "somebody else's"},
        {"status": 422, "body": "somebody else's"},
        {"status": 500, "body": ""},
    ],
    ids=["busy", "too much", "409", "422", "broken"],
)
def test_responses_of_others_are_no_answer(table: Table, phone: Phones, answer: dict[str, object]) -> None:
    """It waits and goes out again by itself."""
    thumb, _address = table
    page = thumb.page
    cut(page, **answer)
    thumb.dice(FULL, "full_house")
    expect(page.locator("td.wait a")).to_have_text("30")
    assert lines(page) == 1
    page.unroute("**/write/")
    expect(page.locator("td.new a")).to_have_text("30")
    assert lines(page) == 0
    assert written(page) == ["Ana, Full house 30"]
    phone.forgive()


PAGE = {"content_type": "text/html"}
ELSEWHERE = "http://hotel.example/welcome"
# responses of intermediaries; none is the server's response to this entry
PORTALS: dict[str, dict[str, object]] = {
    "log-in page": {"status": 200, "body": "<h1>Hotel: log in</h1>", **PAGE},
    "sent on by the page": {
        "status": 200,
        "body": f'<meta http-equiv="refresh" content="0;url={ELSEWHERE}">',
        **PAGE,
    },
    "sent on by a script": {"status": 200, "body": f"<script>location = '{ELSEWHERE}'</script>", **PAGE},
    "what Apple asks for": {"status": 200, "body": "<title>Success</title>Success", **PAGE},
    "what Microsoft asks for": {
        "status": 200,
        "body": "Microsoft Connect Test",
        "content_type": "text/plain",
    },
    "what Android asks for": {"status": 204, "body": ""},
    "nothing": {"status": 200, "body": ""},
    "all is well": {"status": 200, "body": '{"ok": true}', "content_type": "application/json"},
    "a table": {"status": 200, "body": '<main id="table"></main>', **PAGE},
    "an empty key": {"status": 200, "body": '<main id="table"></main>', "headers": {"X-Ack": ""}},
    "another key": {"status": 200, "body": '<main id="table"></main>', "headers": {"X-Ack": "another"}},
    "an entry": {"status": 200, "body": '<main id="table"></main>', "headers": {"X-Entry": "1"}},
    "created": {"status": 201, "body": "created"},
    "moved": {"status": 301, "headers": {"Location": ELSEWHERE}},
    "found": {"status": 302, "headers": {"Location": ELSEWHERE}},
    "found at home": {"status": 302, "headers": {"Location": "/"}},
    "see other": {"status": 303, "headers": {"Location": ELSEWHERE}},
    "for now": {"status": 307, "headers": {"Location": ELSEWHERE}},
    "for good": {"status": 308, "headers": {"Location": ELSEWHERE}},
    "log in to the network": {"status": 511, "body": "<h1>Log in</h1>", **PAGE},
    "no way through": {"status": 502, "body": "<h1>Bad Gateway</h1>", **PAGE},
    "no answer from behind": {"status": 504, "body": "<h1>Gateway Timeout</h1>", **PAGE},
}


def test_no_portal_is_taken_for_server(table: Table, phone: Phones) -> None:
    """One after the other, the line waits; behind all of them it is written once."""
    thumb, _address = table
    page = thumb.page
    left = list(PORTALS.items())
    met = ""

    def answer(route: Route) -> None:
        nonlocal met
        if not left:
            return route.abort()
        met, response = left.pop(0)
        return route.fulfill(**response)  # type: ignore[arg-type]

    page.route("**/write/", answer)
    thumb.dice(FULL, "full_house")
    expect(page.locator("td.wait a")).to_have_text("30")
    while left:
        page.evaluate("dispatchEvent(new Event('online'))")
        page.wait_for_timeout(50)
        assert (lines(page), cells(page, "wait")) == (1, ["Ana, Full house 30, waits"]), met
    page.unroute("**/write/")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("td.new a")).to_have_text("30")
    assert lines(page) == 0
    assert written(page) == ["Ana, Full house 30"]
    phone.forgive()


def test_token_that_has_died_is_fetched_again(table: Table, phone: Phones) -> None:
    thumb, _address = table
    thumb.page.context.clear_cookies(name=re.compile("csrf"))
    thumb.dice(FULL, "full_house")
    expect(thumb.page.locator("td.new a")).to_have_text("30")
    assert lines(thumb.page) == 0
    phone.forgive()


def test_others_wrote_meanwhile(table: Table, phone: Phones) -> None:
    """Ana's entry is refused, as another phone wrote it; those behind wait for a decision."""
    thumb, address = table
    page = thumb.page
    offline(page)
    thumb.dice(FULL, "full_house")
    thumb.dice(FULL, "full_house")
    other = OtherPlayer(page)
    other.write(address, box="ones", value="3")
    offline(page, on=False)
    expect(page.locator(".note.bad")).to_contain_text("Ana, Full house 30: Not entered.")
    expect(page.locator("td.wait")).to_have_count(1)
    assert lines(page) == 2
    thumb.tap(page.get_by_role("button", name="Discard"))
    read(page)
    thumb.tap(page.get_by_role("button", name="Yes, discard"))
    expect(page.locator("td.wait")).to_have_count(0)
    expect(page.get_by_role("link", name="Ana, Ones 3")).to_be_visible()
    assert written(page) == ["Ana, Ones 3", "Bo, Full house 30"]
    phone.forgive()


def test_refused_dice_are_not_offered_to_next_player(table: Table, phone: Phones) -> None:
    thumb, address = table
    page = thumb.page
    offline(page)
    thumb.dice(FULL, "full_house")
    OtherPlayer(page).write(address, box="full_house", value="30")
    offline(page, on=False)
    expect(page.locator(".note.bad")).to_contain_text("Not entered. Ana has full house 30 now.")
    expect(page.locator(".tray .slot:enabled")).to_have_count(0)
    expect(page.get_by_role("heading", name="Bo’s turn")).to_be_attached()
    thumb.dice(FULL, "full_house")
    expect(page.get_by_role("link", name="Bo, Full house 30")).to_be_visible()
    assert lines(page) == 0
    phone.forgive()


def test_refusal_that_no_pad_can_take_is_listed(phone: Phones) -> None:
    """Bo's entry is refused by a change of permissions, and stays until Bo may write again."""
    host = hosted(phone)
    bo = sat(scanned(phone, shown(host)), "Bo")
    with points_loaded(bo):
        bo.reload()
    TouchDriver(host).strike("ones")
    expect(bo.locator(".sheet th.turn b")).to_have_text("Bo")
    cut(bo)
    TouchDriver(bo).strike("twos")
    lets_write(host, "Only me")
    expect(bo.locator("form#write")).to_have_count(0)
    bo.unroute("**/write/")
    note = bo.locator(".note.bad")
    expect(note).to_contain_text("Bo, Twos crossed out: ")
    expect(note).to_contain_text("Only the host enters lines at this table.")
    assert lines(bo) == 1
    lets_write(host, "Everybody")
    expect(bo.locator("form#write")).to_have_count(1)
    TouchDriver(bo).tap(note.get_by_role("button", name="Try again"))
    expect(bo.get_by_role("link", name="Bo, Twos, crossed out, 0")).to_be_visible()
    assert lines(bo) == 0
    phone.forgive()


@pytest.mark.thorough
def test_every_tap_is_written_once_on_bad_network(table: Table, phone: Phones) -> None:
    """A third of the writes gets lost on the way there, a third on the way back."""
    thumb, _address = table
    page = thumb.page
    turns = iter(range(1000))

    def flaky(route: Route) -> None:
        fate = next(turns) % 3
        if fate == 0:
            route.abort()
        elif fate == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/write/", flaky)
    for box in ("ones", "twos"):
        for _player in range(3):
            thumb.strike(box)
    expect(page.locator("td.wait")).to_have_count(0, timeout=60_000)
    assert lines(page) == 0
    assert written(page) == [
        f"{who}, {box}, crossed out, 0" for box in ("Ones", "Twos") for who in ("Ana", "Bo", "Cleo")
    ]
    phone.forgive()

"""The outbox: entries written offline wait in order and are written once."""

from __future__ import annotations

import threading

import pytest
from playwright.sync_api import Route, expect

from tests.browser.outbox import FULL, cells, cut, offline, two_lines_in_the_shell, written
from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .touch import FIRST, DraftDriver, TouchDriver, read


def test_five_lines_without_signal(thumb: TouchDriver, phone: Phones) -> None:
    """By dice, at once, by points, struck: drawn as waiting, then written once, in order."""
    page = thumb.page
    offline(page)
    thumb.dice(FULL, "full_house")
    expect(page.locator(".note")).to_contain_text(
        "No signal. 1 line waits on this phone and is sent automatically."
    )
    expect(page.locator("#signal")).to_have_text("No signal, 1 waits")
    thumb.dice(FULL, "full_house", FIRST)
    thumb.points("fours", "16")
    thumb.strike("sixes")
    for die in [1, 1, 1, 2, 6]:
        thumb.face(die)
    expect(thumb.box("ones")).to_have_text("3")
    thumb.tap(thumb.box("straight"))
    thumb.tap(page.locator(".panel").get_by_role("button", name="Cross out"))
    expect(page.locator(".note")).to_contain_text("5 lines wait on this phone and are sent automatically.")
    waits = [
        "Cleo, Fours 16",
        "Ana, Sixes crossed out",
        "Bo, Straight crossed out",
        "Ana, Full house 30",
        "Bo, Full house 35",
    ]
    assert cells(page, "wait") == [f"{each}, waits" for each in waits]
    offline(page, on=False)
    expect(page.locator("td.wait")).to_have_count(0)
    expect(page.locator("#signal")).to_have_text("Live")
    assert written(page) == [
        *("Cleo, Fours 16", "Ana, Sixes, crossed out, 0", "Bo, Straight, crossed out, 0"),
        *("Ana, Full house 30", "Bo, Full house 35"),
    ]
    phone.forgive()


def test_reload_without_signal_lists_waiting_lines(thumb: TouchDriver, phone: Phones) -> None:
    """The shell stands for the page, lists the lines, sends them, and gives way to the sheet."""
    page = two_lines_in_the_shell(thumb)
    expect(page.get_by_role("heading", name="Waiting on this phone")).to_be_visible()
    assert page.locator("#lines b").all_inner_texts() == ["Ana, Full house 30", "Bo, Sixes crossed out"]
    page.goto(page.url)
    expect(page.locator("#lines li")).to_have_count(2)
    offline(page, on=False)
    expect(page.get_by_role("link", name="Bo, Sixes, crossed out, 0")).to_be_visible()
    expect(page.get_by_role("link", name="Ana, Full house 30")).to_be_visible()
    kept = page.evaluate(
        "async () => (await (await caches.open((await caches.keys())[0])).keys()).map((each) => each.url)"
    )
    assert all("/static/" in each or "/points/" in each or "/offline/?in=" in each for each in kept), kept
    phone.forgive()


def test_sheet_returns_with_refused_line(thumb: TouchDriver, phone: Phones) -> None:
    """Others wrote while this phone was on the offline page: the sheet shows the conflict."""
    page = two_lines_in_the_shell(thumb)
    expect(page.locator("#lines li")).to_have_count(2)
    address = page.url.removeprefix(page.url.split("/table")[0])
    assert OtherPlayer(page).write(address, box="ones", value="3").ok
    offline(page, on=False)
    note = page.locator(".note.bad")
    expect(note).to_contain_text("Ana, Full house 30: Not entered. Ana has ones 3 now.")
    expect(page.locator("#signal")).to_have_text("1 waits")
    thumb.tap(note.get_by_role("button", name="Discard"))
    read(page)
    thumb.tap(note.get_by_role("button", name="Yes, discard"))
    expect(page.locator("td.wait")).to_have_count(0)
    expect(page.locator("#signal")).to_have_text("Live")
    assert written(page) == ["Ana, Ones 3", "Bo, Sixes, crossed out, 0"]
    phone.forgive()


def test_reloaded_page_shows_waiting_lines(thumb: TouchDriver, phone: Phones) -> None:
    """Pages load and writes fail: the sheet shows waiting entries and the turn after them."""
    page = thumb.page
    cut(page)
    thumb.dice(FULL, "full_house")
    thumb.points("fours", "16")
    page.reload()
    expect(page.locator("td.wait")).to_have_count(2)
    expect(page.locator(".sheet th.turn b")).to_have_text("Cleo")
    expect(page.locator(".sheet thead em")).to_have_text(["30", "16", "0"])
    expect(page.locator(".sheet thead .waits")).to_have_text(["30", "16"])
    expect(page.locator(".sheet th.lead b")).to_have_text(["Ana"])
    expect(page.locator("td.newest")).to_have_text("16")
    thumb.strike("ones")
    page.unroute("**/write/")
    expect(page.locator("td.wait")).to_have_count(0)
    expect(page.locator(".sheet thead .waits")).to_have_count(0)
    assert written(page) == ["Cleo, Ones, crossed out, 0", "Bo, Fours 16", "Ana, Full house 30"]
    phone.forgive()


def test_line_that_waits_is_taken_back(thumb: TouchDriver, phone: Phones) -> None:
    """It was never sent: it disappears, and its author writes again."""
    page = thumb.page
    offline(page)
    thumb.dice(FULL, "full_house")
    thumb.points("fours", "16")
    thumb.tap(page.locator(".note").get_by_role("button", name="Take back Bo’s 16", exact=True))
    expect(page.locator("td.wait")).to_have_count(1)
    expect(page.locator(".note").get_by_role("button")).to_have_text("Take back Ana’s 30")
    expect(page.locator(".sheet thead em")).to_have_text(["30", "0", "0"])
    expect(page.locator(".sheet th.turn b")).to_have_text("Bo")
    thumb.dice(FULL, "full_house")
    offline(page, on=False)
    expect(page.locator("td.wait")).to_have_count(0)
    assert written(page) == ["Ana, Full house 30", "Bo, Full house 30"]
    phone.forgive()


def test_double_tap_takes_one_line_back(thumb: TouchDriver, phone: Phones) -> None:
    """The undo key of the entry before appears under the second tap."""
    page = thumb.page
    offline(page)
    thumb.strike("ones")
    thumb.strike("twos")
    spot = page.locator(".note").get_by_role("button", name="Take back").bounding_box()
    assert spot is not None
    for pause in (120, 500):
        page.touchscreen.tap(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
        page.wait_for_timeout(pause)
    assert cells(page, "wait") == ["Ana, Ones crossed out, waits"]
    phone.forgive()


def test_correction_that_waits_leaves_pad_open(thumb: TouchDriver, phone: Phones) -> None:
    """Only the author of the entry is affected: writing continues, also offline."""
    page = thumb.page
    thumb.points("fours", "16")
    page.route("**/correct/", lambda route: route.abort())
    cut(page)
    thumb.tap(page.get_by_role("link", name="Ana, Fours 16"))
    thumb.tap(page.get_by_role("link", name="Correct"))
    thumb.tap(page.locator(".values").get_by_role("link", name="12"))
    thumb.tap(page.locator(".panel .key.go"))
    expect(page.locator(".note")).to_contain_text("1 line waits")
    expect(page.locator(".sheet th.turn b")).to_have_text("Bo")
    thumb.dice(FULL, "full_house")
    thumb.strike("ones")
    expect(page.locator(".note")).to_contain_text("3 lines wait")
    page.unroute("**/correct/")
    page.unroute("**/write/")
    expect(page.locator("td.wait")).to_have_count(0)
    expect(page.locator("#signal")).to_have_text("Live")
    assert written(page) == ["Cleo, Ones, crossed out, 0", "Ana, Fours 12, was 16", "Bo, Full house 30"]
    phone.forgive()


def test_arrived_entry_is_taken_back_on_server(thumb: TouchDriver, phone: Phones) -> None:
    """The response was lost, and its author takes it back: it is on no sheet."""
    page, heard = thumb.page, threading.Event()

    def arrives(route: Route) -> None:
        route.fetch()
        route.continue_() if heard.is_set() else route.abort()

    page.route("**/write/", arrives)
    thumb.strike("ones")
    thumb.tap(page.locator(".say").get_by_role("button", name="Take back"))
    heard.set()
    expect(page.get_by_role("heading", name="Ana’s turn")).to_be_visible()
    expect(page.locator("td > a")).to_have_count(0)
    expect(page.locator("#signal")).to_have_text("Live")
    assert written(page) == []
    thumb.strike("twos")
    assert written(page) == ["Ana, Twos, crossed out, 0"]
    page.goto(page.url + "lines/")
    expect(page.locator("main")).to_contain_text("taken back")
    phone.forgive()


def test_line_after_one_that_was_taken_back_is_another_line(thumb: TouchDriver, phone: Phones) -> None:
    """Online without a server: the first entry may have arrived, and is removed all the same."""
    page = thumb.page
    page.route("**/table/**", lambda route: route.abort())
    thumb.strike("ones")
    thumb.tap(page.locator(".say").get_by_role("button", name="Take back"))
    expect(page.locator("td.wait")).to_have_count(0)
    expect(page.locator(".sheet th.turn b")).to_have_text("Ana")
    thumb.strike("twos")
    assert cells(page, "wait") == ["Ana, Twos crossed out, waits"]
    page.unroute("**/table/**")
    expect(page.locator("td.wait")).to_have_count(0)
    expect(page.locator("#signal")).to_have_text("Live")
    assert written(page) == ["Ana, Twos, crossed out, 0"]
    phone.forgive()


@pytest.mark.parametrize("online", [False, True])
def test_slow_line_is_undone_on_server(thumb: TouchDriver, phone: Phones, online: bool) -> None:
    """The response arrives after its author took the entry back."""
    page, held = thumb.page, list[Route]()
    page.evaluate("is => Object.defineProperty(navigator, 'onLine', { get: () => is })", online)
    page.route("**/write/", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it calls
    thumb.strike("ones")
    expect(page.locator("td.wait")).to_have_count(1)
    thumb.tap(page.locator(".say").get_by_role("button", name="Take back"))
    expect(page.locator("td.wait")).to_have_count(0)
    for route in held:
        route.continue_()
    page.unroute("**/write/")
    expect(page.locator("#signal")).to_have_text("Live")
    expect(page.get_by_role("heading", name="Ana’s turn")).to_be_visible()
    thumb.strike("twos")
    assert written(page) == ["Ana, Twos, crossed out, 0"]
    phone.forgive()


def test_entered_dice_stay_when_signal_returns(thumb: TouchDriver, phone: Phones) -> None:
    page = thumb.page
    offline(page)
    thumb.dice(FULL, "full_house")
    for die in (5, 5, 5):
        thumb.face(die)
    offline(page, on=False)
    expect(page.locator("td.wait")).to_have_count(0)
    expect(page.locator(".tray .slot:enabled")).to_have_count(3)
    for die in (5, 5):
        thumb.face(die)
    expect(thumb.box("fives")).to_have_text("25")
    phone.forgive()


@pytest.mark.parametrize("lacks", ["indexedDB", "locks", "EventSource", "serviceWorker"])
def test_browsers_that_lack_something(phone: Phones, lacks: str) -> None:
    """The page works; without storage it says that nothing was written, and the dice return."""
    page = phone()
    owner = "Navigator.prototype" if lacks in ("locks", "serviceWorker") else "globalThis"
    page.add_init_script(
        f"delete {owner}.{lacks}; Object.defineProperty({owner}, '{lacks}', {{ value: undefined }})"
    )
    page.goto("/")
    page.goto(OtherPlayer(page).start("general", ["Ana", "Bo"]))
    thumb = TouchDriver(page)
    warning = page.locator(".note", has_text="This browser stores nothing")
    expect(warning).to_have_count(1 if lacks == "indexedDB" else 0)
    thumb.dice(FULL, "full_house")
    page.wait_for_timeout(1600)
    offline(page)
    for die in FULL:
        thumb.face(die)
    thumb.tap(thumb.box("threes" if lacks != "indexedDB" else "full_house"))
    expect(page.locator(".note")).to_contain_text("No signal.")
    offline(page, on=False)
    if lacks == "indexedDB":
        thumb.tap(page.locator(".tray .slot").first)
        thumb.face(2)
        expect(thumb.box("threes")).to_have_text("9")
        thumb.tap(thumb.box("threes"))
    expect(page.get_by_role("link", name="Bo, Threes 9")).to_be_visible()
    expect(page.locator("td.wait")).to_have_count(0)
    assert not [problem for problem in phone.problems if problem.startswith("script")]
    phone.forgive()


def test_round_of_cards_that_was_ready(phone: Phones) -> None:
    """Partial input needs a connection; a complete entry waits like any other."""
    page = phone()
    page.goto("/")
    page.goto(OtherPlayer(page).start("forty_fives", ["Ana", "Bo"]))
    thumb = DraftDriver(page)
    for key in ("trump-H", *["took-1"] * 5, "best-1"):
        thumb.press(key)
    page.wait_for_timeout(2000)
    offline(page)
    thumb.tap(page.locator(".panel button.go[form=write]"))
    expect(page.locator("#note")).to_contain_text("1 line waits on this phone")
    offline(page, on=False)
    expect(page.locator("#write input[name=seen]")).to_have_value("1")
    expect(page.locator("#signal")).to_have_text("Live")
    phone.forgive()


def test_open_box_stays_open_after_outbox_is_sent(thumb: TouchDriver, phone: Phones) -> None:
    """The values of Bo's box stay in the entry panel while Ana's entry is sent."""
    page = thumb.page
    offline(page)
    thumb.strike("ones")
    thumb.tap(thumb.box("ones"))
    expect(page.locator(".panel").get_by_role("button", name="Cross out")).to_be_visible()
    offline(page, on=False)
    expect(page.locator("td.wait")).to_have_count(0)
    expect(page.locator("#note")).to_have_count(0)
    thumb.tap(page.locator(".panel").get_by_role("button", name="Cross out"))
    expect(page.locator(".sheet th.turn b")).to_have_text("Cleo")
    assert written(page) == ["Ana, Ones, crossed out, 0", "Bo, Ones, crossed out, 0"]
    phone.forgive()


def test_box_that_was_written_is_not_open_for_next(thumb: TouchDriver, phone: Phones) -> None:
    """Opened online, struck offline: afterwards the pad of the next player is empty."""
    page = thumb.page
    thumb.tap(thumb.box("ones"))
    strike = page.locator(".panel").get_by_role("button", name="Cross out")
    expect(strike).to_be_visible()
    offline(page)
    thumb.tap(strike)
    expect(page.locator("td.wait")).to_have_count(1)
    offline(page, on=False)
    expect(page.locator("td.wait")).to_have_count(0)
    expect(page.get_by_role("heading", name="Bo’s turn")).to_be_visible()
    expect(strike).to_have_count(0)
    phone.forgive()

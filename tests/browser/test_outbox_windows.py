"""Windows of one phone share one outbox: show, send and return each other's entries."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.outbox import FULL, cells, cut, lines, offline, writes_of, written
from tests.browser_contexts import PATIENCE, Phones

from .other_player import OtherPlayer
from .page_state import points_loaded
from .touch import TouchDriver, read

Windows = tuple[TouchDriver, TouchDriver, str]
# a window that sleeps while it sends
SLEEP = "() => { navigator.locks.request('scorekeeper-outbox', () => new Promise(() => {})) }"

# the note of a window before it sends
TRIED = """() => new Promise((good) => {
  const asked = indexedDB.open("scorekeeper", 1);
  asked.onsuccess = () => {
    const work = asked.result.transaction("lines", "readwrite");
    work.objectStore("lines").openCursor().onsuccess = ({ target: { result: row } }) => {
      row?.update({ ...row.value, tried: true });
      row?.continue();
    };
    work.oncomplete = () => { asked.result.close(); good(); };
  };
})"""

# entries with a name are removed without an event to other windows
GONE = """(name) => new Promise((good) => {
  const asked = indexedDB.open("scorekeeper", 1);
  asked.onsuccess = () => {
    const work = asked.result.transaction("lines", "readwrite");
    work.objectStore("lines").openCursor().onsuccess = ({ target: { result: row } }) => {
      if (row?.value.shown.text.includes(name)) row.delete();
      row?.continue();
    };
    work.oncomplete = () => { asked.result.close(); good(); };
  };
})"""

# a hidden window
HIDE = "() => { Object.defineProperty(document, 'hidden', { get: () => true }) }"


@pytest.fixture
def windows(phone: Phones) -> Windows:
    """Thumbs on two windows of one phone, both at a new game of General, and its address."""
    first = phone()
    first.goto("/")
    address = OtherPlayer(first).start("general", ["Ana", "Bo", "Cleo"])
    second = first.context.new_page()
    for page in (first, second):
        with points_loaded(page):
            page.goto(address)
    return TouchDriver(first), TouchDriver(second), address


def deaf(page: Page) -> None:
    """Nothing that this window asks is answered."""
    page.route("**/*", lambda route: route.abort())


def test_unsent_entry_of_closed_window_is_shown_in_other(windows: Windows, phone: Phones) -> None:
    """It is refused because another phone wrote Ana's turn: the open window says so."""
    first, second, address = windows
    deaf(first.page)
    OtherPlayer(second.page).write(address, box="ones", value="3")
    first.dice(FULL, "full_house")
    first.page.close()
    page = second.page
    expect(page.locator(".note.bad")).to_contain_text("Not entered. Ana has ones 3 now.")
    expect(page.locator(".tray .slot:enabled")).to_have_count(0)
    second.dice(FULL, "full_house")
    expect(page.get_by_role("link", name="Bo, Full house 30")).to_be_visible()
    assert lines(page) == 0
    phone.forgive()


def test_refused_entry_does_not_block_later_ones(windows: Windows, phone: Phones) -> None:
    """In either window: a later writer has read the refusal. It stays listed until answered."""
    first, second, _address = windows
    cut(first.page, status=404, body="no")
    for die in FULL:
        first.face(die)
    first.tap(first.box("full_house"))
    expect(second.page.locator(".note.bad")).to_contain_text(
        "Ana, Full house 30: This phone may no longer enter anything here."
    )
    assert cells(second.page, "no") == ["Ana, Full house 30, refused"]
    first.page.unroute("**/write/")
    first.page.close()
    second.strike("ones")
    expect(second.page.get_by_role("link", name="Ana, Ones, crossed out, 0")).to_be_visible()
    second.strike("twos")
    expect(second.page.get_by_role("link", name="Bo, Twos, crossed out, 0")).to_be_visible()
    expect(second.page.locator(".note.bad")).to_contain_text("Ana, Full house 30")
    assert lines(second.page) == 1
    second.tap(second.page.get_by_role("button", name="Discard"))
    read(second.page)
    second.tap(second.page.get_by_role("button", name="Yes, discard"))
    expect(second.page.locator("td.no")).to_have_count(0)
    assert written(second.page) == ["Ana, Ones, crossed out, 0", "Bo, Twos, crossed out, 0"]
    phone.forgive()


def test_all_windows_list_waiting_lines(windows: Windows, phone: Phones) -> None:
    """Taken back in one, it is gone from the other, whose next entry is the first waiting one."""
    first, second, _address = windows
    offline(first.page)
    first.dice(FULL, "full_house")
    expect(second.page.locator("td.wait a")).to_have_attribute("aria-label", "Ana, Full house 30, waits")
    expect(second.page.locator(".sheet th.turn b")).to_have_text("Bo")
    second.strike("sixes")
    expect(first.page.locator("td.wait")).to_have_count(2)
    second.tap(second.page.locator(".note").get_by_role("button", name="Take back"))
    expect(first.page.locator("td.wait")).to_have_count(1)
    first.points("fours", "16")
    expect(second.page.locator("td.wait")).to_have_count(2)
    offline(first.page, on=False)
    for page in (first.page, second.page):
        expect(page.locator("td.wait")).to_have_count(0)
        expect(page.locator("#signal")).to_have_text("Live")
        expect(page.get_by_role("link", name="Bo, Fours 16")).to_be_visible()
    assert written(first.page) == ["Bo, Fours 16", "Ana, Full house 30"]
    phone.forgive()


def test_entries_behind_refusal_are_drawn_on_current_sheet(windows: Windows, phone: Phones) -> None:
    """Entries of others show meanwhile, and entered dice stay."""
    first, second, address = windows
    second.page.close()
    page = first.page
    offline(page)
    first.dice(FULL, "full_house")
    first.dice(FULL, "full_house")
    other = OtherPlayer(page)
    other.write(address, box="ones", value="3")
    offline(page, on=False)
    expect(page.locator(".note.bad")).to_contain_text("Ana, Full house 30: Not entered.")
    expect(page.locator("td.wait a")).to_have_attribute("aria-label", "Bo, Full house 30, waits")
    for die in (5, 5):
        first.face(die)
    other.write(address, box="twos", value="6")
    expect(page.get_by_role("link", name="Bo, Twos 6")).to_be_visible()
    assert cells(page, "wait") == ["Bo, Full house 30, waits"]
    expect(page.locator(".note.bad")).to_contain_text("Ana, Full house 30: Not entered.")
    expect(page.locator(".sheet th.turn b")).to_have_text("Cleo")
    expect(page.locator(".tray .slot:enabled")).to_have_count(2)
    for die in (5, 5, 5):
        first.face(die)
    expect(first.box("fives")).to_have_text("25")
    phone.forgive()


def test_refused_line_is_shown_when_game_is_over(windows: Windows, phone: Phones) -> None:
    first, second, address = windows
    cut(first.page, status=404, body="no")
    for die in FULL:
        first.face(die)
    first.tap(first.box("full_house"))
    expect(first.page.locator(".note.bad")).to_be_visible()
    second.page.close()
    page = first.page
    change = page.context.request.get(f"{address}change/")
    OtherPlayer(page).write(address, change, where="change/", do="ended")
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(page.locator(".note.bad")).to_contain_text("Ana, Full house 30")
    first.tap(page.get_by_role("button", name="Discard"))
    read(page)
    first.tap(page.get_by_role("button", name="Yes, discard"))
    expect(page.locator(".note.bad")).to_have_count(0)
    assert lines(page) == 0
    phone.forgive()


def test_refusal_is_fetched_once(windows: Windows, phone: Phones) -> None:
    first, second, address = windows
    page = first.page
    page.route("**/table/*/?*", lambda route: route.abort())
    OtherPlayer(second.page).write(address, box="full_house", value="30")
    sent = writes_of(page)
    for die in FULL:
        first.face(die)
    first.tap(first.box("full_house"))
    expect(page.locator(".note.bad")).to_contain_text("Not entered.")
    page.wait_for_timeout(300)
    assert len(sent) == 1
    first.face(5)
    page.wait_for_timeout(300)
    assert lines(page) == 0
    phone.forgive()


def test_entry_sent_by_one_window_is_known_to_other(windows: Windows, phone: Phones) -> None:
    """If undone in the other window it is retried until the server decides: it may have arrived."""
    first, second, address = windows
    offline(first.page)
    first.strike("ones")
    expect(second.page.locator("td.wait")).to_have_count(1)
    first.page.evaluate(TRIED)
    second.tap(second.page.locator(".say").get_by_role("button", name="Take back"))
    expect(second.page.locator("td.wait")).to_have_count(0)
    assert lines(second.page) == 1
    offline(first.page, on=False)
    while lines(second.page):
        second.page.wait_for_timeout(100)
    assert written(first.page) == []
    first.page.goto(f"{address}lines/")
    expect(first.page.locator("main")).to_contain_text("taken back")
    phone.forgive()


def test_line_removed_in_another_window_is_not_sent(windows: Windows, phone: Phones) -> None:
    """Ana's is in flight; Bo's is taken back by a window that this one has not heard of yet."""
    first, second, _address = windows
    second.page.close()
    page, held = first.page, list[Route]()
    offline(page)
    first.strike("ones")
    first.strike("ones")
    expect(page.locator("td.wait")).to_have_count(2)
    page.route("**/write/", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it calls
    offline(page, on=False)
    while not held:
        page.wait_for_timeout(50)
    page.evaluate(GONE, "Bo")
    held[0].continue_()
    page.unroute("**/write/")
    expect(page.get_by_role("link", name="Ana, Ones, crossed out, 0")).to_be_visible()
    expect(page.locator("td.wait")).to_have_count(0)
    expect(page.locator(".sheet th.turn b")).to_have_text("Bo")
    assert written(page) == ["Ana, Ones, crossed out, 0"]
    phone.forgive()


@pytest.mark.thorough
def test_refusal_is_shown_in_visible_window(windows: Windows, phone: Phones) -> None:
    """The window that wrote the entry is hidden: the visible one says so."""
    first, second, address = windows
    deaf(first.page)
    first.dice(FULL, "full_house")
    expect(second.page.get_by_role("link", name="Ana, Full house 30")).to_be_visible()  # sent by the other
    for page in (first.page, second.page):
        page.route("**/write/", lambda route: route.abort())
    second.dice(FULL, "full_house")
    expect(second.page.locator("td.wait")).to_have_count(1)
    OtherPlayer(first.page).write(address, box="ones", value="3")
    second.page.evaluate(HIDE)
    second.page.unroute("**/write/")
    first.page.unroute_all()
    note = first.page.locator(".note.bad")
    expect(note).to_contain_text("Not entered. Bo has ones 3 now.", timeout=3 * PATIENCE)
    expect(first.page.locator(".tray .slot:enabled")).to_have_count(0)
    first.face(5)
    expect(first.page.locator(".tray .slot:enabled")).to_have_count(1)
    assert lines(first.page) == 0
    phone.forgive()


@pytest.mark.thorough
def test_sleeping_window_does_not_block_others(windows: Windows, phone: Phones) -> None:
    first, second, _address = windows
    first.page.evaluate(SLEEP)
    second.strike("ones")
    expect(second.page.locator("td.wait")).to_have_count(1)
    expect(second.page.locator("td.wait")).to_have_count(0, timeout=3 * PATIENCE)
    assert written(second.page) == ["Ana, Ones, crossed out, 0"]
    phone.forgive()

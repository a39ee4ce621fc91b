"""A shared phone, and an insecure context: stored data, and its removal on leaving."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests import browser_contexts
from tests.browser.joining import hosted, sat, scanned, shown
from tests.browser.outbox import FULL, KEPT, offline
from tests.browser_contexts import Phones
from tests.server_process import Server

from .other_player import OtherPlayer
from .page_state import points_loaded
from .touch import TouchDriver, read

# the next write arrives and its answer does not
LOSE = """() => {
  const asIs = window.fetch;
  window.fetch = async (...asked) => { await asIs(...asked); window.fetch = asIs; throw new TypeError("lost"); };
}"""
# a game for Ana and Bo, started by a request of the page
START = """async () => {
  const form = new FormData(document.querySelector("#setup form"));
  form.delete("name");
  for (const name of ["Ana", "Bo"]) form.append("name", name);
  form.append("do", "start");
  const answer = await fetch(location.href, { method: "POST", body: new URLSearchParams(form) });
  location.href = answer.url;
}"""
NAMES = ["Wilhelmine", "Bartholomeus", "Cleopatra"]


def test_leaving_removes_all_stored_names(phone: Phones) -> None:
    """Waiting entries cause a warning; then no store and no back/forward cache has a name."""
    host = hosted(phone, *NAMES)
    page = sat(scanned(phone, shown(host)), NAMES[1])
    with points_loaded(page):
        page.reload()
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    table = page.url
    offline(page)
    for die in FULL:
        TouchDriver(page).face(die)
    TouchDriver(page).tap(page.locator("#full_house"))
    expect(page.locator("td.wait")).to_have_count(1)
    assert NAMES[0] in page.evaluate(KEPT)
    page.route("**/write/", lambda route: route.abort())
    offline(page, on=False)
    page.goto(f"{table}phones/")
    page.get_by_role("link", name="Leave this table").click()
    page.locator("form[action$='/leave/'] button").click()
    expect(page.locator(".err")).to_have_text(
        "Lines of this table wait on this phone. Tap again to leave without them."
    )
    read(page)
    page.locator("form[action$='/leave/'] button").click()
    expect(page.get_by_role("heading", name="You have left the table.")).to_be_visible()
    expect(page.locator("main")).to_have_attribute("data-forget", table.split("/")[-2])
    page.wait_for_timeout(300)
    kept = page.evaluate(KEPT)
    assert not any(name in kept for name in NAMES)
    page.go_back()
    page.wait_for_timeout(300)
    assert not any(name in page.content() for name in NAMES)
    offline(page)
    page.goto(table)
    expect(page.get_by_text("Nothing waits on this phone.")).to_be_visible()
    assert not any(name in page.content() for name in NAMES)
    phone.forgive()


def loses_the_answer(route: Route) -> None:
    """Let the request arrive, and answer it with another response."""
    route.fetch()
    route.fulfill(status=502, body="Bad gateway")


def test_leaving_without_response_removes_lines(phone: Phones) -> None:
    """The lines are gone with the second tap, whatever is heard of it."""
    page = sat(scanned(phone, shown(hosted(phone, *NAMES))), NAMES[1])
    page.route("**/write/", lambda route: route.abort())
    with points_loaded(page):
        page.reload()
    TouchDriver(page).dice(FULL, "full_house")
    expect(page.locator("td.wait")).to_have_count(1)
    page.goto(f"{urlsplit(page.url).path}phones/?leave=1")
    page.route("**/leave/", loses_the_answer)
    leave = page.locator("form[action$='/leave/'] button")
    leave.click()
    expect(page.locator(".err")).to_contain_text("Lines of this table wait on this phone.")
    read(page)
    leave.click()
    expect(page.get_by_text("Bad gateway")).to_be_visible()
    kept = page.evaluate(KEPT)
    assert not any(name in kept for name in NAMES)
    phone.forgive()


def test_lines_of_earlier_game_go_too(phone: Phones) -> None:
    """One waits at the first game; its phone came along to the rematch, and leaves there."""
    host = hosted(phone, *NAMES)
    page = sat(scanned(phone, shown(host)), NAMES[1])
    page.route("**/write/", lambda route: route.abort())
    with points_loaded(page):
        page.reload()
    TouchDriver(page).dice(FULL, "full_house")
    expect(page.locator("td.wait")).to_have_count(1)
    rematch = OtherPlayer(host).write(page.url, where="rematch/").headers["hx-redirect"]
    page.goto(f"{rematch}phones/?leave=1")
    leave = page.locator("form[action$='/leave/'] button")
    leave.click()
    expect(page.locator(".err")).to_contain_text("Lines of this table wait on this phone.")
    read(page)
    leave.click()
    expect(page.get_by_role("heading", name="You have left the table.")).to_be_visible()
    page.wait_for_function(f"({KEPT})().then((kept) => !kept.includes('{NAMES[0]}'))")
    page.goto("/")
    expect(page.get_by_text(NAMES[1])).to_have_count(0)
    phone.forgive()


def test_other_windows_drop_removed_lines(phone: Phones) -> None:
    """Bo leaves in one window; another, which lists waiting entries, lists none afterwards."""
    page = sat(scanned(phone, shown(hosted(phone, *NAMES))), NAMES[1])
    page.context.route("**/write/", lambda route: route.abort())
    with points_loaded(page):
        page.reload()
    TouchDriver(page).dice(FULL, "full_house")
    expect(page.locator("td.wait")).to_have_count(1)
    other = page.context.new_page()
    other.goto("/offline/")
    expect(other.locator("#lines li")).to_have_count(1)
    page.goto(f"{urlsplit(page.url).path}phones/?leave=1")
    for _tap in range(2):
        page.locator("form[action$='/leave/'] button").click()
        read(page)
    expect(page.get_by_role("heading", name="You have left the table.")).to_be_visible()
    expect(other.get_by_text("Nothing waits on this phone.")).to_be_visible()
    phone.forgive()


@pytest.fixture
def untrusted(chromium: Browser, new_server: Callable[..., Server]) -> Iterator[Page]:
    """A phone on plain http at home: browsers give such pages no keys, no worker and no locks."""
    server = new_server(SCOREKEEPER_HOSTS="phone.test").start()
    browser = chromium.browser_type.launch(
        executable_path=browser_contexts.find_chromium(),
        args=[*browser_contexts.FLAGS, "--host-resolver-rules=MAP phone.test 127.0.0.1"],
    )
    page = browser.new_page(base_url=f"http://phone.test:{server.port}", has_touch=True, locale="en-GB")
    page.set_default_timeout(browser_contexts.PATIENCE)
    yield page
    browser.close()


def test_without_secure_context(untrusted: Page) -> None:
    """Forms are retried with the key of the server; a lost tap is tapped again.

    Features that need a secure context are not offered, and one line gives the reason.
    """
    page = untrusted
    page.goto("/new/general/")
    assert page.evaluate("isSecureContext") is False
    page.evaluate(START)
    page.wait_for_url("**/table/**")
    thumb = TouchDriver(page)
    thumb.dice(FULL, "full_house")
    for die in FULL:
        thumb.face(die)
    expect(thumb.box("threes")).to_have_text("9")
    page.evaluate(LOSE)
    thumb.tap(thumb.box("threes"))
    expect(page.locator(".note.bad")).to_contain_text("No signal. Tap again: nothing is entered twice.")
    thumb.tap(thumb.box("threes"))
    expect(page.get_by_role("link", name="Bo, Threes 9")).to_be_visible()
    expect(page.locator("td > a")).to_have_count(2)
    assert page.evaluate("'serviceWorker' in navigator") is False
    page.locator(".menu > summary").tap()
    expect(page.locator("#plain")).to_be_visible()
    expect(page.locator("#plain")).to_contain_text("Over plain http a phone cannot stay awake, be installed")
    expect(page.locator("#awake")).to_be_hidden()
    page.goto("/move/")
    expect(page.get_by_text("This address is plain http, so phones cannot install it")).to_be_visible()
    expect(page.get_by_text("Add to Home Screen")).to_have_count(0)

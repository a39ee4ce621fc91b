"""Failures of the phone's storage: a closed database, a full cache."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.outbox import FULL, cut, lines, new_game, offline, writes_of, written
from tests.browser_contexts import Phones

from .page_state import points_loaded
from .touch import TouchDriver

# connections to the database that can be lost, as a browser does that is short of memory; and none that can be made
STORE = """() => {
  const open = IDBFactory.prototype.open;
  const all = [];
  window.lose = (notified) => {
    for (const each of all.splice(0)) {
      each.close();
      if (notified) each.dispatchEvent(new Event("close"));
    }
  };
  IDBFactory.prototype.open = function (...how) {
    if (window.unreachable) throw new Error("no connection");
    const asked = open.apply(this, how);
    asked.addEventListener("success", () => all.push(asked.result));
    return asked;
  };
}"""
# a step of the worker's cache that fails
BROKEN = "() => { %s = async () => { throw new Error('broken'); } }"
FETCH_POINTS = """async () => {
  const { points } = document.querySelector("#table").dataset;
  for (const name of await caches.keys()) await (await caches.open(name)).delete(points);
  return (await fetch(points)).status;
}"""


@pytest.fixture
def thumb(phone: Phones) -> TouchDriver:
    """A touch user at a new game of General, with its table of points loaded."""
    page = phone()
    page.add_init_script(f"({STORE})()")
    return new_game(page)


@pytest.mark.parametrize("notified", [True, False])
def test_lost_connection_is_made_anew(thumb: TouchDriver, phone: Phones, notified: bool) -> None:
    page = thumb.page
    offline(page)
    thumb.dice(FULL, "full_house")
    page.evaluate("notified => window.lose(notified)", notified)
    thumb.strike("sixes")
    expect(page.locator("td.wait")).to_have_count(2)
    page.evaluate("notified => window.lose(notified)", notified)
    offline(page, on=False)
    expect(page.locator("td.wait")).to_have_count(0)
    assert written(page) == ["Bo, Sixes, crossed out, 0", "Ana, Full house 30"]
    phone.forgive()


@pytest.mark.parametrize("reopened", [True, False], ids=["page opened anew", "page left open"])
def test_evicted_database_is_created_again(thumb: TouchDriver, phone: Phones, reopened: bool) -> None:
    """Safari removes script storage after seven days without a visit; others on a full disk."""
    page = thumb.page
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    thumb.dice(FULL, "full_house")
    expect(page.locator("td.new a")).to_have_text("30")
    evict(page)
    if reopened:
        with points_loaded(page):
            page.reload()
    thumb.strike("sixes")
    expect(page.locator("td.new a")).to_contain_text("Bo, Sixes")
    offline(page)
    thumb.strike("fives")
    expect(page.locator("td.wait")).to_have_count(1)
    assert lines(page) == 1
    offline(page, on=False)
    expect(page.locator("td.wait")).to_have_count(0)
    assert lines(page) == 0
    assert written(page) == ["Cleo, Fives, crossed out, 0", "Bo, Sixes, crossed out, 0", "Ana, Full house 30"]
    phone.forgive()


def evict(page: Page) -> None:
    """All that scripts and the worker keep of this site is gone; cookies stay."""
    kinds = "indexeddb,cache_storage,service_workers,local_storage"
    origin = page.evaluate("location.origin")
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": kinds})
    session.detach()


def test_no_line_overtakes_one_that_cannot_be_read_now(thumb: TouchDriver, phone: Phones) -> None:
    """The second is not written and says so, and both go out once the database is there again."""
    page = thumb.page
    cut(page)
    thumb.dice(FULL, "full_house")
    expect(page.locator("td.wait")).to_have_count(1)
    page.evaluate("() => { window.unreachable = true; window.lose(false); }")
    page.unroute("**/write/")
    sent = writes_of(page)
    thumb.tap(thumb.box("sixes"))
    strike = page.locator(".panel").get_by_role("button", name="Cross out")
    thumb.tap(strike)
    expect(page.locator(".note.bad")).to_contain_text("Tap again: nothing is entered twice.")
    assert sent == []
    page.evaluate("() => { window.unreachable = false; }")
    thumb.tap(strike)
    expect(page.locator("td.wait")).to_have_count(0)
    assert lines(page) == 0
    assert written(page) == ["Bo, Sixes, crossed out, 0", "Ana, Full house 30"]
    phone.forgive()


def test_box_of_line_that_cannot_be_stored_is_put_back(thumb: TouchDriver, phone: Phones) -> None:
    """The line is sent without the store; where that fails as well, its box can be tapped again."""
    page = thumb.page
    cut(page)
    for die in FULL:
        thumb.face(die)
    expect(thumb.box("full_house")).to_have_text("30")
    page.evaluate("() => { window.unreachable = true; window.lose(false); }")
    thumb.tap(thumb.box("full_house"))
    expect(page.locator(".note.bad")).to_be_visible()
    expect(page.locator("td.wait, td.sending")).to_have_count(0)
    expect(thumb.box("full_house")).to_be_visible()
    page.unroute("**/write/")
    thumb.tap(thumb.box("full_house"))
    expect(page.locator("td.new a")).to_have_text("30")
    phone.forgive()


@pytest.mark.parametrize("step", ["Cache.prototype.put", "Cache.prototype.match", "caches.open"])
def test_cache_that_fails_keeps_no_file_back(thumb: TouchDriver, phone: Phones, step: str) -> None:
    """Full, or one that cannot be read or opened."""
    page = thumb.page
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    page.wait_for_function("navigator.serviceWorker.controller")
    page.context.service_workers[0].evaluate(BROKEN % step)
    assert page.evaluate(FETCH_POINTS) == 200
    page.reload()
    thumb.dice(FULL, "full_house")
    phone.forgive()

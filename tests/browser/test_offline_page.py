"""The offline page: shown when a page cannot be loaded, replaced when it can."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from playwright.sync_api import Browser, Page, expect

from tests.browser.joining import hosted, sat, scanned, shown
from tests.browser.outbox import FULL, cut, offline, waiting_line
from tests.browser_contexts import Phones
from tests.server_process import Server

from .page_state import points_loaded
from .touch import TouchDriver, read
from .viewport import trouble

WAITS = "Waiting on this phone"
READY = "async () => { await navigator.serviceWorker.ready }"
# no offline page is cached, and every response exceeds the worker's timeout
SLOW = """async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  const { fetch, setTimeout } = self;
  self.setTimeout = (act, pause) => setTimeout(act, pause / 100);
  self.fetch = async (request) => {
    await new Promise((go) => setTimeout(go, 500));
    return fetch(request);
  };
}"""


class BadGateway(BaseHTTPRequestHandler):
    """The response of a proxy without a server behind it."""

    asked: list[str] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(502)
        self.send_header("Content-Length", "11")
        self.end_headers()
        self.wfile.write(b"Bad gateway")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def no_server_behind(port: int) -> Iterator[list[str]]:
    """A proxy in the server's place; which addresses it was asked for."""
    BadGateway.asked.clear()
    proxy = ThreadingHTTPServer(("127.0.0.1", port), BadGateway)
    proxy.daemon_threads = True
    threading.Thread(target=proxy.serve_forever, args=(0.05,), daemon=True).start()
    yield BadGateway.asked
    proxy.shutdown()
    proxy.server_close()


def test_server_starts_anew_behind_proxy(chromium: Browser, new_server: Callable[..., Server]) -> None:
    """The 502 is no page: the app shows the offline page until there is one."""
    server = new_server().start()
    phone = Phones(chromium, server.url)
    page = hosted(phone)
    page.evaluate(READY)
    server.stop()
    with no_server_behind(server.port) as asked:
        page.goto("/new/general/")
        expect(page.get_by_role("heading", name=WAITS)).to_be_visible()
        expect(page.locator("#signal")).to_have_text("No signal")
        page.wait_for_timeout(6000)
        assert asked.count("/new/general/") >= 3, "it looks again"
        expect(page.get_by_role("heading", name=WAITS)).to_be_visible()
    server.start()
    expect(page.locator("#setup")).to_be_visible()
    phone.close()


def test_link_that_was_scanned_without_signal(phone: Phones) -> None:
    """It only leads on; the sheet is there with the signal all the same."""
    link = shown(hosted(phone))
    page = hosted(phone)
    page.evaluate(READY)
    offline(page)
    page.goto(link)
    expect(page.get_by_role("heading", name=WAITS)).to_be_visible()
    offline(page, on=False)
    page.wait_for_url("**/table/**")
    expect(page.locator("#who")).to_have_text("You are watching, live")
    phone.forgive()


def test_offline_page_at_its_address_shows_state(phone: Phones) -> None:
    page = hosted(phone)
    table = page.url
    page.goto("/offline/")
    expect(page.locator("#signal")).to_have_text("Live")
    expect(page.get_by_text("Nothing waits on this phone.")).to_be_visible()
    expect(page.get_by_text("The sheet returns with the signal.")).to_be_hidden()
    expect(page.get_by_role("link", name="Check the signal")).to_be_hidden()
    page.get_by_role("link", name="To your games").click()
    page.wait_for_url("**/")
    cut(page)
    with points_loaded(page):
        page.goto(table)
    TouchDriver(page).dice(FULL, "full_house")
    expect(page.locator("td.wait")).to_have_count(1)
    page.goto("/offline/")
    expect(page.get_by_text("Lines that wait here are sent automatically.")).to_be_visible()
    assert trouble(page) == []
    page.get_by_role("link", name="Ana, Full house 30").click()
    page.wait_for_url(table)
    page.unroute("**/write/")
    expect(page.locator("td.wait")).to_have_count(0)
    expect(page.locator("td > a")).to_have_count(1)
    phone.forgive()


def test_slow_page_loads_without_cached_offline_page(phone: Phones) -> None:
    """The browser has made room."""
    page = hosted(phone)
    page.evaluate(READY)
    page.wait_for_function("navigator.serviceWorker.controller")
    page.context.service_workers[0].evaluate(SLOW)
    page.goto("/new/general/")
    expect(page.locator("#setup")).to_be_visible()


def test_removed_phone_is_shown_fate_of_its_entry(phone: Phones) -> None:
    host = hosted(phone)
    bo = sat(scanned(phone, shown(host)), "Bo")
    waiting_line(bo)
    sends_away(host)
    offline(bo, on=False)
    # the table says so first, until it is known that this phone may not look there either
    expect(bo.get_by_role("heading", name=WAITS)).to_be_visible()
    message = bo.get_by_text("This phone may no longer enter anything here.")
    expect(message).to_be_visible()
    expect(bo.get_by_text("Lines that wait here are sent automatically.")).to_be_hidden()
    with bo.expect_response("**/write/"):
        bo.get_by_role("button", name="Try again").click()
    expect(message).to_be_visible()
    expect(bo.get_by_role("link", name="You", exact=True)).to_be_hidden()
    bo.get_by_role("button", name="Discard").dblclick()  # the question was not shown yet
    read(bo)
    bo.get_by_role("button", name="Yes, discard").click()
    expect(bo.get_by_text("Nothing waits on this phone.")).to_be_visible()
    phone.forgive()


def sends_away(host: Page) -> None:
    """Let the host remove the only other phone."""
    host.goto(f"{host.url}phones/")
    host.get_by_role("link", name="Remove Bo").click()
    host.get_by_role("button", name="Remove the phone").click()
    expect(host.get_by_text("The phone is removed")).to_be_visible()

"""State of a table's page: the entered dice, and the scripts that load after it."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

FETCHED = "() => Number(performance.getEntriesByType('resource').some(({ name }) => name.includes('%s')))"
# lets a test stop the heartbeats, which the server sends to all streams at once: any moment may be theirs
HEARTBEATS = """
const listen = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (kind, hear) {
  listen.call(this, kind, (event) => { if (!window.withoutHeartbeats) hear(event); });
};
"""
STOP_HEARTBEATS = "() => { window.withoutHeartbeats = true; }"


def laid(page: Page) -> str:
    """The faces in the tray."""
    slots = page.locator(".tray[data-count] .slot")
    return "".join(slots.evaluate_all("slots => slots.map(({ dataset }) => dataset.face)"))


def until(page: Page, script: str, value: int) -> None:
    """Wait until a script returns this value; the page's policy forbids `wait_for_function`."""
    for _ in range(100):
        if page.evaluate(script) == value:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{page.evaluate(script)} instead of {value}: {script}")


def aim(page: Page) -> None:
    """Wait until the keys of the entry panel have stayed for as long as a finger is aimed: a tap before is ignored."""
    keys = "[...document.querySelectorAll('#pad [name=press]')].map(({ value }) => value).join()"
    before, now = None, page.evaluate(keys)
    while now != before:
        page.wait_for_timeout(260)
        before, now = now, page.evaluate(keys)


def chosen_above_panel(page: Page) -> None:
    """Wait until the chosen cell is above the entry panel."""
    bottom = "document.querySelector('.pad .on')?.getBoundingClientRect().bottom"
    until(page, f"{bottom} <= document.querySelector('.panel').getBoundingClientRect().top + 1", True)


@contextmanager
def points_loaded(page: Page) -> Iterator[None]:
    """Wait until the phone can score without a network: its table of points has arrived and is read."""
    with page.expect_request_finished(lambda request: "/points/" in request.url):
        yield
    # that request may have been of the page before
    wait_until_fetched(page, "/points/")
    # the script reads it in the tasks after its arrival
    page.evaluate("() => new Promise((done) => setTimeout(done, 50))")


def wait_until_fetched(page: Page, name: str) -> None:
    """Wait until the page has loaded a file with this in its address, such as `/pending_lines`, which comes late."""
    until(page, FETCHED % name, 1)

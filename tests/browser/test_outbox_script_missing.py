"""Missing outbox scripts: entries wait all the same, and the scripts are fetched again."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.browser.outbox import FULL, offline, written
from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .touch import TouchDriver


def test_entry_is_stored_without_drawing_script(phone: Phones) -> None:
    """That it waits is said; drawn it is as soon as the part can be had."""
    page = phone(service_workers="block")
    page.goto("/")
    address = OtherPlayer(page).start("general", ["Ana", "Bo", "Cleo"])
    attempts: list[Route] = []

    def fail(route: Route) -> None:
        attempts.append(route)
        if len(attempts) == 1:
            route.abort()

    page.route("**/pending_lines*.js", fail, times=2)
    with page.expect_event("requestfailed", lambda request: "/pending_lines" in request.url):
        page.goto(address)
    thumb = TouchDriver(page)
    for die in FULL:
        thumb.face(die)
    expect(thumb.box("threes")).to_have_text("9")
    offline(page)
    with page.expect_request("**/pending_lines*.js"):
        thumb.tap(thumb.box("full_house"))
    says = page.locator(".note.bad")
    expect(says).to_contain_text("No signal. 1 line waits on this phone and is sent automatically.")
    thumb.tap(thumb.box("threes"))
    expect(says).to_contain_text("2 lines wait on this phone and are sent automatically.")
    offline(page, on=False)
    # the attempt without signal fails only now
    attempts[1].abort()
    expect(page.get_by_role("link", name="Ana, Full house 30")).to_be_visible()
    expect(says).to_contain_text("Not entered. It is Bo’s turn, not Ana’s.")
    assert written(page) == ["Ana, Full house 30"]
    phone.forgive()


def test_script_is_fetched_again_without_cache(phone: Phones) -> None:
    """The light, sharing and the times of lines are for such a phone too."""
    page = phone(service_workers="block")
    page.add_init_script("Object.defineProperty(globalThis, 'indexedDB', { value: undefined })")
    page.goto("/")
    address = OtherPlayer(page).start("general", ["Ana", "Bo", "Cleo"])
    page.route("**/pending_lines*.js", lambda route: route.abort(), times=1)
    with page.expect_event("requestfailed", lambda request: "/pending_lines" in request.url):
        page.goto(address)
    offline(page)
    with page.expect_response("**/pending_lines*.js"):
        offline(page, on=False)
    phone.forgive()

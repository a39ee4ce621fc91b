"""C7: the server has another release than the page and the service worker of a phone."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.outbox import lose_response, offline, written
from tests.browser_contexts import Phones
from tests.server_process import Server

from .other_player import OtherPlayer
from .page_state import points_loaded
from .touch import TouchDriver


def other_release(static: Path, folder: Path) -> Path:
    """The same static files under other names; the old names are gone, as after an upgrade."""
    names = json.loads((static / "staticfiles.json").read_text())["paths"]
    hashes = [plain.rpartition(".")[0].rpartition(".")[2] for plain in names.values() if plain not in names]
    renamed = {old: old[::-1] for old in hashes if len(old) == 12 and old != old[::-1]}
    for path in static.rglob("*"):
        if path.is_dir() or path.suffix in {".gz", ".br"}:
            continue
        target = folder / _renamed(str(path.relative_to(static)), renamed)
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix in {".css", ".js", ".json", ".svg", ".map"}:
            target.write_text(_renamed(path.read_text("utf-8"), renamed), "utf-8")
        else:
            shutil.copy(path, target)
    return folder


def _renamed(text: str, renamed: dict[str, str]) -> str:
    for old, new in renamed.items():
        text = text.replace(f".{old}", f".{new}")
    return text


def release(page: Page) -> str:
    """Which release keeps this phone's files."""
    names: list[str] = page.evaluate("() => caches.keys()")
    (ours,) = [name for name in names if name.startswith("scorekeeper ")]
    return ours


def takes_over(page: Page, before: str) -> None:
    """Wait until another worker than that of before keeps the files."""
    page.evaluate("async () => { await (await navigator.serviceWorker.getRegistration()).update() }")
    for _ in range(100):
        names = page.evaluate("() => caches.keys()")
        if [name for name in names if name.startswith("scorekeeper ")] != [before] and len(names) == 1:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"still {before}")


def an_upgrade(server: Server, static: str, thumb: TouchDriver, box: str) -> None:
    """Write a round offline while the server becomes another release; the page stays as it was."""
    page = thumb.page
    page.evaluate("window.mark = 1")
    offline(page)
    for _player in range(3):
        thumb.strike(box)
    expect(page.locator("td.wait")).to_have_count(3)
    server.stop()
    server.settings["SCOREKEEPER_STATIC_ROOT"] = static
    server.start()
    offline(page, on=False)
    expect(page.locator("td.wait")).to_have_count(0)


def an_old_page_writes_on(thumb: TouchDriver, box: str) -> None:
    """Online, and offline."""
    page, lines = thumb.page, thumb.page.locator("td > a").count()
    thumb.strike(box)
    expect(page.locator("td > a")).to_have_count(lines + 1)
    offline(page)
    thumb.strike(box)
    expect(page.locator("td.wait")).to_have_count(1)
    offline(page, on=False)
    expect(page.locator("td.wait")).to_have_count(0)
    assert page.evaluate("window.mark") == 1


def the_worker_changes_while_a_line_waits(thumb: TouchDriver, box: str) -> None:
    page, lines, before = thumb.page, thumb.page.locator("td > a").count(), release(thumb.page)
    page.route("**/write/", lambda route: route.abort())
    thumb.strike(box)
    expect(page.locator("td.wait")).to_have_count(1)
    takes_over(page, before)
    offline(page)
    page.reload()
    expect(page.locator("#signal")).to_have_text("No signal, 1 waits")
    page.unroute("**/write/")
    with points_loaded(page):
        offline(page, on=False)
    expect(page.locator("td > a")).to_have_count(lines + 1)  # the shell makes way for the table by itself
    expect(page.locator("td.wait")).to_have_count(0)


def an_older_form(page: Page) -> None:
    """The page's form has a field unknown to the server, and lacks a new one."""
    page.evaluate(
        """() => {
          const form = document.querySelector("form#write");
          form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "gone", value: "1" }));
          form.querySelector("[name=seen]").setAttribute("form", "nowhere");
        }"""
    )


def test_old_page_writes_once_and_wants_to_be_opened_fresh(
    chromium: Browser, new_server: Callable[..., Server], collected_static: Path, tmp_path: Path
) -> None:
    """The response is lost, the release changes, and the retried entry is written once."""
    server = new_server().start()
    phone = Phones(chromium, server.url)
    page = phone()
    page.goto("/")
    address = OtherPlayer(page).start("general", ["Ana", "Bo", "Cleo"])
    with points_loaded(page):
        page.goto(address)
    thumb, old = TouchDriver(page), page.locator("script[src*='js/table']").get_attribute("src")
    page.route("**/write/", lose_response)
    an_older_form(page)
    thumb.strike("ones")
    expect(page.locator("td.wait")).to_have_count(1)
    server.stop()
    server.settings["SCOREKEEPER_STATIC_ROOT"] = str(other_release(collected_static, tmp_path / "other"))
    server.start()
    page.unroute("**/write/")
    expect(page.locator("td.wait")).to_have_count(0)
    wants = page.locator("#renewed")
    expect(wants).to_contain_text("Scorekeeper was updated.")
    # the server answers the query of the box, not the phone, and with a form of its own
    expect(page.locator("#signal:not(.lost)")).to_contain_text("Live")
    an_older_form(page)
    thumb.strike("twos")
    expect(page.get_by_role("link", name="Bo, Twos, crossed out, 0")).to_be_visible()
    for _die in range(2):
        thumb.face(5)
    thumb.tap(wants.get_by_role("link", name="Open it again"))
    expect(page.locator(f"script[src='{old}']")).to_have_count(0)
    expect(wants).to_be_hidden()
    expect(page.locator(".tray .slot:enabled")).to_have_count(2)
    assert written(page) == ["Ana, Ones, crossed out, 0", "Bo, Twos, crossed out, 0"]
    assert server.rows("SELECT count(*) FROM play_entry") == [(2,)]
    assert server.manage("verify").returncode == 0
    phone.close()


def test_television_opens_itself_fresh(
    chromium: Browser, new_server: Callable[..., Server], collected_static: Path, tmp_path: Path
) -> None:
    server = new_server().start()
    phone = Phones(chromium, server.url)
    page = phone(width=1280, height=720)
    page.goto("/")
    evening = OtherPlayer(page)
    address = evening.start("general", ["Ana", "Bo"])
    page.goto(f"{address}screen/")
    old = page.locator("script[src*='js/big_screen']").get_attribute("src")
    server.stop()
    server.settings["SCOREKEEPER_STATIC_ROOT"] = str(other_release(collected_static, tmp_path / "other"))
    server.start()
    evening.write(address, box="ones", value="3")
    expect(page.locator(f"script[src='{old}']")).to_have_count(0)
    expect(page.locator("#signal")).to_have_text("Live")
    phone.close()


@pytest.mark.thorough
def test_upgrade_and_step_back_keep_waiting_lines(
    chromium: Browser, new_server: Callable[..., Server], collected_static: Path, tmp_path: Path
) -> None:
    server = new_server().start()
    phone = Phones(chromium, server.url)
    page = phone()
    page.goto("/")
    address = OtherPlayer(page).start("general", ["Ana", "Bo", "Cleo"])
    with points_loaded(page):
        page.goto(address)
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    thumb = TouchDriver(page)
    boxes = iter(["ones", "twos", "threes", "fours"])
    for static in (other_release(collected_static, tmp_path / "other"), collected_static):
        an_upgrade(server, str(static), thumb, next(boxes))
        box = next(boxes)
        an_old_page_writes_on(thumb, box)
        the_worker_changes_while_a_line_waits(thumb, box)
    assert len(written(page)) == 12
    assert server.manage("verify").returncode == 0
    phone.close()

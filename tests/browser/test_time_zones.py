"""Dates in a browser: in the phone's time zone, with their year."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser_contexts import Phones

from .other_player import OtherPlayer

OLD = "date,game,player,points\n2025-01-10,general,Ana,90\n2025-01-10,general,Bo,80\n"


def group_with_old_result(page: Page) -> str:
    """A group with a game of tonight and a result of 10 January 2025; its address."""
    page.goto("/")
    evening = OtherPlayer(page)
    table = evening.start("general", ["Ana", "Bo"])
    evening.write(table, box="fives", dice="55555", throws="1")
    page.goto("/")
    group = page.locator("a[href^='/group/']").first.get_attribute("href")
    assert group is not None
    page.goto(f"/import/?group={group.split('/')[2]}")
    page.locator("input[type=file]").set_input_files(
        {"name": "old.csv", "mimeType": "text/csv", "buffer": OLD.encode()}
    )
    page.locator("main form button").first.tap()
    page.locator("button[value=import]").tap()
    expect(page.locator("button[value=import]")).to_have_count(0)
    return group


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/Argentina/Buenos_Aires", "Europe/Berlin"])
def test_result_days_follow_zone_of_phone(phone: Phones, zone: str) -> None:
    page = phone(timezone_id=zone, locale="en-US")
    group = group_with_old_result(page)
    page.goto(f"{group}games/?until=2025-01-10&since=2025-01-10")
    expect(page.locator("time[data-day]")).to_have_text(["10 Jan 2025"])
    page.goto(f"{group}games/")
    tonight = page.locator("time[data-day]").first.get_attribute("datetime")
    assert tonight == page.evaluate(
        "(() => { const day = new Date(); day.setHours(day.getHours() - 6);"
        " return new Intl.DateTimeFormat('sv-SE').format(day); })()"
    )
    expect(page.locator(".zone")).to_have_count(0)


def test_page_without_zone_is_made_anew_once(phone: Phones) -> None:
    page = phone(timezone_id="Asia/Tokyo")
    group = group_with_old_result(page)
    page.context.clear_cookies(name="zone")
    asked: list[str] = []

    def note(request: Request) -> None:
        if request.is_navigation_request():
            asked.append(request.url)

    page.on("request", note)
    page.goto(f"{group}games/")
    expect(page.locator("time[data-local]").first).to_be_visible()
    page.wait_for_function("document.cookie.includes('zone=Asia/Tokyo')")
    page.wait_for_timeout(500)
    assert len(asked) == 2
    page.goto(f"{group}games/")
    page.wait_for_timeout(500)
    assert len(asked) == 3


def test_bar_of_finished_game_shows_its_day_and_no_live_mark(phone: Phones) -> None:
    page = phone(timezone_id="Europe/Berlin")
    page.goto("/")
    evening = OtherPlayer(page)
    table = evening.start("general", ["Ana", "Bo"])
    page.goto(table)
    expect(page.locator("#signal")).to_have_text("Live")
    evening.write(table, box="fives", dice="55555", throws="1")
    page.goto(table)
    expect(page.locator("#subtitle time")).to_have_count(2)
    expect(page.locator("#signal")).to_have_class("live")
    expect(page.locator("#signal")).to_be_hidden()

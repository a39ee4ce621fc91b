"""Waiting entries are sent from any page that the person opens."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.outbox import FULL, cut, lines, new_game, offline, written
from tests.browser_contexts import Phones

from .page_state import wait_until_fetched

SENDER = "/js/background_send."


def left_the_table(page: Page, where: str) -> str:
    """A line of Ana waits, and the phone shows another page; the address of the table."""
    thumb = new_game(page)
    table = urlsplit(page.url).path
    cut(page)
    thumb.dice(FULL, "full_house")
    expect(page.locator("td.wait")).to_have_count(1)
    group = re.search(r"/group/[\w-]+/", page.request.get("/").text())
    page.goto(where.format(table=table, group=group and group[0]))
    return table


@pytest.mark.parametrize(
    "where",
    ["/", "{table}lines/", "/you/", "{table}invite/", "{group}invite/", "{group}money/", "{table}screen/"],
)
def test_waiting_entries_are_sent_when_online_again(phone: Phones, where: str) -> None:
    """And the line that says so goes."""
    page = phone()
    table = left_the_table(page, where)
    says = page.locator("#unsent")
    if where == "/":
        expect(says).to_be_visible()
    if not where.endswith("screen/"):  # the sending script and the drawing script
        wait_until_fetched(page, SENDER)
    offline(page)
    page.unroute("**/write/")
    with page.expect_response("**/write/"):
        offline(page, on=False)
    expect(says).to_be_hidden()
    page.goto(table)
    expect(page.locator("td.wait")).to_have_count(0)
    assert lines(page) == 0
    assert written(page) == ["Ana, Full house 30"]
    phone.forgive()


def test_outbox_script_is_fetched_again_when_online(phone: Phones) -> None:
    page = phone(service_workers="block")
    page.route(f"**{SENDER}*", lambda route: route.abort(), times=1)
    with page.expect_event("requestfailed", lambda request: SENDER in request.url):
        left_the_table(page, "/")
    page.unroute("**/write/")
    offline(page)
    with page.expect_response("**/write/"):
        offline(page, on=False)
    expect(page.locator("#unsent")).to_be_hidden()
    assert lines(page) == 0
    phone.forgive()


def test_empty_outbox_fetches_nothing(phone: Phones) -> None:
    page = phone()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    page.goto("/you/")
    page.wait_for_load_state("networkidle")
    assert any("/js/account." in each for each in asked)
    assert not any(SENDER in each for each in asked)

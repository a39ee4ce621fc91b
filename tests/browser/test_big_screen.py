"""The big screen: the whole sheet of every game, updated live."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules import GAMES
from tests.browser_contexts import Phones
from tests.server_process import Server

from .other_player import GENERAL, REST, TEN, OtherPlayer, copied
from .viewport import trouble

SIZES = [(1280, 800), (1920, 1080), (900, 600)]
BEYOND = """() => {
  const sheet = document.querySelector(".pad"), panel = document.querySelector(".panel");
  const edge = (box) => box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
  return [sheet.scrollHeight > sheet.clientHeight + 1 || sheet.scrollWidth > sheet.clientWidth + 1,
    [...panel.querySelectorAll("*")].some((each) => edge(each.getBoundingClientRect())),
    document.documentElement.scrollHeight > innerHeight, edge(sheet.getBoundingClientRect())];
}"""

# a screen waits less long than it does before it goes on
SOON = """
  const asItIs = window.setTimeout;
  window.setTimeout = (act, pause, ...more) => asItIs(act, pause === 20000 ? 1500 : pause, ...more);
"""


def screens(phone: Phones, maker: Page, size: tuple[int, int]) -> Page:
    """Return a big screen with access to all tables of the host."""
    page = phone(width=size[0], height=size[1])
    page.context.add_cookies(copied(maker.context))  # type: ignore[arg-type]
    return page


def test_names_of_boxes_stay_in_their_rows(phone: Phones, maker: Page) -> None:
    table = OtherPlayer(maker).start("yahtzee", TEN[:6])
    page = screens(phone, maker, (1280, 720))
    page.goto(f"{table}screen/")
    spilled = page.evaluate(
        """() => [...document.querySelectorAll(".pad tbody th")].filter((head) => {
          const inside = document.createRange();
          inside.selectNodeContents(head);
          const [text, box] = [inside.getBoundingClientRect(), head.getBoundingClientRect()];
          return text.bottom > box.bottom + 1 || text.right > box.right + 1;
        }).map((head) => head.textContent)"""
    )
    assert spilled == []


@pytest.mark.parametrize("players", [4, 10])
def test_points_missing_for_bonus_are_read_from_afar(phone: Phones, maker: Page, players: int) -> None:
    evening = OtherPlayer(maker)
    table = evening.start("yahtzee", TEN[:players])
    evening.fill(table, {"sixes": ["18"] * players})
    page = screens(phone, maker, (1920, 1080))
    page.goto(f"{table}screen/")
    missing = page.locator(".bonus td small").first
    expect(missing).to_have_text("45 to go")
    assert float(missing.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")) >= 16


@pytest.mark.thorough
def test_all_of_every_sheet_is_in_sight(phone: Phones, maker: Page) -> None:
    evening, few, many = OtherPlayer(maker), [], []
    for slug, game in GAMES.items():
        fitting = [count for count in game.PLAYERS if 2 <= count <= 10]
        few.append(evening.start(slug, TEN[: min(fitting)]))
        many.append(evening.start(slug, TEN[: max(fitting)]))
    for size, tables in zip(SIZES, ([*few, *many], many, many), strict=True):
        page = screens(phone, maker, size)
        for table in tables:
            page.goto(table + "screen/")
            expect(page.locator("html.js")).to_have_count(1)
            assert page.evaluate(BEYOND) == [False] * 4, (size, page.title())


@pytest.mark.thorough
def test_nothing_can_be_tapped_and_result_fits(phone: Phones, maker: Page) -> None:
    evening = OtherPlayer(maker)
    table = evening.start("general", TEN[:4])
    evening.fill(table, GENERAL)
    page = screens(phone, maker, (1280, 800))
    page.goto(table + "screen/")
    # but for the way back of a player's device
    assert (
        page.locator(":is(a[href], button, input, select, [tabindex='0']):enabled:not(.tv-back)").count() == 0
    )
    assert trouble(page) == []
    end = evening.start("general", TEN[:4])
    evening.fill(end, GENERAL | REST)
    page.goto(end + "screen/")
    expect(page.locator("#who")).to_have_text("Dev wins")
    assert page.evaluate(BEYOND) == [False] * 4


def test_screen_is_live(phone: Phones, maker: Page) -> None:
    evening = OtherPlayer(maker)
    table = evening.start("general", TEN[:2])
    page = screens(phone, maker, (1280, 800))
    page.goto(table + "screen/")
    expect(page.locator("#who")).to_contain_text("Ana")
    expect(page.locator("#signal")).to_have_text("Live")
    before = page.locator(".sheet").bounding_box()
    page.evaluate("window.mark = 1")
    evening.write(table, box="fours", dice="44441", throws="2")
    expect(page.locator("#who")).to_contain_text("Bo")
    expect(page.locator(".tile-total").first).to_have_text("leads with 16")
    expect(page.locator(".tv-last")).to_have_text(re.compile(r"A\s*Ana\s*fours 16 roll 2 of 3"))
    expect(page.locator("dd").nth(1)).to_have_text("Ana by 16, 9 turns left")
    assert page.locator(".entered .slot").count() == 5
    assert page.locator(".entered .slot").first.evaluate("die => die.offsetWidth") >= 56
    assert page.locator(".sheet").bounding_box() == before  # no other layout between turns
    assert page.evaluate("window.mark") == 1
    page.goto(table + "invite/")
    page.get_by_role("button", name="Show a code to type").click()
    page.goto(table + "screen/")
    expect(page.locator(".tv-join")).to_contain_text("Point a phone here, or type at")


def test_screen_follows_rematch(phone: Phones, maker: Page) -> None:
    """It follows after a delay for reading the sheet, and never to an error page of the browser."""
    evening = OtherPlayer(maker)
    table = evening.start("crag", TEN[:2])
    for player in "12":
        evening.write(table, where="go-home/", player=player)
    page = screens(phone, maker, (1280, 800))
    page.add_init_script(SOON)
    page.goto(table + "screen/")
    expect(page.locator("#signal")).to_have_text("Live")
    after = str(evening.write(table, where="rematch/").headers["hx-redirect"])
    expect(page.get_by_text("The next game has started.")).to_be_visible()
    page.context.set_offline(True)
    taps = ":is(a[href], button, input, select, [tabindex='0']):enabled:visible:not(.tv-back)"
    assert page.locator(taps).count() == 0
    assert page.evaluate(BEYOND) == [False] * 4
    page.wait_for_timeout(2500)
    expect(page.locator(".sheet")).to_be_visible()
    page.context.set_offline(False)
    expect(page).to_have_url(re.compile(after + "screen/$"), timeout=15_000)
    expect(page.locator("#who")).to_contain_text("Ana")
    expect(page.locator("#next")).to_have_count(0)


def test_whole_code_is_beside_a_long_last_line(phone: Phones, maker: Page) -> None:
    evening = OtherPlayer(maker)
    rules = {"stake": "per_point", "amount": "0.01", "unit": "EUR", "rule-double_generala": "true"}
    table = evening.start("generala", TEN[:3], **rules)
    evening.fill(table, {"ones": ["1", "2", "3"], "straight": ["20", "25x1", "20"]})
    assert evening.write(table, box="full_house", dice="33322", throws="3").ok
    maker.goto(table)
    maker.get_by_role("button", name="Show the QR code").click()
    expect(maker.locator(".qr svg")).to_be_visible()
    page = phone(width=1280, height=720, locale="de-DE")
    page.context.add_cookies(copied(maker.context))  # type: ignore[arg-type]
    page.goto(f"{table}screen/")
    expect(page.locator(".tv-join b")).to_be_in_viewport(ratio=1)


def test_whole_code_is_below_many_leaders(phone: Phones, maker: Page) -> None:
    evening = OtherPlayer(maker)
    names = [f"Player {letter} Longname" for letter in "ABCDEFGHIJ"]
    table = evening.start("yahtzee", names)
    for points in [24] * 9 + [20]:
        assert evening.write(table, box="chance", dice="66543" if points == 24 else "55442", throws="2").ok
    maker.goto(table)
    maker.get_by_role("button", name="Show the QR code").click()
    expect(maker.locator(".qr svg")).to_be_visible()
    page = screens(phone, maker, (1280, 720))
    page.goto(f"{table}screen/")
    expect(page.locator(".tv-join b")).to_be_in_viewport(ratio=1)
    expect(page.locator(".tv-join .qr")).to_be_in_viewport(ratio=1)


def test_code_goes_when_it_ends(phone: Phones, maker: Page, server: Server) -> None:
    """It disappears from the screen and the invitation without any write."""
    table = OtherPlayer(maker).start("general", TEN[:2])
    screen = screens(phone, maker, (1280, 800))
    maker.goto(table)
    maker.get_by_role("button", name="Show the QR code").click()
    expect(maker.get_by_text("The code works for 15 more minutes; the link keeps working.")).to_be_visible()
    screen.goto(table + "screen/")
    expect(screen.locator(".tv-join")).to_contain_text("or type at")
    ends = datetime.now(UTC).replace(tzinfo=None) + timedelta(seconds=15)
    with closing(sqlite3.connect(server.database)) as file, file:
        file.execute(
            "UPDATE play_session SET joining = ? WHERE address = ?",
            [ends.isoformat(" "), table.split("/")[2]],
        )
    for page in (screen, maker):
        page.reload()
    expect(maker.get_by_text("The code works for 1 more minute; the link keeps working.")).to_be_visible()
    expect(screen.locator(".tv-join")).to_contain_text("or type at")
    expect(maker.get_by_role("button", name="Show a code to type")).to_be_visible(timeout=30_000)
    expect(screen.locator(".tv-join")).to_have_text("Point a phone here to see the sheet", timeout=30_000)
    expect(maker.locator(".qr svg")).to_be_visible()

"""Whole card games by results without signal: the sheet is the same as with signal."""

from __future__ import annotations

import html
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.outbox import offline
from tests.browser_contexts import Phones

from .card_lines import NAMES, SLOW, press, rows, start, write
from .other_player import OtherPlayer
from .touch import TouchDriver

AUCTION = {"rule-auction": "true", "rule-target": "60"}
# made, failed and forced bids; the last round ends the game
ROUNDS = [
    "bidder-2 bid-20 trump-H took-2 took-2 took-1 took-2 took-3 best-2",
    "bidder-3 bid-25 bid-again bidder-4 bid-25 trump-S took-1 took-4 took-2 took-4 took-1 best-4",
    "bid-pass trump-D took-1 took-2 took-3 took-1 took-4 best-nobody",
    "bidder-2 bid-30 trump-C took-2 took-2 took-2 took-2 took-2 best-2",
]


def with_signal(page: Page, game: str, names: list[str], lines: list[str], **form: str) -> list[str]:
    """Play the same lines at another table with signal; return its rows."""
    other = OtherPlayer(page)
    address = other.start(game, names, **form)
    for line in lines:
        other.tap(address, *line.split())
        written = re.findall(r'name="(move|draft)" value="([^"]*)"', other.request.get(address).text())
        assert other.write(address, None, **{name: html.unescape(value) for name, value in written}).ok
    again = page.context.new_page()
    again.goto(f"{address}?sheet=1")
    found = rows(again)
    again.close()
    return found


def enter(thumb: TouchDriver, lines: list[str]) -> None:
    for count, line in enumerate(lines, 1):
        press(thumb, *line.split())
        write(thumb)
        expect(thumb.page.locator("tr.waiting")).to_have_count(count)


def finish(page: Page) -> list[str]:
    """Get the signal back; return the rows once all lines have arrived."""
    offline(page, on=False)
    expect(page.locator("tr.waiting")).to_have_count(0, timeout=30_000)
    page.goto(f"{page.url.split('?')[0]}?sheet=1")
    return rows(page)


def test_game_with_auction_without_signal_is_same(phone: Phones) -> None:
    page = phone()
    thumb = start(page, **AUCTION)
    offline(page)
    enter(thumb, ROUNDS[:3])
    expect(page.locator("tr.waiting").nth(0)).to_contain_text("Bo bid 20, made 20")
    expect(page.locator("tr.waiting").nth(1)).to_contain_text("Dev bid 25, made 15: failed")
    press(thumb, *ROUNDS[3].split()[:-2])
    expect(page.locator("#who")).to_contain_text("Bo bid 30: 20 so far")
    press(thumb, *ROUNDS[3].split()[-2:])
    expect(page.locator("#who")).to_contain_text("Bo bid 30, made 30")
    write(thumb)
    expect(page.locator("tr.waiting")).to_have_count(4)
    # the server decides whether the game is over
    expect(page.locator("tr.pencil")).to_be_hidden()
    found = finish(page)
    assert len(found) == 4
    assert found == with_signal(page, "forty_fives", NAMES, ROUNDS, **AUCTION)


# two hands that nobody loses, three players who drop, the champion
HANDS = ["out-1 out-2 out-3 out-4", "out-2 out-4 out-1", "out-4 out-1 same", "out-4 out-2", "out-2"]


@pytest.mark.parametrize(
    "rules", [{}, {"rule-all_out_dealer": "next_right", "rule-last_trick_spares": "two_or_more"}]
)
def test_game_of_generala_without_signal_is_same(phone: Phones, rules: dict[str, str]) -> None:
    page = phone()
    thumb = start(page, "generala_cards", **rules)
    hands = HANDS if rules else [HANDS[0], HANDS[1], "out-1 out-4", "out-4"]
    offline(page)
    enter(thumb, hands)
    # the champion ends the game
    expect(page.locator("tr.pencil")).to_be_hidden()
    drawn = rows(page, "tr.waiting")
    assert "Cleo deals" in drawn[2]
    found = finish(page)
    assert len(found) == len(hands)
    assert found == with_signal(page, "generala_cards", NAMES, hands, **rules)
    assert [row.split(" deals")[0] for row in found] == [row.split(" deals")[0] for row in drawn]


@pytest.mark.parametrize("break_", ["reload", "kill"])
def test_game_with_auction_on_slow_network_survives(phone: Phones, break_: str) -> None:
    """With 1.2 s of latency and the page reloaded, or closed and opened again, within a round."""
    page = phone()
    thumb = start(page, **AUCTION)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", SLOW | {"latency": 1200})
    press(thumb, *ROUNDS[0].split()[:5])
    address = page.url
    if break_ == "kill":
        page.close()
        page = page.context.new_page()
        thumb = TouchDriver(page)
        page.goto(address)
    else:
        page.reload()
    expect(page.locator("#who")).to_contain_text("Who took trick 3?", timeout=20_000)
    press(thumb, *ROUNDS[0].split()[5:])
    expect(page.locator("#pad button.go[form=write]")).to_be_visible(timeout=20_000)
    write(thumb)
    expect(page.locator("#who")).to_contain_text("Round 2", timeout=20_000)
    page.reload()
    assert rows(page) == with_signal(page, "forty_fives", NAMES, ROUNDS[:1], **AUCTION)
    phone.forgive()

"""C1: taps on phones whose requests and responses are lost, delayed or cut short.

TAPS says how many; `make fire` asks for 100, `make drill` for 2,000. TAPS_PHONES: how many phones share them.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from math import ceil

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser_contexts import Phones
from tests.server_process import Server
from tests.stress.proxy import BadNetwork

from .other_player import OtherPlayer
from .page_state import points_loaded
from .stored_entries import in_turn, written
from .touch import TouchDriver

TAPS, PHONES = int(os.environ.get("TAPS", "8")), int(os.environ.get("TAPS_PHONES", "2"))
SEED = int(os.environ.get("TAPS_SEED", "1"))
FATES = {"well": 20, "late": 20, "lost": 30, "unheard": 15, "cut": 15}
LATE = (0.2, 8.0)  # seconds
NAMES = ["Ana", "Bo", "Cleo"]
BOXES = ["ones", "twos", "threes", "fours", "fives", "sixes", "straight"]
ALL_SENT = 600_000  # milliseconds
SAVED = "td:not(.wait, .no) > a"
# Notes down how many boxes are drawn as saved, neither as waiting nor as refused, and when that came to be.
WATCH = """saved => {
  window.drawn = [];
  const note = () => {
    const count = document.querySelectorAll(saved).length;
    if (count !== window.drawn.at(-1)?.[0]) window.drawn.push([count, Date.now()]);
  };
  new MutationObserver(note).observe(document, { subtree: true, childList: true, attributeFilter: ["class"] });
  note();
}"""


@dataclass
class Table:
    """A phone, the game on it, and how often it was tapped."""

    page: Page
    address: str
    taps: int = 0

    def strike(self) -> None:
        """Strike one more box; the screen shows what was tapped, sent or not."""
        TouchDriver(self.page).strike(BOXES[self.taps // len(NAMES)])
        self.taps += 1
        expect(self.page.locator("td > a")).to_have_count(self.taps)

    def sent(self, server: Server) -> None:
        """Assert that nothing waits, and that each entry is written once, in order.

        None was shown as saved before it was.
        """
        expect(self.page.locator("td.wait")).to_have_count(0, timeout=ALL_SENT)
        expect(self.page.locator(SAVED)).to_have_count(self.taps)
        expect(self.page.locator(".note.bad")).to_have_count(0)
        lines = written(server, self.address)
        assert [each.line for each in lines] == in_turn(self.taps, BOXES, len(NAMES))
        drawn = self.page.evaluate("drawn")
        assert drawn[-1][0] == self.taps
        for saved, when in drawn:
            stood = sum(each.at <= when + 1 for each in lines)
            assert saved <= stood


@pytest.mark.slow
@pytest.mark.thorough
def test_every_tap_is_written_once(chromium: Browser, server: Server) -> None:
    each = len(BOXES) * len(NAMES)
    with BadNetwork(server.port, SEED, FATES, LATE, writes=True) as network:
        left = TAPS
        for _game in range(ceil(TAPS / PHONES / each)):
            pocket = Phones(chromium, f"http://127.0.0.1:{network.port}")
            straight = Phones(chromium, server.url)
            tables = [taken_out(pocket, straight) for _ in range(PHONES)]
            for tap in range(min(left, PHONES * each)):
                tables[tap % PHONES].strike()
                left -= 1
            for table in tables:
                table.sent(server)
            pocket.close()
            straight.close()
    assert network.fates["lost"]
    assert network.fates["unheard"] + network.fates["cut"]


def taken_out(pocket: Phones, straight: Phones) -> Table:
    """Start a game online, and open it on a phone with the same cookies behind the bad network."""
    good = straight()
    good.goto("/")
    address = OtherPlayer(good).start("general", NAMES)
    page = pocket(storage_state=good.context.storage_state())
    with points_loaded(page):
        page.goto(address)
    page.evaluate(WATCH, SAVED)
    return Table(page, address)

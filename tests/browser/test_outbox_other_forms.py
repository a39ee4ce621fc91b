"""Other forms while entries wait: corrections, names, turns of others."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.outbox import FULL, cells, cut, new_game, offline, written
from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .touch import TouchDriver

Table = tuple[TouchDriver, OtherPlayer, str]


@pytest.fixture
def table(phone: Phones) -> Table:
    """A touch user at a new game of General, a second writer, and the address."""
    thumb = new_game(phone())
    return thumb, OtherPlayer(thumb.page), urlsplit(thumb.page.url).path


def looks_at(page: Page, line: str) -> None:
    """A written cell is tapped, and the entry panel is about it."""
    page.get_by_role("link", name=line).tap()
    expect(page.get_by_role("heading", name=line.lower().replace("ana", "Ana"))).to_be_visible()


def test_line_that_is_looked_at_stays(table: Table, phone: Phones) -> None:
    """Bo's entry waits: Ana's is shown, over an updated sheet. Then Cleo's dice return."""
    thumb, other, address = table
    page = thumb.page
    thumb.points("fours", "16")
    cut(page)
    thumb.dice(FULL, "full_house")
    for die in (5, 5):
        thumb.face(die)
    looks_at(page, "Ana, Fours 16")
    other.write(address, player="1", box="twos", value="6", out_of_turn="1")
    expect(page.get_by_role("link", name="Ana, Twos 6")).to_be_visible()
    expect(page.get_by_role("heading", name="Ana, fours 16")).to_be_visible()
    assert cells(page, "wait") == ["Bo, Full house 30, waits"]
    thumb.tap(page.locator(".say").get_by_role("link", name="Keep it"))
    expect(page.locator(".sheet th.turn b")).to_have_text("Cleo")
    expect(page.locator(".tray .slot:enabled")).to_have_count(2)
    thumb.strike("sixes")
    page.unroute("**/write/")
    expect(page.locator("td.wait")).to_have_count(0)
    assert written(page) == [
        "Ana, Twos 6",
        "Ana, Fours 16",
        "Cleo, Sixes, crossed out, 0",
        "Bo, Full house 30",
    ]
    phone.forgive()


def test_refusal_appears_above_open_entry(table: Table, phone: Phones) -> None:
    """Ana's entry is refused before Bo's: the conflicting entry is shown, and closed again."""
    thumb, other, address = table
    page = thumb.page
    offline(page)
    thumb.dice(FULL, "full_house")
    thumb.dice(FULL, "full_house")
    other.write(address, box="ones", value="3")
    offline(page, on=False)
    refused = page.locator(".note.bad", has_text="Ana, Full house 30: Not entered.")
    expect(refused).to_be_visible()
    looks_at(page, "Ana, Ones 3")
    expect(refused).to_be_visible()
    thumb.tap(page.locator(".say").get_by_role("link", name="Keep it"))
    expect(page.locator(".sheet th.turn b")).to_have_text("Cleo")
    expect(refused).to_be_visible()
    other.write(address, box="twos", value="6")
    expect(page.get_by_role("link", name="Bo, Twos 6")).to_be_visible()
    phone.forgive()


def test_line_that_is_looked_at_is_left_without_signal(table: Table, phone: Phones) -> None:
    """Nothing waits: the phone restores the pad, and the next entry is the next player's."""
    thumb, other, address = table
    page = thumb.page
    thumb.points("fours", "16")
    looks_at(page, "Ana, Fours 16")
    other.write(address, box="ones", value="3")
    expect(page.get_by_role("link", name="Bo, Ones 3")).to_be_visible()
    offline(page)
    thumb.tap(page.locator(".say").get_by_role("link", name="Keep it"))
    expect(page.get_by_role("heading", name="Cleo’s turn")).to_be_visible()
    thumb.strike("twos")
    assert cells(page, "wait") == ["Cleo, Twos crossed out, waits"]
    offline(page, on=False)
    expect(page.locator("td.wait")).to_have_count(0)
    assert written(page) == ["Bo, Ones 3", "Cleo, Twos, crossed out, 0", "Ana, Fours 16"]
    phone.forgive()


def test_line_out_of_turn_while_another_waits(table: Table, phone: Phones) -> None:
    """Ana's waits; Cleo's is written; then Bo is next, with an empty pad."""
    thumb, _other, _address = table
    page = thumb.page
    cut(page)
    thumb.strike("ones")
    thumb.tap(page.locator(".sheet thead").get_by_role("link", name="Cleo"))
    thumb.tap(page.get_by_role("link", name="Enter for Cleo"))
    thumb.tap(page.get_by_role("button", name="Yes"))
    expect(page.locator(".sheet th.turn b")).to_have_text("Cleo")
    thumb.strike("twos")
    expect(page.locator(".sheet th.turn b")).to_have_text("Bo")
    thumb.dice(FULL, "full_house")
    page.unroute("**/write/")
    expect(page.locator("td.wait")).to_have_count(0)
    assert written(page) == ["Ana, Ones, crossed out, 0", "Cleo, Twos, crossed out, 0", "Bo, Full house 30"]
    phone.forgive()


@pytest.mark.parametrize("dice", ["", "55"])
def test_box_closed_without_signal_keeps_pad(table: Table, phone: Phones, dice: str) -> None:
    """Ana's entry waits: the pad is Bo's, with the dice entered there."""
    thumb, _other, _address = table
    page = thumb.page
    thumb.strike("ones")
    thumb.strike("ones")
    thumb.strike("ones")
    offline(page)
    thumb.strike("twos")
    for die in dice:
        thumb.face(int(die))
    for key in ("Not this box", "Enter the dice"):
        thumb.tap(thumb.box("twos"))
        thumb.tap(page.locator(".panel").get_by_role("button", name=key))
        expect(page.locator("#who")).to_contain_text("Bo’s turn")
        expect(page.locator(".tray .slot:enabled")).to_have_count(len(dice))
        expect(page.locator(".say").get_by_role("button")).to_have_text("Take back")
    for die in "66665"[len(dice) :]:
        thumb.face(int(die))
    thumb.tap(thumb.box("sixes"))
    expect(page.locator(".sheet th.turn b")).to_have_text("Cleo")
    assert cells(page, "wait")[0] == "Ana, Twos crossed out, waits"
    offline(page, on=False)
    expect(page.locator("td.wait")).to_have_count(0)
    phone.forgive()

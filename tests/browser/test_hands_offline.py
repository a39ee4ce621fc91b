"""Hands of Générala by their result without signal: shown, kept, written once."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.outbox import offline
from tests.browser_contexts import Phones
from tests.sampling import ALL_EXAMPLES

from .card_lines import NAMES, SLOW, WATCH, compare_random_keys, open_table, press, rows, start, write
from .other_player import OtherPlayer

HANDS = "#pad-sheet tbody tr:not(.pencil)"


def test_hand_without_signal_is_written_once(phone: Phones) -> None:
    thumb = start(phone(), "generala_cards")
    page = thumb.page
    offline(page)
    press(thumb, "out-2", "out-4", "same", "out-1")
    expect(page.locator("#pad button.go")).to_have_text("Write hand 1: Cleo drops and deals")
    write(thumb)
    expect(page.locator("tr.waiting")).to_have_count(1)
    drawn = rows(page, "tr.waiting")
    expect(page.locator("tr.pencil")).to_contain_text("Cleo deals")
    expect(page.locator("#pad .players button")).to_have_count(3)
    offline(page, on=False)
    expect(page.locator("tr.waiting")).to_have_count(0, timeout=20_000)
    expect(page.locator(HANDS)).to_have_count(1)
    page.reload()
    assert rows(page) == drawn == ["Hand 1 Dev deals 3 1 drops 1"]


def test_hand_is_written_once_where_nothing_draws_it(phone: Phones) -> None:
    """Without the script that draws waiting lines, keys of a written hand take no second tap."""
    page = phone(service_workers="block")
    page.route("**/pending_lines*.js", lambda route: route.abort(), times=1)
    thumb = open_table(page, "generala_cards")
    offline(page)
    press(thumb, "out-2", "out-4", "same", "out-1")
    write(thumb)
    expect(page.locator(".note.bad")).to_contain_text("1 line waits on this phone")
    expect(page.locator("#table :is([form=write], [name=press]):enabled")).to_have_count(0)
    offline(page, on=False)
    expect(page.locator(HANDS)).to_have_count(1, timeout=20_000)
    expect(page.locator("#pad [name=press]:enabled")).not_to_have_count(0)
    phone.forgive()


@pytest.mark.parametrize(
    ("players", "form"),
    [(4, {}), (2, {"rule-final_tie": "first_to_play"}), (6, {"rule-last_trick_spares": "two_or_more"})],
)
def test_hand_keys_on_phone_do_what_they_do_on_server(
    phone: Phones, players: int, form: dict[str, str]
) -> None:
    names = [*NAMES, "Eva", "Finn"][:players]
    page = start(phone(), "generala_cards", names, **form).page
    compare_random_keys(page, form, 100 if ALL_EXAMPLES else 20, ("mode-cards", "settle", "end"))


def test_slow_network_shows_hand_at_once(phone: Phones) -> None:
    """With 1.5 s latency a key's effect is visible within 400 ms, and stays after the response."""
    thumb = start(phone(), "generala_cards")
    page = thumb.page
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", SLOW)
    page.evaluate(WATCH)
    press(thumb, "out-1", "out-3")
    expect(page.locator("#pad .outs button")).to_have_count(2)
    assert max(page.evaluate("window.delays")) < 400
    expect(page.locator("#pad input[name=step]")).to_have_value("2", timeout=20_000)
    expect(page.locator("#pad .outs button")).to_have_count(2)


def test_refused_hand_is_listed_with_its_reason(phone: Phones) -> None:
    thumb = start(phone(), "generala_cards")
    page = thumb.page
    offline(page)
    press(thumb, "out-2", "out-4", "out-1")
    write(thumb)
    other = OtherPlayer(page)
    assert other.write(page.url, move='{"out":[["1"],["2"],["3"]]}').ok
    offline(page, on=False)
    expect(page.locator("#note.bad")).to_contain_text("Not entered.", timeout=20_000)
    assert len(rows(page)) == 1
    phone.forgive()

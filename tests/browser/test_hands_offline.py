"""Hands of Générala by their result without signal: shown, kept, written once."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.outbox import offline
from tests.browser_contexts import Phones
from tests.sampling import ALL_EXAMPLES

from .card_lines import NAMES, SLOW, WATCH, compare_random_keys, open_table, press, rows, start, write
from .other_player import TEN, OtherPlayer

HANDS = "#pad-sheet tbody tr:not(.pencil)"


def test_hand_without_signal_is_written_once(phone: Phones) -> None:
    thumb = start(phone(), "generala_cards")
    page = thumb.page
    offline(page)
    press(thumb, "out-2")
    page.locator("#out-2").tap(force=True)  # a refused key counts as disabled for the driver
    expect(page.locator("#refused")).to_have_text("Bo is out already.")
    press(thumb, "out-4", "same", "out-1")
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


# four players still hold a card after five tricks
FIVE_TRICKS = [
    "JK1 2S 8S 6H 8C 3C 9H 9D QS 5C",
    "3S 6S 10S JK2 9S 5S AS JS 4S KS",
    "2D 7D 8D 5D QD KD 10D 6D AD JD",
    "QH 10H JH 2H 8H KH 3H 5H 4H AH",
    "7C 2C 6C 9C AC 4C KC QC 10C JC",
]
LEADERS = [1, 1, 4, 2, 1]
TRICK = '{"trick":[["1","9H"],["2","KH"],["3","2H"],["4","3H"]]}'


def tricks() -> Iterator[str]:
    """Yield the entries of five tricks; on the last one six players run out."""
    for leader, cards in zip(LEADERS, FIVE_TRICKS, strict=True):
        plays = [[str((leader - 1 + place) % 10 + 1), card] for place, card in enumerate(cards.split())]
        out = {"out": [*"56789", "10"]} if cards == FIVE_TRICKS[-1] else {}
        yield json.dumps({"trick": plays} | out)


@pytest.mark.parametrize(
    ("names", "keys"),
    [
        (NAMES, [TRICK, "mode-result"]),
        (NAMES, ["mode-cards", "card-9H", "mode-result"]),
        (TEN, [*tricks(), "mode-result"]),
    ],
)
def test_hand_begun_by_tricks_continues_on_phone(phone: Phones, names: list[str], keys: list[str]) -> None:
    """Random keys do what they do on the server, also behind players who ran out on tricks."""
    page = start(phone(), "generala_cards", names, keys).page
    compare_random_keys(page, keys, 60 if ALL_EXAMPLES else 15, ("mode-cards", "settle", "end"))


def test_hand_begun_by_tricks_is_written_without_signal(phone: Phones) -> None:
    thumb = start(phone(), "generala_cards", keys=[TRICK, "mode-result"])
    page = thumb.page
    offline(page)
    press(thumb, "out-1", "out-2", "out-3")
    write(thumb)
    expect(page.locator("tr.waiting")).to_have_count(1)
    drawn = rows(page, "tr.waiting")
    offline(page, on=False)
    expect(page.locator("tr.waiting")).to_have_count(0, timeout=20_000)
    page.reload()
    assert rows(page)[:1] == drawn


LOST = "signal => { signal.className = 'lost' }"


@pytest.mark.parametrize("keys", [["mode-cards", "card-9H"], [TRICK]])
def test_hand_leaves_its_cards_without_signal(phone: Phones, keys: list[str]) -> None:
    """The keys survive a reload and are sent; the next hand is by result, too."""
    thumb = start(phone(), "generala_cards", keys=keys)
    page = thumb.page
    page.wait_for_load_state("networkidle")
    page.route("**/draft/", lambda route: route.abort())
    page.locator("#signal").evaluate(LOST)
    page.locator("[value=mode-result]").first.tap()
    expect(page.locator("#who")).to_have_text("Who ran out first?")
    press(thumb, "out-2", "out-1")
    page.reload()
    expect(page.locator("#pad .outs button")).to_have_count(2, timeout=20_000)
    page.unroute("**/draft/")
    # the key that leaves the cards and the two players are sent one after the other
    expect(page.locator("#pad input[name=step]")).to_have_value(
        "3" if keys == [TRICK] else "5", timeout=20_000
    )
    expect(page.locator("#pad .outs button")).to_have_count(2)
    offline(page)
    press(thumb, "out-3")
    write(thumb)
    expect(page.locator("tr.waiting")).to_have_count(1)
    expect(page.locator("#who")).to_have_text("Who ran out first?")
    offline(page, on=False)
    expect(page.locator("tr.waiting")).to_have_count(0, timeout=20_000)
    expect(page.locator("#mode-cards")).to_be_visible()
    phone.forgive()

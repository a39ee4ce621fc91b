"""Cards tapped faster than the network: each is written as tapped, or visibly refused."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from scorekeeper.games.card_rounds.cards import SIGNS
from tests.browser_contexts import Phones
from tests.sampling import ALL_EXAMPLES, one_in
from tests.server_process import Server

from .other_player import OtherPlayer
from .page_state import wait_until_fetched
from .touch import DraftDriver

NAMES = ["Ana", "Bo", "Cleo", "Dev"]
PLAYERS = {"forty_fives": NAMES, "generala_cards": NAMES, "generals_and_majors": NAMES[:2]}
# Milliseconds from aiming to landing: the page holds 250 for meant, and a slowed-down phone takes some of them itself.
LANDS = 120
LATENCIES = [0, 100, 400, 1500]
# Every answer comes some milliseconds later than the server gave it, those of looks and of taps in any order.
LATE = """([least, most]) => {
  const { fetch } = window;
  window.late = [least, most];
  window.fetch = async (...asked) => {
    const answer = await fetch(...asked);
    const [from, to] = window.late;
    await new Promise((done) => setTimeout(done, from + Math.random() * (to - from)));
    return answer;
  };
}"""
# Refusals shown by the page or the rules, in order.
REFUSED = """() => {
  window.refused = [];
  const seen = new WeakMap();
  const note = () => document.querySelectorAll("#note").forEach((each) => {
    if (seen.get(each) !== each.textContent) window.refused.push(each.textContent);
    seen.set(each, each.textContent);
  });
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
# The middle of a visible key at its present place; and the open suit.
PLACE = """selector => {
  const key = [...document.querySelectorAll(selector)].find((each) => each.offsetWidth && !each.disabled);
  const { x, y, width, height } = key?.getBoundingClientRect() ?? {};
  return key && { x: x + width / 2, y: y + height / 2, suit: document.querySelector(".suits :checked")?.value ?? "" };
}"""


def table(page: Page, game: str, least: float, most: float) -> DraftDriver:
    """A table where a card is asked for; from then on answers are late."""
    page.goto("/")
    page.goto(OtherPlayer(page).start(game, PLAYERS[game]))
    thumb = DraftDriver(page)
    if game != "generals_and_majors":
        thumb.press("mode-cards")
    if game == "forty_fives":
        thumb.card("7H")
        thumb.press("robbed")
    page.evaluate(LATE, [least, most])
    page.evaluate(REFUSED)
    return thumb


def tap(page: Page, selector: str) -> str | None:
    """Tap once: aimed at the present target, the tap lands a moment later.

    Return the open suit, or None where there was no target.
    """
    place = page.evaluate(PLACE, selector)
    if place is None:
        return None
    page.wait_for_timeout(LANDS)
    page.touchscreen.tap(place["x"], place["y"])
    return str(place["suit"])


def drafted(server: Server, page: Page) -> Mapping[str, Any]:
    """Return the draft at the table of this page."""
    address = re.search(r"/table/([^/?]+)", page.url)
    assert address is not None
    found = server.rows(
        "SELECT play_draft.data FROM play_draft JOIN play_session ON play_session.id = play_draft.session_id"
        " WHERE play_session.address = %s AND play_draft.line = 0",
        address[1],
    )
    data: dict[str, Any] = json.loads(found[0][0]) if found else {}
    return dict(data.get("entry", {}))


def cards_of(entry: Mapping[str, Any]) -> list[str]:
    """The cards of an entry, in the order in which they were tapped."""
    plays = [*entry.get("trick", ()), *(play for trick in entry.get("tricks", ()) for play in trick)]
    laid = [entry["commander"]] if "commander" in entry else []
    return [card for _player, card in plays] + laid + list(entry.get("armies", ()))


def settled(page: Page) -> None:
    """Nothing is on its way any more."""
    page.wait_for_timeout(200)
    expect(page.locator(".sent")).to_have_count(0)
    page.wait_for_timeout(100)


@pytest.mark.parametrize("latency", LATENCIES)
def test_suit_chosen_during_request_stays(phone: Phones, server: Server, latency: int) -> None:
    page = phone()
    table(page, "forty_fives", latency, latency)
    for key in ("label:has(#suit-S)", "#card-KS"):
        tap(page, key)
    settled(page)
    for key, pause in (("#card-9S", 0), ("label:has(#suit-D)", 50), (".ranks-D #card-4D", 0)):
        tap(page, key)
        page.wait_for_timeout(pause)
    settled(page)
    assert cards_of(drafted(server, page)) == ["KS", "9S", "4D"], page.evaluate("window.refused")


def test_suit_chosen_again_at_end_of_trick_stays(phone: Phones, server: Server) -> None:
    """It is open already, so that it need not be opened for the next lead."""
    page = phone()
    table(page, "forty_fives", 300, 300)
    for key in ("label:has(#suit-S)", "#card-KS"):
        tap(page, key)
    settled(page)
    for card in ("9S", "8S", "6S"):
        tap(page, f"#card-{card}")
    tap(page, "label:has(#suit-S)")
    settled(page)
    assert page.evaluate("window.refused") == []
    expect(page.locator("#suit-S")).to_be_checked()
    tap(page, "#card-2S")
    settled(page)
    assert cards_of(drafted(server, page)) == ["KS", "9S", "8S", "6S", "2S"]
    # the place of a card that was shown does not close its suit
    for key in ("label:has(#suit-H)", "#card-3H", "label:has(#suit-H)", "#card-3H"):
        tap(page, key)
        settled(page)
    expect(page.locator("#note")).to_contain_text("3♥ has been played")
    expect(page.locator("#suit-H")).to_be_checked()


def test_card_tapped_after_fix_is_refused_in_sight(phone: Phones, server: Server) -> None:
    """It was tapped among the cards for another place: the next player's it is not."""
    page = phone()
    thumb = table(page, "forty_fives", 300, 300)
    thumb.card("KS")
    thumb.card("9S")
    thumb.press("fix-0-1")
    # the first tap is aimed at the content of the response, the second while the next response is in flight
    thumb.tap(page.locator("#card-8S"))
    tap(page, "#card-4S")
    settled(page)
    assert cards_of(drafted(server, page)) == ["KS", "8S"]
    expect(page.locator("#note")).to_contain_text("Not entered: four of spades.")


def test_suit_is_closed_when_another_phone_plays(phone: Phones) -> None:
    """A suit is open for a card that another phone has entered meanwhile."""
    page = phone()
    table(page, "forty_fives", 0, 0)
    for key in ("label:has(#suit-S)", "#card-KS"):
        tap(page, key)
    settled(page)
    other = page.context.new_page()
    other.goto(page.url)
    tap(page, "label:has(#suit-D)")
    step = page.locator("#pad [name=step]").input_value()
    DraftDriver(other).press("card-9S")
    expect(page.locator("#pad [name=step]")).not_to_have_value(step)
    expect(page.locator(".suits :checked")).to_have_count(0)


def test_taps_after_no_signal_are_sent_in_order(phone: Phones, server: Server) -> None:
    """An unanswered card lies in the trick, to be checked; it is sent first, then those tapped after it."""
    page = phone()
    thumb = table(page, "generala_cards", 300, 300)
    thumb.card("KS")
    wait_until_fetched(page, "/round_offline")
    wait_until_fetched(page, "/offline/")
    page.wait_for_timeout(300)  # it runs
    unheard: list[Route] = []
    page.route("**/draft/", lambda route: unheard.append(route))  # noqa: PLW0108  a builtin takes no attribute
    tap(page, "#card-9S")
    tap(page, "#card-8S")
    expect(page.locator("#card-8S")).to_contain_class("shown")
    unheard[0].abort()
    page.unroute("**/draft/")
    tap(page, "#card-6S")
    # the waiting cards are sent one by one, every two seconds
    page.wait_for_timeout(8000)
    settled(page)
    assert cards_of(drafted(server, page)) == ["KS", "9S", "8S", "6S"]
    phone.forgive()


# with every game once, and three of the times, in every build
SEEDS = [
    (game, least, most) for game in PLAYERS for least, most in ((0, 0), (100, 100), (400, 400), (0, 1500))
]


@pytest.mark.parametrize(("game", "least", "most"), one_in(5, SEEDS))
def test_taps_at_random_times_are_written_as_tapped(
    phone: Phones, server: Server, game: str, least: int, most: int
) -> None:
    """Suits and ranks at any moment: taps are written in order or visibly refused."""
    page = phone()
    chance = random.Random(f"{game} {least} {most}")
    for _ in range(4 if ALL_EXAMPLES else 2):
        table(page, game, least, most)
        devtools = page.context.new_cdp_session(page)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": chance.choice([1, 4])})
        tapped = at_random(page, chance, 14)
        settled(page)
        written, refused = cards_of(drafted(server, page)), page.evaluate("window.refused")
        devtools.detach()
        compare(tapped, written, " ".join(refused))


def at_random(page: Page, chance: random.Random, count: int) -> list[str]:
    """Tap at random; return the intended cards: the rank in the suit that was chosen or open."""
    tapped, suit = [], ""
    for _ in range(count):
        if chance.random() < 0.5:
            wanted = chance.choice("SHDC")
            if tap(page, f".suits label:has(#suit-{wanted})") is not None:
                suit = wanted
        else:
            rank = chance.choice(["A", "K", "Q", "J", *map(str, range(10, 1, -1))])
            seen = tap(page, f".ranks button[id^='card-{rank}'][name=press]")
            if seen:
                tapped.append(f"{rank}{suit or seen}")
                suit = ""
        page.wait_for_timeout(chance.choice([0, 0, 50, 200, 600]))
    return tapped


RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "10": "ten", "9": "nine", "8": "eight"} | {
    str(number): word for number, word in enumerate(["two", "three", "four", "five", "six", "seven"], 2)
}


def compare(tapped: list[str], written: list[str], refused: str) -> None:
    """Assert that written cards are among the taps in order, and all others were refused."""
    left = list(tapped)
    lost = []
    for card in written:
        while left and left[0] != card:
            lost.append(left.pop(0))
        assert left, f"{card} was written, but not tapped then: {tapped} became {written}"
        left.pop(0)
    lost += left
    # a second tap on a card that is written is none
    for card in set(lost) - set(written):
        # where an answer closed the suit meanwhile, the key is named by the suit that was open before
        names = (f"{RANKS[card[:-1]]} of ", card[:-1] + SIGNS[card[-1]])
        assert any(each in refused for each in names), f"{card} is lost: {tapped}, {written}, {refused}"

"""A whole game of Générala by taps: five players, hands with and without tricks."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules.cards import is_joker
from tests.browser.outbox import cut, offline
from tests.browser_contexts import Phones
from tests.games.generala_cards.hands import follows_with_joker, hand_after, state_of

from .other_player import TEN, OtherPlayer
from .page_state import wait_until_fetched
from .touch import DraftDriver
from .viewport import trouble

NAMES = ["Ana", "Bo", "Cleo", "Dev", "Eva"]
FIRST_HAND: dict[str, Any] = {"out": [["3"], ["1", "4"], ["2"]]}


class HandDriver(DraftDriver):
    """Hands by their result and trick by trick."""

    def hand(self, *players: str) -> None:
        """Enter the players who ran out, in order; "=" for the same trick."""
        for player in players:
            self.press("same" if player == "=" else f"out-{player}")

    def trick(self, trick: dict[str, Any]) -> None:
        """Enter a trick: a card by two taps, by one if the suit is to be followed."""
        for place, (_player, card) in enumerate(trick["trick"]):
            if is_joker(card):
                self.press("joker")
            else:
                assert self.card(card) <= (2 if place == 0 or is_joker(trick["trick"][0][1]) else 1)
        if "took" in trick:
            self.press("none")
            if len(trick["trick"]) > 1:
                self.press(f"take-{trick['took']['card']}")


def start(page: Page, names: list[str] = NAMES, **form: str) -> tuple[HandDriver, OtherPlayer, str]:
    """A thumb at a new table."""
    page.goto("/")
    evening = OtherPlayer(page)
    address = evening.start("generala_cards", names, **form)
    page.goto(address)
    return HandDriver(page), evening, address


def write(evening: OtherPlayer, address: str, entry: dict[str, Any]) -> None:
    """Write a line without drawing the page between."""
    answer = evening.write(address, move=json.dumps(entry))
    assert answer.ok, answer.text()


@pytest.mark.thorough
@pytest.mark.slow
def test_whole_game_of_generala(phone: Phones) -> None:
    page = phone()
    thumb, evening, address = start(page, stake="low_pays", amount="1.00", unit="EUR")
    go, who = page.locator(".panel .go"), page.locator("#who")
    expect(page.locator(".above")).to_contain_text("leads, 11 cards")
    assert trouble(page) == []
    thumb.hand("3", "1", "4", "=", "2")
    assert trouble(page) == []
    expect(go).to_have_text("Write hand 1: Eva drops and deals")
    thumb.write()
    assert thumb.count() == 6
    expect(page.locator(".sheet thead .dropped")).to_contain_text("Eva")
    expect(page.locator(".above")).to_contain_text("14 14 13 13")

    dropped = by_cards(page, thumb, evening, address)
    expect(page.locator(".sheet tbody")).to_contain_text("drops")
    left = [player for player in "1234" if player != dropped]

    thumb.press("mode-result")
    thumb.hand(*left)
    expect(go).to_have_text(re.compile("Write hand 3: nobody drops, .* deals"))
    expect(page.locator(".same")).to_be_disabled()
    thumb.write()
    thumb.hand(*left[:2])
    expect(go).to_have_text(f"Write hand 4: {NAMES[int(left[2]) - 1]} drops and deals")
    thumb.write()
    thumb.hand(left[1])
    champion = NAMES[int(left[1]) - 1]
    expect(go).to_have_text(f"Write hand 5: {champion} is champion")
    thumb.write()

    result = page.locator(".result")
    expect(result).to_contain_text(f"{champion} wins")
    expect(result).to_contain_text(re.compile("Eva.*pays.*" + champion, re.DOTALL))
    assert trouble(page) == []
    everybody_is_back(page, thumb, champion)
    expect(who).to_have_text("Who ran out first?")


def in_order_of_jokers(tricks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Use JK1 for the joker played first: the key plays whichever is left."""
    shown = [card for trick in tricks for _player, card in trick["trick"] if is_joker(card)]
    if shown[:1] != ["JK2"]:
        return tricks
    text = json.dumps(tricks).replace("JK1", "JK0").replace("JK2", "JK1").replace("JK0", "JK2")
    swapped: list[dict[str, Any]] = json.loads(text)
    return swapped


def by_cards(page: Page, thumb: HandDriver, evening: OtherPlayer, address: str) -> str:
    """Play hand 2 by tricks; return who drops.

    With a joker, a card picked up, and the last trick by hand.
    """
    state = state_of(5, [FIRST_HAND])
    tricks = in_order_of_jokers(hand_after(state, most=24, joker=True))
    joker = next(each for each in tricks if follows_with_joker(each))
    taken = next(each for each in tricks if "took" in each and len(each["trick"]) > 1)
    thumb.press("mode-cards")
    expect(page.locator("#who")).to_have_text(re.compile("Ana leads: which card"))
    assert trouble(page) == []
    for trick in tricks:
        if trick not in (tricks[0], joker, taken, tricks[-1]):
            write(evening, address, trick)
            continue
        page.goto(address)
        thumb.trick(trick)
        if trick in (joker, taken):
            expect(page.locator(".referee")).to_contain_text(
                "plays a joker" if trick is joker else "picks up"
            )
            assert trouble(page) == []
        if trick is tricks[-1]:
            expect(page.locator(".referee footer")).to_contain_text("hand 2 is over")
            expect(page.locator(".panel .go")).to_have_text(re.compile("drops and deals"))
            page.reload()  # a reload loses nothing
        thumb.write()
    expect(page.locator(".referee")).to_contain_text("Hand 3, trick 1")
    return next(player for player in "1234" if page.locator(f"th.dropped a[href='?seat={player}']").count())


def everybody_is_back(page: Page, thumb: HandDriver, champion: str) -> None:
    """Start the rematch: all players return, and the sheet shows games won."""
    thumb.tap(page.get_by_role("button", name="Rematch"))
    expect(page.locator(".sheet thead")).to_contain_text("Game 2")
    expect(page.locator(".sheet tbody").first).to_contain_text("Game 1")
    expect(page.locator(".sheet thead .dropped")).to_have_count(0)
    expect(page.locator(".sheet thead .lead")).to_contain_text(champion)
    assert thumb.total(champion).endswith("1")
    expect(page.locator(".panel .players .key")).to_have_count(5)
    assert trouble(page) == []


@pytest.mark.thorough
def test_ten_players_on_small_phone(phone: Phones) -> None:
    """The last player out is in view; a card shown before is named with its place."""
    page = phone(width=320, height=640)
    thumb, _evening, _address = start(page, TEN)
    thumb.hand("1", "2", "3", "4", "5")
    expect(page.locator("#off-5")).to_be_in_viewport()
    expect(page.locator(".above-line")).to_have_text("Jo deals, Ana leads, 5 or 6 cards each")
    assert trouble(page) == []
    for _ in range(5):
        thumb.tap(page.locator(".outs button").last)
        page.wait_for_timeout(300)
    thumb.press("mode-cards")
    for card in ("9H", "KH", "2H", "3H", "4H", "5H"):
        thumb.card(card)
    expect(page.locator("li.next")).to_be_in_viewport()
    thumb.tap(page.locator("a#card-KH"))
    expect(page.locator("#note")).to_contain_text("K♥ Bo, this trick.")
    assert trouble(page) == []


def test_trick_is_corrected_and_taken_back(phone: Phones) -> None:
    page = phone()
    thumb, evening, address = start(page)
    write(evening, address, {"trick": [["1", "9H"], ["2", "KH"]], "took": {"player": "3", "card": "KH"}})
    page.goto(address)
    thumb.tap(page.locator(".past a"))
    thumb.tap(page.locator(".panel").get_by_role("link", name="Correct"))
    thumb.press("fix-1")
    thumb.card("QH")
    expect(page.locator(".panel .go")).to_have_text("Change trick 1: Bo leads")
    assert trouble(page) == []
    thumb.tap(page.locator(".panel .go"))
    expect(page.locator(".past")).to_contain_text("queen of hearts")
    thumb.tap(page.locator(".panel").get_by_role("button", name="Undo the change to hand 1, trick 1"))
    expect(page.locator("#note")).to_contain_text("Change undone:")


def test_hand_that_waits_is_not_written_again(phone: Phones) -> None:
    """The panel shows it with disabled keys, also after a reload, until it is written or undone."""
    page = phone()
    thumb, _evening, address = start(page, ["Ana", "Bo"], **{"rule-elimination": "false"})
    thumb.hand("1")
    wait_until_fetched(page, "/pending_lines")
    go, waits = page.locator(".panel .go"), page.locator(".panel .say", has_text="1 line waits")
    offline(page)
    thumb.tap(go)
    expect(waits).to_be_visible()
    # the next hand can be entered meanwhile
    expect(page.locator(".panel .players .key:enabled")).to_have_count(2)
    thumb.tap(waits.get_by_role("button", name="Take back"))
    expect(go).to_be_enabled()
    cut(page)
    offline(page, on=False)
    thumb.tap(go)
    expect(waits).to_be_visible()
    page.reload()
    expect(waits).to_be_visible()
    expect(go).to_be_disabled()
    page.unroute("**/write/")
    expect(waits).to_have_count(0)
    expect(page.locator(".sheet")).to_contain_text("Hand 2")
    expect(page.locator(".panel .players .key:enabled")).to_have_count(2)
    page.goto(f"{address}lines/")
    expect(page.locator("main")).to_contain_text("Hand 1")
    expect(page.locator("main")).not_to_contain_text("Hand 2")
    phone.forgive()


def test_generala_cards_without_script(phone: Phones) -> None:
    page = phone(javascript=False)
    start(page, NAMES[:3])
    for key in ("out-2", "out-1", "same", "out-3"):
        page.locator(f"button[name=press][value='{key}']").click()
    page.locator(".panel button.go[form=write]").click()
    expect(page.locator(".sheet")).to_contain_text("Hand 2")

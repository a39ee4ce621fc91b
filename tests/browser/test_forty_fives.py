"""A whole game of Forty-fives by taps: partners to 120, a robbed card, a revoke."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .touch import DraftDriver
from .viewport import trouble

NAMES = ["Ana", "Bo", "Cleo", "Dev"]
SEATS = {name: str(number) for number, name in enumerate(NAMES, 1)}
HEIGHT = "document.querySelector('.panel').getBoundingClientRect().height"


class RoundDriver(DraftDriver):
    """Rounds by their result and by their cards."""

    def result(self, trump: str, tricks: str, best: str) -> None:
        """Enter a round by its result: initials of the takers, and the holder of the best trump."""
        seats = {name[0]: number for name, number in SEATS.items()}
        self.press(f"trump-{trump}")
        self.count()
        for name in tricks:
            self.press(f"took-{seats[name]}")
        self.press(f"best-{seats[best]}")
        self.write()

    def trick(self, cards: str) -> None:
        """Cards in order of play; no card takes more than two taps."""
        for card in cards.split():
            assert self.card(card) <= 2


def start(page: Page) -> str:
    """Two sides, a revoke loses the round."""
    page.goto("/")
    address = OtherPlayer(page).start("forty_fives", NAMES, sides="2", **{"rule-revoke": "lose_round"})
    page.goto(address)
    return address


@pytest.mark.thorough
@pytest.mark.slow
def test_whole_game_of_forty_fives(phone: Phones) -> None:
    page = phone()
    address = start(page)
    thumb = RoundDriver(page)
    expect(page.locator(".panel")).to_contain_text("Round 1: which suit is trumps?")
    thumb.result("H", "CCADC", "C")
    assert thumb.count() <= 7
    expect(page.locator(".sheet thead")).to_contain_text("Ana and Cleo")
    assert thumb.total("Ana and Cleo").endswith("25")

    by_cards(page, thumb)
    for _ in range(4):
        thumb.result("S", "AACAB", "A")
    expect(page.locator(".result")).to_contain_text("Ana and Cleo win")
    assert page.locator(".result em.ring").inner_text() == "125"
    expect(page.locator(".result")).to_contain_text("85 ahead")
    page.goto(f"{address}?sheet=1")
    assert trouble(page) == []


def by_cards(page: Page, thumb: RoundDriver) -> None:
    """Round 2, Ana deals: Cleo robs the nine of diamonds, Ana revokes."""
    heights = {page.evaluate(HEIGHT)}
    thumb.press("mode-cards")
    heights.add(page.evaluate(HEIGHT))
    assert thumb.card("9D") == 2
    expect(page.locator("#who")).to_contain_text("Who robs the 9♦?")
    assert trouble(page) == []
    thumb.press("rob-3")
    heights.add(page.evaluate(HEIGHT))
    assert max(heights) - min(heights) <= 1, heights
    thumb.press("robbed")
    expect(page.locator("#who")).to_have_text(re.compile("Bo leads"))
    thumb.trick("KC 4C 3D 9C")
    # a reload loses nothing
    page.reload()
    expect(page.locator("#who")).to_have_text(re.compile("Dev leads"))
    thumb.trick("QD 10S 2D 9D")
    expect(page.locator(".revoke")).to_have_count(0)
    thumb.trick("KS 4D")
    expect(page.locator(".revoke")).to_contain_text(
        "Ana played the ten of spades10 on the queen of diamondsQ but had the four of diamonds4: "
        "it came out in trick 3."
    )
    expect(page.locator(".revoke")).to_contain_text("a revoke loses the round")
    assert trouble(page) == []
    thumb.trick("7S QS 2C 3C 5C JC KH QH 2S AD")
    assert trouble(page) == []
    expect(page.locator(".panel .go")).to_contain_text("Write round 2, Ana 0, Cleo 0")
    thumb.write()
    assert thumb.total("Ana and Cleo").endswith("25")
    assert thumb.total("Bo and Dev").endswith("20")
    expect(page.locator(".sheet")).to_contain_text("revoke")
    # further rounds are entered by cards until switched
    thumb.press("mode-result")


def test_shown_card_says_where(phone: Phones) -> None:
    page = phone(width=320, height=640)
    start(page)
    thumb = RoundDriver(page)
    thumb.press("mode-cards")
    thumb.card("9D")
    thumb.press("robbed")
    thumb.card("KC")
    thumb.tap(page.locator("a#card-KC"))
    expect(page.locator("#note")).to_contain_text("K♣ has been played: Ana, trick 1.")
    assert trouble(page) == []


def test_disputed_trick_is_settled_by_taps(phone: Phones) -> None:
    page = phone(width=320, height=640)
    start(page)
    thumb = RoundDriver(page)
    thumb.press("settle")
    thumb.press("trump-S")
    thumb.trick("AS KS 2D 9H")
    expect(page.locator("#who")).to_contain_text("Ana takes trick 1")
    expect(page.locator(".ranking b")).to_have_count(2)
    assert trouble(page) == []
    thumb.press("keep")
    expect(page.locator(".won-tricks button")).to_have_count(1)


def test_entry_is_corrected_and_taken_back(phone: Phones) -> None:
    page = phone()
    start(page)
    thumb = RoundDriver(page)
    thumb.result("H", "CCADC", "C")
    thumb.count()
    thumb.tap(page.locator(".sheet a.round"))
    thumb.tap(page.locator(".panel").get_by_role("link", name="Correct"))
    thumb.press("best-4")
    thumb.tap(page.locator(".panel button.go[form=write]"))
    assert thumb.count() <= 4
    expect(page.locator(".sheet")).to_contain_text("+20")
    thumb.tap(page.locator(".panel").get_by_role("button", name="Undo the change to round 1"))
    expect(page.locator("#note")).to_contain_text("Change undone:")


def test_quick_taps_on_one_key_all_count(phone: Phones) -> None:
    """A player who won every trick is tapped five times in quick succession."""
    page = phone()
    start(page)
    RoundDriver(page).press("trump-S")
    key = page.locator("#took-2")
    for _ in range(5):
        key.tap()
    expect(page.locator(".won-tricks button")).to_have_count(5)
    expect(page.locator(".panel .go")).to_contain_text("25 of 30")


def test_another_phone_at_same_draft(phone: Phones) -> None:
    page = phone()
    start(page)
    other = page.context.new_page()
    other.goto(page.url)
    # it hears nothing of the others any more
    other.route("**/*", lambda route: route.abort() if route.request.method == "GET" else route.continue_())
    RoundDriver(page).press("trump-S")
    other.locator("#trump-H").tap()
    expect(other.locator("#note")).to_contain_text("This is being entered on another phone, too.")
    expect(other.locator("#trump-S")).to_have_attribute("aria-pressed", "true")


def test_forty_fives_without_script(phone: Phones) -> None:
    page = phone(javascript=False)
    start(page)
    for key in ("trump-H", "took-1", "took-1", "took-2", "took-1", "took-1", "best-1"):
        page.locator(f"button[name=press][value='{key}']").click()
    page.locator(".panel button.go[form=write]").click()
    expect(page.locator(".sheet")).to_contain_text("+25")


def test_letters_of_keyboard_choose_suit_and_rank(phone: Phones) -> None:
    page = phone()
    start(page)
    # the keyboard is read by a script that is loaded after the page
    page.locator("head script[src*=round_offline]").wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    for letter, key in (("d", "trump-D"), ("h", "trump-H")):
        page.keyboard.press(letter)
        expect(page.locator(f"#{key}")).to_have_attribute("aria-pressed", "true")
    RoundDriver(page).press("settle")
    expect(page.locator("#who")).to_contain_text("leads: which card?")
    for letter in "sk0h5":
        page.keyboard.press(letter)
    expect(page.locator(".disputed li")).to_have_count(3)
    page.keyboard.press("Backspace")
    expect(page.locator(".disputed li")).to_have_count(2)
    expect(page.locator(".disputed")).to_contain_text("king of spades")

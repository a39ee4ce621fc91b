"""Rounds of Forty-fives by result without signal: shown, kept, written once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.outbox import offline
from tests.browser_contexts import Phones
from tests.sampling import ALL_EXAMPLES

from .card_lines import SLOW, WATCH, compare_random_keys, press, pressed, rows, start, write
from .other_player import OtherPlayer
from .touch import TouchDriver

ROUND = ["trump-H", "took-3", "took-3", "took-1", "took-4", "took-3", "best-3"]
BEGUN_BY_CARDS = ["mode-cards", "card-9C", "robbed", "card-5C", "card-3C", "card-4C", "mode-result"]
# the page gets the sheet four seconds late
LATE_SHEET = """() => {
  const fetch = window.fetch;
  window.fetch = async (url, ...rest) => {
    if (`${url}`.startsWith(`${location.pathname}?`)) await new Promise((good) => setTimeout(good, 4000));
    return fetch(url, ...rest);
  };
}"""


def figures_of_heads(page: Page) -> list[list[str]]:
    """Return the total of each side and what is missing to the target."""
    return [re.findall(r"−?\d+", head) for head in page.locator(".sheet thead th").all_inner_texts()]


def started_on_second_round(phone: Phones) -> TouchDriver:
    """A phone without signal: a round waits, and the trumps of the next one are chosen."""
    thumb = start(phone())
    offline(thumb.page)
    press(thumb, *ROUND)
    write(thumb)
    expect(thumb.page.locator("#who:not(.vh)")).to_have_text("Round 2: which suit is trumps?")
    press(thumb, "trump-S")
    return thumb


def test_two_rounds_without_signal_are_written_once(phone: Phones) -> None:
    thumb = start(phone())
    page = thumb.page
    offline(page)
    press(thumb, *ROUND[:-1])
    page.locator("#best-2").tap(force=True)  # a refused key counts as disabled for the driver
    expect(page.locator("#refused")).to_have_text("Bo won no trick, so the best trump was another’s.")
    press(thumb, ROUND[-1])
    expect(page.locator("#pad button.go")).to_contain_text("30 of 30")
    write(thumb)
    expect(page.locator("tr.waiting")).to_have_count(1)
    expect(page.locator("#who:not(.vh)")).to_have_text("Round 2: which suit is trumps?")
    expect(page.locator("#note")).to_have_text("1 line waits on this phone and is sent automatically.")
    expect(page.locator("tr.pencil")).to_contain_text("Ana deals")
    press(thumb, "trump-S", *["took-1"] * 4, "took-2", "best-nobody")
    expect(page.locator("#pad button.go")).to_contain_text("25 of 25")
    write(thumb)
    expect(page.locator("tr.waiting")).to_have_count(2)
    drawn = rows(page, "tr.waiting")
    heads = figures_of_heads(page)
    assert heads[0] == ["25", "95"]
    expect(page.locator("#who")).to_have_text(re.compile("Round 3"))
    offline(page, on=False)
    expect(page.locator("tr.waiting")).to_have_count(0, timeout=20_000)
    expect(page.locator(".sheet tbody tr:not(.pencil)")).to_have_count(2)
    assert len(drawn) == 2
    page.reload()
    assert figures_of_heads(page) == heads
    found = rows(page)
    assert [re.findall(r"[+–−]\d*|\d+", row) for row in found] == [
        re.findall(r"[+–−]\d*|\d+", row) for row in drawn
    ]
    assert "+5 5 – 0 +20 20 +5 5" in found[0]


def test_known_cards_limit_the_round_without_signal(phone: Phones) -> None:
    thumb = start(phone(), keys=BEGUN_BY_CARDS)
    page = thumb.page
    expect(page.locator("#who")).to_contain_text("Who took trick 1?")
    offline(page)
    expect(page.locator("#took-2")).to_have_attribute("aria-disabled", "true")
    page.locator("#took-2").tap(force=True)
    expect(page.locator("#refused")).to_have_text("Ana played the 5♣.")
    press(thumb, "took-1", *["took-2"] * 4)
    expect(page.locator("#pad button.go")).to_contain_text("30 of 30")
    page.locator("#best-nobody").tap(force=True)
    expect(page.locator("#refused")).to_have_text("Ana played the 5♣.")
    press(thumb, "trump-H")
    expect(page.locator("#refused")).to_contain_text("signal")
    expect(page.locator(".trump-order s")).to_have_count(4)
    offline(page, on=False)
    expect(page.locator("#best-1")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#pad input[name=step]")).to_have_value("12", timeout=20_000)
    write(thumb)
    expect(page.locator(".sheet tbody tr:not(.pencil)")).to_have_count(1)
    assert "+10" in rows(page)[0]
    phone.forgive()


def test_keys_without_signal_are_sent_later(phone: Phones) -> None:
    thumb = start(phone())
    page = thumb.page
    offline(page)
    press(thumb, *ROUND[:4])
    expect(page.locator("#who")).to_have_text("Who took trick 4?")
    expect(page.locator("#pad input[name=step]")).to_have_value("0")
    offline(page, on=False)
    expect(page.locator("#pad input[name=step]")).to_have_value("4", timeout=20_000)
    expect(page.locator("#who")).to_have_text("Who took trick 4?")
    page.reload()
    expect(page.locator("#who")).to_have_text("Who took trick 4?")
    phone.forgive()


def test_keys_of_server_say_that_signal_is_missing(phone: Phones) -> None:
    thumb = start(phone())
    page = thumb.page
    offline(page)
    for key in ("settle", "mode-cards", "turning"):
        press(thumb, key)
        expect(page.locator("#refused")).to_have_text("This needs the signal. What was tapped stays.")
        press(thumb, "trump-H")
        expect(page.locator("#refused")).to_have_count(0)


def test_key_of_the_server_behind_unsent_keys_says_so(phone: Phones) -> None:
    thumb = start(phone())
    page = thumb.page
    page.route("**/draft/", lambda route: None)
    press(thumb, "trump-H")
    press(thumb, "settle")
    expect(page.locator("#refused")).to_have_text("Sending. Tap again: nothing is entered twice.")


def test_keys_wait_until_sheet_has_the_round_before(phone: Phones) -> None:
    """The round was sent, and its sheet is late: keys of the next round are neither sent nor lost."""
    thumb = started_on_second_round(phone)
    page = thumb.page
    page.evaluate(LATE_SHEET)
    with page.expect_response("**/write/"):
        offline(page, on=False)
    page.wait_for_timeout(2500)  # keys are sent again after two seconds
    press(thumb, "took-1")
    expect(page.locator("#pad input[name=step]")).to_have_value("2", timeout=20_000)
    expect(page.locator("#note.bad, tr.waiting")).to_have_count(0)
    expect(page.locator("#who")).to_have_text("Who took trick 2?")
    phone.forgive()


def test_keys_without_response_survive_reload(phone: Phones) -> None:
    """The page draws them again, sends them once it can, and forgets them."""
    thumb = start(phone())
    page = thumb.page
    page.route("**/draft/", lambda route: route.abort())
    press(thumb, *ROUND[:4])
    expect(page.locator("#who")).to_have_text("Who took trick 4?")
    with page.expect_response("**/offline/*.json"):
        page.reload()
    expect(page.locator("#who")).to_have_text("Who took trick 4?")
    expect(page.locator("#pad input[name=step]")).to_have_value("0")
    page.unroute("**/draft/")
    expect(page.locator("#pad input[name=step]")).to_have_value("4", timeout=20_000)
    expect(page.locator("#who")).to_have_text("Who took trick 4?")
    assert page.evaluate("localStorage.getItem(`keys:${location.pathname}`)") is None
    phone.forgive()


def test_keys_overtaken_by_another_phone_are_named(phone: Phones) -> None:
    """Another phone entered other tricks meanwhile: the notice says what was dropped here."""
    thumb = start(phone())
    page = thumb.page
    offline(page)
    press(thumb, *ROUND[:3])
    other = OtherPlayer(page)
    for key in ("trump-S", "took-4"):
        pressed(other, page.url, key)
    offline(page, on=False)
    note = page.locator("#note.bad")
    expect(note).to_contain_text("Not entered: hearts, Cleo, Cleo.", timeout=20_000)
    expect(note).to_contain_text("This is being entered on another phone, too.")
    expect(page.locator("#pad input[name=step]")).to_have_value("2")
    phone.forgive()


def test_keys_of_another_round_are_named_after_reload(phone: Phones) -> None:
    thumb = start(phone())
    page = thumb.page
    address, other = page.url, OtherPlayer(page)
    offline(page)
    press(thumb, *ROUND[:2])
    expect(page.locator("#who")).to_have_text("Who took trick 2?")
    page.goto("about:blank")
    for key in ("trump-S", "took-4", "took-1"):
        pressed(other, address, key)
    offline(page, on=False)
    page.goto(address)
    expect(page.locator("#note.bad")).to_contain_text("Not entered: hearts, Cleo.", timeout=20_000)
    phone.forgive()


def test_slow_network_shows_round_at_once(phone: Phones) -> None:
    """With 1.5 s latency a key's effect is visible within 400 ms, and stays after the response."""
    thumb = start(phone())
    page = thumb.page
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", SLOW)
    page.evaluate(WATCH)
    press(thumb, "trump-H", "took-3", "took-3")
    expect(page.locator("#who")).to_have_text("Who took trick 3?")
    assert max(page.evaluate("window.delays")) < 400
    expect(page.locator("#pad input[name=step]")).to_have_value("3", timeout=20_000)
    expect(page.locator("#who")).to_have_text("Who took trick 3?")


def test_refused_round_is_listed_with_its_reason(phone: Phones) -> None:
    thumb = started_on_second_round(phone)
    page = thumb.page
    other = OtherPlayer(page)
    move = '{"dealer":"4","trump":"H","tricks":["1","1","1","1","1"],"best":"1"}'
    assert other.write(page.url, move=move).ok
    offline(page, on=False)
    expect(page.locator("#note.bad")).to_be_visible(timeout=20_000)
    expect(page.locator("#note.bad")).to_contain_text("Not entered. It now reads round 1: Ana 30.")
    page.wait_for_timeout(2500)
    expect(page.locator("#note.bad")).to_contain_text("Not entered.")
    assert len(rows(page)) == 1
    phone.forgive()


AUCTION = {"rule-auction": "true"}


def test_question_keeps_note_of_waiting_round(phone: Phones) -> None:
    thumb = start(phone(), **AUCTION)
    page = thumb.page
    offline(page)
    press(thumb, "bidder-1", "bid-15", *ROUND)
    write(thumb)
    press(thumb, "bidder-2", "bid-15", "trump-S", "bid-again")
    expect(page.locator("#back")).to_be_visible()
    expect(page.locator("#note")).to_contain_text("1 line waits")
    expect(page.locator(".say [data-do=back]")).to_be_visible()
    page.goto("/offline/")
    line = "Round 1 is over: Ana −15, Bo –, Cleo +20, Dev +5"
    expect(page.get_by_role("link", name=line)).to_be_visible()
    phone.forgive()


FORMS = [
    {},
    AUCTION | {"sides": "2", "rule-no_trump_bonus": "first_trick"},
    *(
        pytest.param(form, marks=pytest.mark.examples)
        for form in (
            {"sides": "2", "rule-no_trump_bonus": "last_trick"},
            AUCTION | {"sides": "2", "rule-auction_side": "side"},
            AUCTION,
        )
    ),
]


@pytest.mark.parametrize("form", FORMS)
def test_keys_on_phone_do_what_they_do_on_server(phone: Phones, form: dict[str, str]) -> None:
    """Random keys: panel, points, bid and entry are those of the server after each."""
    page = start(phone(), **form).page
    compare_random_keys(page, form, 300 if ALL_EXAMPLES else 40, ("turning", "mode-cards", "settle"))


BY_CARDS = ["mode-cards", "card-9D", "robbed"]
# a trick to each of the first two players, all in diamonds
TRICKS = [f"card-{card}" for card in ("5D", "2D", "3D", "4D", "KS")]
LOWER_TRUMPS = [f"card-{card}" for card in ("KD", "2D", "3D", "4D", "KS", "QD")]


@pytest.mark.parametrize(
    "keys",
    [
        ["turning", "card-9D"],
        [*BY_CARDS, "mode-result"],
        [*BY_CARDS, *TRICKS, "mode-result"],
        [*BY_CARDS, *LOWER_TRUMPS, "mode-result"],
    ],
)
def test_round_begun_by_cards_continues_on_phone(phone: Phones, keys: list[str]) -> None:
    """Random keys do what they do on the server; then the whole round is written once."""
    page = start(phone(), keys=keys).page
    # by other trumps the known cards say something else, which the server knows
    left = {"turning", "mode-cards", "settle"} | (
        {f"trump-{suit}" for suit in "SHDC"} if len(keys) > 4 else set()
    )
    compare_random_keys(page, keys, 60 if ALL_EXAMPLES else 12, left)


def test_round_with_turned_card_is_written_without_signal(phone: Phones) -> None:
    thumb = start(phone(), keys=[*BY_CARDS, *TRICKS, "mode-result"])
    page = thumb.page
    offline(page)
    press(thumb, "took-2", "took-2", "took-3", "took-4")
    write(thumb)
    expect(page.locator("tr.waiting")).to_have_count(1)
    (drawn,) = rows(page, "tr.waiting")
    offline(page, on=False)
    expect(page.locator("tr.waiting")).to_have_count(0, timeout=20_000)
    expect(page.locator(".sheet tbody tr:not(.pencil)")).to_have_count(1)
    page.reload()
    (found,) = rows(page)
    assert re.findall(r"[+–−]\d*|\d+", found) == re.findall(r"[+–−]\d*|\d+", drawn)

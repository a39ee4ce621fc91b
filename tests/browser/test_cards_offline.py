"""Cards tapped without signal: marked "to be checked" and sent in order.

Those after a refused card wait.
"""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.browser.outbox import lose_response, offline
from tests.browser_contexts import Phones

from .card_lines import press, write
from .card_lines import start as start_round
from .other_player import OtherPlayer
from .page_state import aim
from .touch import TouchDriver

TURNS = [
    '{"player":"1","commander":"AH"}',
    '{"player":"2"}',
    '{"player":"1","commander":"KH"}',
    '{"player":"2"}',
]


def start(phone: Phones, turns: int = 0) -> TouchDriver:
    """Open a game with the Kalosi pack after some turns, with the script that stores cards."""
    page = phone()
    page.goto("/")
    other = OtherPlayer(page)
    address = other.start("generals_and_majors", ["Ana", "Bo"], **{"rule-edition": "kalosi"})
    for move in TURNS[:turns]:
        assert other.write(address, move=move).ok
    with page.expect_response("**/round_offline*.js"):
        page.goto(address)
    return TouchDriver(page)


def test_cards_without_signal_are_sent_in_order(phone: Phones) -> None:
    thumb = start(phone)
    page = thumb.page
    offline(page)
    thumb.tap(thumb.page.locator(".suits label:has(#suit-H)"))
    press(thumb, "card-AH", "card-2H", "card-3H")
    expect(page.locator("#unchecked")).to_contain_text("To be checked: ")
    expect(page.locator("#pad [name=press][value='card-2H']")).to_be_disabled()
    thumb.tap(page.locator("#unchecked button"))
    expect(page.locator("#unchecked")).not_to_contain_text("three")
    expect(page.locator("#pad [name=press][value='card-3H']")).to_be_enabled()
    thumb.tap(page.locator("#last-H"))
    expect(page.locator("#refused")).to_have_text("This needs the signal. What was tapped stays.")
    expect(page.locator("#pad input[name=step]")).to_have_value("0")
    offline(page, on=False)
    expect(page.locator("#unchecked")).to_have_count(0, timeout=20_000)
    expect(page.locator("#pad input[name=step]")).to_have_value("2")
    expect(page.locator("#pad [name=press][value='off-2H']")).to_have_count(1)
    phone.forgive()


def refuse(phone: Phones) -> TouchDriver:
    """Enter three cards without signal, then restore the signal.

    A commander, an army too large, and an army that can be paid.
    """
    thumb = start(phone, len(TURNS))
    page = thumb.page
    offline(page)
    thumb.tap(page.locator(".suits label:has(#suit-H)"))
    press(thumb, "card-QH", "card-9H", "card-2H")
    expect(page.locator("#unchecked")).to_contain_text("two of hearts")
    offline(page, on=False)
    expect(page.locator("#unchecked")).to_contain_text("Not entered: nine of hearts.", timeout=20_000)
    expect(page.locator("#unchecked")).to_contain_text("Then follow: two of hearts.")
    expect(page.locator("#note")).to_contain_text("cannot be paid")
    expect(page.locator("#pad input[name=step]")).to_have_value("1")
    return thumb


def lose_signal(phone: Phones) -> Page:
    """Enter a card whose response is lost with the signal, and another one."""
    thumb = start(phone, len(TURNS))
    page = thumb.page

    def lose(route: Route) -> None:
        offline(page)
        lose_response(route)

    page.route("**/draft/", lose, times=1)
    thumb.tap(page.locator(".suits label:has(#suit-H)"))
    press(thumb, "card-QH")
    expect(page.locator("#unchecked")).to_contain_text("queen of hearts")
    press(thumb, "card-2H")
    phone.forgive()
    return page


def entered(page: Page, *cards: str) -> None:
    """Wait until no card waits, and these are in the turn."""
    expect(page.locator("#unchecked")).to_have_count(0)
    for card in cards:
        expect(page.locator(f"#pad [name=press][value='off-{card}']")).to_have_count(1)


def test_card_that_arrived_without_response_counts_once(phone: Phones) -> None:
    """It is sent again after the page has learned of its step, and those after it follow."""
    page = lose_signal(phone)
    page.route("**/draft/", lambda route: route.abort(), times=1)
    offline(page, on=False)
    expect(page.locator("#pad input[name=step]")).not_to_have_value("0")
    entered(page, "QH", "2H")


def test_card_that_arrived_before_reload_counts_once(phone: Phones) -> None:
    page = lose_signal(phone)
    page.route("**/draft/", lambda route: route.abort())
    offline(page, on=False)
    page.reload()
    page.unroute("**/draft/")
    entered(page, "QH", "2H")


def test_refused_card_keeps_those_after_it(phone: Phones) -> None:
    """They survive a reload, and follow the card that is tapped in its place."""
    thumb = refuse(phone)
    page = thumb.page
    page.reload()
    expect(page.locator("#unchecked")).to_contain_text("Then follow: two of hearts.", timeout=20_000)
    thumb.tap(page.locator(".suits label:has(#suit-D)"))
    press(thumb, "card-2D")
    entered(page, "QH", "2D", "2H")
    phone.forgive()


def test_cards_after_refused_one_can_be_discarded(phone: Phones) -> None:
    thumb = refuse(phone)
    aim(thumb.page)
    thumb.tap(thumb.page.locator("#unchecked button"))
    expect(thumb.page.locator("#unchecked")).to_have_count(0)
    expect(thumb.page.locator("#pad input[name=step]")).to_have_value("1")
    phone.forgive()


def test_late_cards_are_shown_as_to_be_checked(phone: Phones) -> None:
    thumb = start(phone)
    page = thumb.page
    thumb.tap(page.locator(".suits label:has(#suit-H)"))
    unheard: list[Route] = []
    page.route("**/draft/", lambda route: unheard.append(route))  # noqa: PLW0108  a builtin takes no attribute
    press(thumb, "card-AH", "card-2H")
    expect(page.locator("#unchecked")).to_have_text("To be checked: ace of hearts, two of hearts.")
    unheard[0].continue_()
    page.unroute("**/draft/")
    expect(page.locator("#unchecked")).to_have_count(0)
    expect(page.locator("#pad [name=press][value='off-2H']")).to_have_count(1)


def test_cards_without_response_survive_reload(phone: Phones) -> None:
    thumb = start(phone)
    page = thumb.page
    page.route("**/draft/", lambda route: route.abort())
    thumb.tap(thumb.page.locator(".suits label:has(#suit-H)"))
    press(thumb, "card-AH", "card-2H")
    expect(page.locator("#unchecked")).to_contain_text("To be checked: ")
    address = page.url
    page.goto("/offline/")
    expect(page.get_by_text("What was tapped for an unfinished round waits here.")).to_be_visible()
    expect(page.get_by_text("Nothing waits on this phone.")).to_be_hidden()
    page.goto(address)
    expect(page.locator("#unchecked")).to_contain_text("To be checked: ", timeout=20_000)
    page.unroute("**/draft/")
    expect(page.locator("#pad input[name=step]")).to_have_value("2", timeout=20_000)
    page.goto("/offline/")
    expect(page.get_by_text("Nothing waits on this phone.")).to_be_visible()
    phone.forgive()


FIRST_TRICK = ["card-KC", "card-3C", "card-2H", "card-9C"]


def tap_cards(thumb: TouchDriver, *keys: str) -> None:
    """Tap cards as suit, then rank, where their suit is not open."""
    for key in keys:
        aim(thumb.page)
        thumb.tap(thumb.page.locator(f".suits label:has(#suit-{key[-1]})"))
        thumb.tap(thumb.page.locator(f"[id='{key}']"))


def test_round_by_cards_goes_on_without_signal(phone: Phones) -> None:
    """The trick, its winner and the next question are known from the first lead on."""
    keys = ["bidder-1", "bid-20", "trump-H", "mode-cards"]
    thumb = start_round(phone(), keys=keys, **{"rule-auction": "true"})
    page = thumb.page
    offline(page)
    tap_cards(thumb, *FIRST_TRICK[:2])
    expect(page.locator("#who")).to_contain_text("What does Cleo play to Ana’s K♣?")
    expect(page.locator("tbody tr:first-child td.wait")).to_have_count(2)
    press(thumb, "back")
    expect(page.locator("#who")).to_contain_text("What does Bo play to Ana’s K♣?")
    tap_cards(thumb, *FIRST_TRICK[1:])
    expect(page.locator("#who")).to_contain_text("Cleo leads: which card?")
    expect(page.locator("a.shown#card-KC")).to_have_count(1)
    expect(page.locator(".turned h2")).to_have_text("Ana bid 20")
    expect(page.locator(".trump-out")).to_contain_text("2")
    thumb.tap(page.locator("#mode-result"))
    expect(page.locator("#refused")).to_have_text("This needs the signal. What was tapped stays.")
    offline(page, on=False)
    expect(page.locator("td.wait")).to_have_count(0, timeout=20_000)
    expect(page.locator("#who")).to_contain_text("Cleo leads: which card?")
    expect(page.locator(".turned h2")).to_have_text("Ana bid 20: 0 so far")
    phone.forgive()


def test_tricks_of_generala_go_on_without_signal(phone: Phones) -> None:
    """Tricks are written and continued: who leads, who picks up, which cards have left play."""
    thumb = start_round(phone(), "generala_cards", keys=["mode-cards"])
    page = thumb.page
    offline(page)
    tap_cards(thumb, "card-9H", "card-KH")
    expect(page.locator("#who")).to_contain_text("Cleo follows: which card?")
    expect(page.locator(".referee li.wait")).to_have_count(2)
    press(thumb, "back")
    tap_cards(thumb, "card-QH", "card-2H")
    press(thumb, "joker")
    expect(page.locator(".referee li.wait .wins")).to_have_count(1)
    expect(page.locator("#pad .go")).to_have_text("Write trick 1: Dev leads")
    write(thumb)
    expect(page.locator("#who")).to_contain_text("Dev leads: which card?")
    expect(page.locator("#live")).to_contain_text("sent automatically. Dev leads")
    expect(page.locator(".past .waiting")).to_contain_text("1")
    expect(page.locator("a.shown#card-9H")).to_have_count(1)
    tap_cards(thumb, "card-5S", "card-7S")
    press(thumb, "none", "take-7S")
    expect(page.locator("#pad .go")).to_have_text("Write trick 2: Ana leads")
    thumb.tap(page.locator("#fix-0"))
    expect(page.locator("#refused")).to_have_text("This needs the signal. What was tapped stays.")
    offline(page, on=False)
    expect(page.locator(".wait, .waiting")).to_have_count(0, timeout=20_000)
    expect(page.locator("#pad .go")).to_have_text("Write trick 2: Ana leads")
    phone.forgive()

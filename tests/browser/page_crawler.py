"""Visit everything a phone can show, by following links and tapping keys.

No text is looked for, so that this works in any language.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Error, Page

from .other_player import OtherPlayer, states
from .touch import DraftDriver

ADDRESS = re.compile(r"(?<=/)(?=[^/]*\d|[^/]*[A-Z])[\w-]{6,}(?=/)|\d+")
VALUE = re.compile(r"=[^&]*")
# sheets for a printer have a size of their own
NOT_PAGES = ("/sw.js", "/static/", "/points/", "/manifest", "/live/", "/blank/")
NOT_OURS = re.compile(r"download|/paper/|\.csv|\.json|\.txt|\.svg|\.png")
FOUR = ["Ana", "Bo", "Cleo", "Dev"]


def pages(page: Page, first: list[str], most: int = 1) -> Iterator[str]:
    """Yield every linked page, `most` of a kind; the phone is on it, with everything unfolded."""
    waiting, seen, kinds = list(first), set(first), dict[str, int]()
    while waiting:
        path = waiting.pop(0)
        kind = VALUE.sub("=", ADDRESS.sub("*", path)) if path not in first else path
        kinds[kind] = kinds.get(kind, 0) + 1
        if kinds[kind] > most:
            continue
        try:
            page.goto(path)
        except Error as error:
            if "Download is starting" not in error.message:
                raise
            continue
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        yield path
        found = page.evaluate(
            "[...document.querySelectorAll('a[href]')].map((each) => each.pathname + each.search)"
        )
        for each in found:
            if each not in seen and not each.startswith(NOT_PAGES) and not NOT_OURS.search(each):
                seen.add(each)
                waiting.append(each)


def everything(page: Page) -> Iterator[str]:
    """Yield the names of all pages and states; `page` shows each, on the phone of a newcomer."""
    page.goto("/")
    evening = OtherPlayer(page)
    known = states(evening)
    yield from forms(page)
    yield from dice(page, known["table"])
    yield from forty_fives(page, evening)
    yield from generala_cards(page, evening)
    yield from generals_and_majors(page, evening)
    yield from pages(page, [*known.values(), "/you/", "/language/", "/groups/"])


@contextmanager
def posted(page: Page) -> Iterator[None]:
    """Submit a form; the phone shows its result afterwards."""
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        yield
    page.wait_for_timeout(300)
    page.wait_for_load_state()


def forms(page: Page) -> Iterator[str]:
    """Yield refused set-up forms."""
    for game in ("general", "forty_fives", "generala_cards", "generals_and_majors"):
        page.goto(f"/new/{game}/")
        yield f"{game}, set up"
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        yield f"{game}, set up, unfolded"
        with posted(page):
            page.locator("button[value=start], #start").first.click()
        yield f"{game}, set up, refused"
    for path in ("/join/", "/move/"):
        page.goto(path)
        if page.locator("#code").count():
            page.locator("#code").fill("none")
            with posted(page):
                page.locator("#code").press("Enter")
        yield f"{path} refused"


def dice(page: Page, table: str) -> Iterator[str]:
    """A pad that is filled die by die."""
    page.goto(table)
    for face in "4444":
        page.locator(f".faces [data-face='{face}']").click()
    yield "four dice"


def forty_fives(page: Page, evening: OtherPlayer) -> Iterator[str]:
    address = evening.start("forty_fives", FOUR, sides="2", **{"rule-revoke": "lose_round"})
    page.goto(address)
    thumb = DraftDriver(page)
    yield "forty-fives, trumps"
    thumb.press("trump-H")
    yield "forty-fives, tricks"
    for number in (1, 1, 2, 3, 1):
        thumb.press(f"took-{number}")
    yield "forty-fives, best trump"
    thumb.press("best-3")
    yield "forty-fives, ready"
    thumb.write()
    yield "forty-fives, a round"
    thumb.press("mode-cards")
    yield "forty-fives, turned card"
    thumb.card("9D")
    yield "forty-fives, robbing"
    thumb.press("rob-3")
    thumb.press("robbed")
    for card in ["KC", "4C", "3D", "9C", "QD", "10S", "2D", "9D", "KS", "4D"]:
        thumb.card(card)
    yield "forty-fives, a revoke"
    page.goto(f"{address}?line=1")
    yield "forty-fives, a line"
    page.goto(f"{address}?line=1&right=1")
    yield "forty-fives, put right"


def generala_cards(page: Page, evening: OtherPlayer) -> Iterator[str]:
    address = evening.start("generala_cards", [*FOUR, "Eva"], stake="low_pays", amount="1.00", unit="EUR")
    page.goto(address)
    thumb = DraftDriver(page)
    yield "générala, who ran out"
    for number in (3, 1, 4):
        thumb.press(f"out-{number}")
    yield "générala, three ran out"
    thumb.press("out-2")
    yield "générala, ready"
    thumb.write()
    thumb.press("mode-cards")
    yield "générala, first card"
    thumb.card("9H")
    yield "générala, second card"
    thumb.card("KH")
    thumb.press("none")
    yield "générala, which is picked up"
    thumb.press("take-KH")
    yield "générala, a trick"
    thumb.write()
    yield "générala, next trick"
    page.goto(f"{address}?line=2")
    yield "générala, a line"


def generals_and_majors(page: Page, evening: OtherPlayer) -> Iterator[str]:
    address = evening.start("generals_and_majors", ["Ana", "Bo"])
    page.goto(address)
    thumb = DraftDriver(page)
    yield "generals, begun"
    thumb.card("AH")
    yield "generals, a commander"
    thumb.write()
    for player, turn in (
        ("2", {"commander": "AS"}),
        ("1", {"armies": ["2H"]}),
        ("2", {"armies": ["2S"], "cancels": []}),
    ):
        answer = evening.write(address, move=json.dumps({"player": player, **turn}))
        if not answer.ok:
            break
    page.goto(address)
    yield "generals, some turns"
    page.goto(f"{address}?line=1")
    yield "generals, a line"

"""Helpers for card games without signal: start, keys, rows, comparison with the server."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Sequence

from playwright.sync_api import Page

from tests.browser.outbox import offline

from .other_player import OtherPlayer
from .page_state import aim
from .touch import TouchDriver

NAMES = ["Ana", "Bo", "Cleo", "Dev"]
SLOW = {"offline": False, "latency": 1500, "downloadThroughput": -1, "uploadThroughput": -1}

# whether the page draws waiting lines
DRAWS = "document.addEventListener('offline:ready', () => { window.draws = true })"
# milliseconds from each tap to the change of the panel
WATCH = """() => {
  let began = 0;
  window.delays = [];
  document.addEventListener("pointerup", () => { began = performance.now(); }, true);
  new MutationObserver(() => {
    if (began) window.delays.push(performance.now() - began);
    began = 0;
  }).observe(document.querySelector("#pad"), { childList: true, characterData: true, subtree: true });
}"""
# what a page shows of the round: panel, row in pencil, order of trumps, whole entry
ROUND_SHOWN = r"""html => {
  const page = new DOMParser().parseFromString(html, "text/html");
  const parts = [...page.querySelectorAll("#pad > :not(input, .say), tr.pencil, .trump-order")];
  const canWin = new RegExp("<small>can win</small>", "g");
  const text = (part) => part.outerHTML.replace(canWin, "").replace(/ class="[^"]*"|\s+/g, "").replaceAll("=\"\"", "");
  const move = JSON.parse(page.querySelector("#write [name=move]")?.value ?? "null");
  return { parts: parts.map(text), title: page.querySelector("#who").textContent.trim(), move };
}"""


def start(
    page: Page,
    game: str = "forty_fives",
    names: Sequence[str] = NAMES,
    keys: Sequence[str] = (),
    **form: str,
) -> TouchDriver:
    """Open a new game with everything loaded that a phone needs without signal."""
    thumb = open_table(page, game, names, keys, **form)
    # a slow machine loads the script that draws waiting lines later than the tables
    page.wait_for_function("() => window.draws")
    return thumb


def open_table(
    page: Page, game: str, names: Sequence[str] = NAMES, keys: Sequence[str] = (), **form: str
) -> TouchDriver:
    """Open a new game after these keys, and wait only for the tables of its rounds.

    A key that is an entry ("{...}") is written.
    """
    page.goto("/")
    # the phone draws no guidance
    page.context.add_cookies([{"name": "guided", "value": "1", "url": page.url}])
    other = OtherPlayer(page)
    address = other.start(game, list(names), **form)
    for key in keys:
        if not key.startswith("{"):
            other.tap(address, key)
        elif not (answer := other.write(address, move=key)).ok:
            raise AssertionError(answer.text())
    page.add_init_script(DRAWS)
    with page.expect_response("**/offline/*.json"):
        page.goto(address)
    return TouchDriver(page)


def press(thumb: TouchDriver, *keys: str) -> None:
    """Tap keys of the pad."""
    for key in keys:
        aim(thumb.page)
        thumb.tap(thumb.page.locator(f"#pad button[name=press][value='{key}']"))


def rows(page: Page, which: str = "tbody tr:not(.pencil)") -> list[str]:
    """Return the texts of rows, without blanks between their parts."""
    found: list[str] = page.locator(f".sheet {which}").evaluate_all("all => all.map((row) => row.innerText)")
    return [" ".join(text.split()) for text in found]


def write(thumb: TouchDriver) -> None:
    """Tap the key that writes the line."""
    aim(thumb.page)
    thumb.tap(thumb.page.locator("#pad .go[form=write]:visible"))


def compare_random_keys(page: Page, seed: object, keys: int, ignored: Collection[str]) -> None:
    """Press random keys without signal and on another phone.

    Panel, row and entry are equal after each key.
    """
    chance = random.Random(repr(seed))
    other = OtherPlayer(page)
    address = page.url
    offline(page)
    for _ in range(keys):
        found = page.locator("#pad button[name=press]:enabled:not([aria-disabled=true])").evaluate_all(
            "all => all.map((key) => key.value)"
        )
        key = chance.choice([key for key in found if key not in ignored])
        there = pressed(other, address, key)
        page.wait_for_timeout(255)
        page.locator(f"#pad button[name=press][value='{key}']").click()
        here = page.evaluate(ROUND_SHOWN, page.locator("#table").evaluate("all => all.outerHTML"))
        expected = page.evaluate(ROUND_SHOWN, there)
        differing = [pair for pair in zip(here["parts"], expected["parts"], strict=True) if len({*pair}) > 1]
        assert not differing, (key, differing)
        assert here == expected, key


def pressed(other: OtherPlayer, address: str, key: str) -> str:
    """Press a key as another phone does; return the page."""
    page = other.request.get(address).text()
    fields = dict(
        re.findall(r'name="(csrfmiddlewaretoken|seen|line|step)"(?: form="pad")? value="(\w+)"', page)
    )
    answer = other.request.post(
        f"{address}draft/", form={**fields, "press": key}, headers={"Referer": address}
    )
    assert answer.ok, answer.status
    return answer.text()

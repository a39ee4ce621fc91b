"""Turns of Generals and Majors without signal: shown, stored, written once as by the server."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.outbox import offline
from tests.browser_contexts import Phones
from tests.sampling import ALL_EXAMPLES

from .card_lines import press, pressed, start, write
from .other_player import OtherPlayer
from .touch import TouchDriver

NAMES = ["Ana", "Bo"]
# what a page shows of a turn: question, keys, both sides, whole entry
TURN_SHOWN = r"""html => {
  const page = new DOMParser().parseFromString(html, "text/html");
  const text = (part) => part?.textContent.replace(/\s+/g, "");
  const keys = [...page.querySelectorAll("#pad :is(button, a.shown)")].filter(({ id }) => !id.startsWith("other-"));
  const state = (key) => ["aria-disabled", "aria-pressed", "form"].map((name) => key.getAttribute(name));
  return {
    title: text(page.querySelector("#who")),
    suit: page.querySelector("#pad .suits input[checked]")?.value,
    keys: keys.map((key) => [key.id, key.className, text(key), ...state(key)]),
    sheet: text(page.querySelector("#pad-sheet")),
    pencil: [...page.querySelectorAll("#pad-sheet :is(.pencil, .going)")].map((each) => each.className + text(each)),
    bar: [...page.querySelectorAll("#pad-sheet svg [x]")].map((each) => each.getAttribute("x")),
    move: JSON.parse(page.querySelector("#write [name=move]")?.value ?? "null"),
  };
}"""


# the phone has what it needs, or only the server continues
LOADED = """() => !document.querySelector("#table").dataset.round
  || performance.getEntriesByType("resource").some((each) => each.responseEnd && each.name.includes("/offline/"))"""


def begin(phone: Phones, **form: str) -> TouchDriver:
    """Open a new game with everything loaded that a phone needs without signal."""
    return start(phone(), "generals_and_majors", NAMES, **form)


def test_turns_without_signal_are_written_once_and_in_order(phone: Phones) -> None:
    thumb = begin(phone)
    page = thumb.page
    offline(page)
    thumb.tap(thumb.page.locator(".suits label:has(#suit-H)"))
    press(thumb, "card-AH", "card-2H")
    expect(page.locator(".lead-bar b")).to_have_text("tied, after this turn Ana by 2")
    write(thumb)
    expect(page.locator(".side.mine")).to_contain_text("Bo")
    expect(page.locator(".lead-bar b")).to_have_text("Ana leads by 2")
    thumb.tap(page.locator(".suits label:has(#suit-S)"))
    press(thumb, "card-AS", "card-2S")
    expect(page.locator("#who")).to_contain_text("2♠ cancels the 2")
    write(thumb)
    expect(page.locator(".side.mine")).to_contain_text("Ana")
    expect(page.locator(".side .downs")).to_have_text(["1 down"] * 2)
    offline(page, on=False)
    expect(page.locator("#table .panel [data-line]")).to_have_count(0, timeout=20_000)
    page.reload()
    expect(page.locator(".side .downs")).to_have_text(["1 down"] * 2)
    assert page.locator("#table [name=seen]").first.get_attribute("value") == "2"
    phone.forgive()


def test_army_without_points_says_what_it_lacks_without_signal(phone: Phones) -> None:
    thumb = begin(phone)
    offline(thumb.page)
    thumb.tap(thumb.page.locator(".suits label:has(#suit-H)"))
    press(thumb, "card-AH", "card-5H")
    refusal = thumb.page.locator("#refused")
    expect(refusal).to_have_text("5♥ cannot be paid. It needs 3 more red or star points.")
    press(thumb, "card-2H")
    expect(refusal).to_have_count(0)
    phone.forgive()


def test_card_left_to_server_is_kept_when_signal_dies(phone: Phones) -> None:
    """The tap goes to the server, which never answers: the phone continues, and sends it later."""
    thumb = begin(phone)
    page = thumb.page
    page.route("**/draft/", lambda route: route.abort())
    thumb.tap(thumb.page.locator(".suits label:has(#suit-H)"))
    press(thumb, "card-AH")
    expect(page.locator("#off-AH")).to_be_visible()
    press(thumb, "card-2H")
    expect(page.locator("#off-2H")).to_be_visible()
    expect(page.locator("#pad input[name=step]")).to_have_value("0")
    expect(page.locator(".panel .note.bad")).to_have_count(0)
    page.unroute("**/draft/")
    expect(page.locator("#pad input[name=step]")).to_have_value("2", timeout=20_000)
    page.reload()
    expect(page.locator("#off-2H")).to_be_visible()
    phone.forgive()


@pytest.mark.parametrize("form", [{}, {"rule-groups": "true", "rule-command_limit": "cumulative"}])
def test_turn_keys_on_the_phone_do_what_they_do_on_the_server(phone: Phones, form: dict[str, str]) -> None:
    """Random turns: the phone enters each without signal, and gets the signal back after it."""
    page = begin(phone, **form).page
    chance = random.Random(repr(form))
    for _ in range(20 if ALL_EXAMPLES else 4):
        enter_turn(page, chance)
        if not page.locator("#table[data-round]").count():
            break
    phone.forgive()


def enter_turn(page: Page, chance: random.Random) -> None:
    """Press random keys without signal and on another phone until the turn is complete there."""
    other, address = OtherPlayer(page), page.url
    offline(page)
    for _ in range(chance.randint(1, 6)):
        found = page.locator("#pad button[name=press]:not(.short, [aria-disabled=true])").evaluate_all(
            "all => all.map((key) => key.value)"
        )
        key = chance.choice([key for key in found if not key.startswith("other-")])
        there = pressed(other, address, key)
        # as by its letters, also where another suit is open
        page.locator(f"#pad button[name=press][value='{key}']").first.dispatch_event("draft:key")
        here = page.evaluate(TURN_SHOWN, page.locator("#table").evaluate("all => all.outerHTML"))
        assert here == page.evaluate(TURN_SHOWN, there), key
    found = shown_there(other, address)
    while not found["move"]:
        key = next((key for key, *_ in found["keys"] if key.startswith("take-")), "look-close")
        pressed(other, address, key)
        found = shown_there(other, address)
    assert other.write(address, move=json.dumps(found["move"])).ok
    offline(page, on=False)
    page.reload()
    page.wait_for_function(LOADED, timeout=20_000)
    page.wait_for_timeout(200)


def shown_there(other: OtherPlayer, address: str) -> dict[str, Any]:
    """Return what the server's page shows of a turn."""
    found: dict[str, Any] = other.page.evaluate(TURN_SHOWN, other.request.get(address).text())
    return found

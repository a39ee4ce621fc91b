"""Generals and Majors on the lowest phone: five and six armies a side in the turn of grace."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import expect

from tests.browser_contexts import Phones

from .other_player import OtherPlayer
from .viewport import trouble

ANA, BO = "1", "2"
# ten armies, and Ana is 21 ahead
FIVE_ARMIES: list[tuple[str, dict[str, Any]]] = [
    (ANA, {"commander": "AH"}),
    (BO, {"commander": "AS"}),
    (ANA, {"commander": "KH"}),
    (BO, {"commander": "KC"}),
    (ANA, {"commander": "AD", "armies": ["5D"]}),
    (BO, {"commander": "QS", "armies": ["4S"]}),
    (ANA, {"commander": "AX", "armies": ["7D"]}),
    (BO, {"commander": "JD", "armies": ["2S", "2C"]}),
    (ANA, {"commander": "KX", "armies": ["7H"]}),
    (BO, {"armies": ["4C"]}),
    (ANA, {"commander": "JH", "armies": ["9D"]}),
    (BO, {"commander": "QC", "armies": ["4X"]}),
    (ANA, {"armies": ["9H"]}),
]
# one more each, and Ana is 22 ahead
SIXTH_ARMIES: list[tuple[str, dict[str, Any]]] = [(BO, {"armies": ["2X"]}), (ANA, {"armies": ["3D"]})]

# pixels of the current side's armies below the entry panel
COVERED = """() => document.querySelector(".mine .armies").getBoundingClientRect().bottom
  - document.querySelector(".panel").getBoundingClientRect().top"""


def test_five_armies_a_side_are_seen_in_the_turn_of_grace(phone: Phones) -> None:
    page = phone(width=320, height=568)
    page.goto("/")
    evening = OtherPlayer(page)
    address = evening.start("generals_and_majors", ["Ana", "Bo"])
    for armies, turns in ((10, FIVE_ARMIES), (12, SIXTH_ARMIES)):
        for player, turn in turns:
            answer = evening.write(address, move=json.dumps({"player": player, **turn}))
            assert answer.ok, answer.text()
        page.goto(address)
        expect(page.locator(".armies .card")).to_have_count(armies)
        page.wait_for_timeout(1500)  # the sheet would scroll a second after the page
        assert page.evaluate(COVERED) <= 0
        expect(page.locator(".side:not(.mine) .armies")).to_be_in_viewport(ratio=1)
        assert trouble(page) == []

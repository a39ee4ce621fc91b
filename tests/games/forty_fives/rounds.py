"""Rounds of Forty-fives for tests of entry panels: a table of four, its heading, its cards."""

from __future__ import annotations

import re
from typing import Any

from tests.factories import SampleTable
from tests.games.draft_client import Phone

FOUR = ("Ana", "Bo", "Cleo", "Dev")
RESULT: dict[str, Any] = {"trump": "H", "tricks": ["3", "3", "1", "4", "3"], "best": "3"}


def desk(**how: Any) -> SampleTable:
    return SampleTable("forty_fives", FOUR, **how)


def heading(phone: Phone) -> str:
    """Return the heading of the entry panel without its avatar and small print."""
    found = re.search(r'<h2 id="who"[^>]*>(.*?)</h2>', phone.page, re.DOTALL)
    assert found
    text = re.sub(r"<svg.*?</svg>|<small.*?</small>|<i .*?</i>", "", found[1], flags=re.DOTALL)
    return " ".join(re.sub("<[^>]*>", " ", text).split())


def played(phone: Phone, *tricks: str) -> Phone:
    return phone.tap(*(f"card-{card}" for trick in tricks for card in trick.split()))

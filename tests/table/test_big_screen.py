"""The big screen: dice, next player, winners and payments."""

from __future__ import annotations

import re

import pytest
from django.utils.html import strip_tags

from tests.factories import SampleTable

pytestmark = pytest.mark.django_db
EUROS = {"kind": "per_point", "amount": "0.10", "unit": "EUR"}


def screen(desk: SampleTable) -> str:
    answer = desk.writer.client().get(desk.url("big_screen"))
    assert answer.status_code == 200
    return str(answer.content.decode())


def who(desk: SampleTable) -> str:
    """Return the largest text, and the text below it."""
    found = re.search(r'<div class="tv-who">(.*?)</div>', screen(desk), re.DOTALL)
    assert found
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split())


def test_screen_last_dice_stand_with_last_line() -> None:
    desk = SampleTable(names=("Ana", "Bo"))
    desk.line(1, "fours", dice=[4, 4, 4, 4, 1], throws=2)
    page = screen(desk)
    assert who(desk).endswith("Bo is next")
    assert re.search(
        r"<dt>Last line</dt><dd>Ana, fours 16<span class=\"tray entered\">(<i [^>]*></i>){5}</span>", page
    )
    assert page.count('class="slot"') == 5


def test_screen_after_end_says_who_won_and_who_pays() -> None:
    desk = SampleTable(names=("Ana", "Bo"), stake=EUROS)
    desk.line(1, "fours", dice=[4, 4, 4, 4, 1], throws=2)
    for box in [row.key for row in desk.table.sheet.rows if row.kind == "box"]:
        for player in (1, 2):
            if desk.points(player, box) is None:
                desk.line(player, box)
    assert who(desk) == "Ana wins"
    told = strip_tags(screen(desk))
    assert "Bo pays Ana" in told
    assert "€1.60" in told


def test_screen_before_round_names_dealer() -> None:
    desk = SampleTable("forty_fives", ("Ana", "Bo", "Cleo"), dealer=2)
    assert who(desk).endswith("Bo deals")


def test_screen_in_round_by_cards_names_who_is_to_play() -> None:
    desk = SampleTable("generala_cards", ("Ana", "Bo", "Cleo"), dealer=3)
    assert who(desk).endswith("Cleo deals")
    desk.entry(trick=[["1", "KS"], ["2", "2S"], ["3", "3S"]])
    assert who(desk).endswith("Ana is to play")


def test_screen_on_phone_has_way_back_and_says_how() -> None:
    page = screen(SampleTable())
    assert re.search(r'<a class="tv-back" href="/table/\w+/" aria-label="Back to the sheet">', page)
    assert "To have it on a television" in page

"""What players need to lead or win, and the gap to the upper bonus."""

from __future__ import annotations

import re
from html import unescape

import pytest

from scorekeeper.games.dice_sheet.prospects import needs, needs_in_short
from tests.factories import HTMX, SampleTable

pytestmark = pytest.mark.django_db
UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"]


def bonus_cells(desk: SampleTable) -> list[str]:
    """The spoken text of the cells in the row of the upper bonus."""
    page = desk.writer.client().get(desk.url(), headers=HTMX).content.decode()
    row = re.search(r'<tr class="bonus"><th.*?</th>(.*?)</tr>', page, re.DOTALL)
    assert row
    heard = re.sub(r'<span aria-hidden="true">.*?</span>', "", row[1])
    return [unescape(re.sub(r"<[^>]+>", "", cell)) for cell in heard.split("</td>")[:-1]]


def test_needs_are_empty_before_first_line() -> None:
    assert needs(SampleTable("yahtzee").table) == {}


def test_needs_name_lead_and_points_to_lead() -> None:
    desk = SampleTable("yahtzee", ["Ana", "Bo", "Cleo"])
    desk.line(1, "chance", points=25)
    desk.line(2, "chance", points=25)
    desk.line(3, "chance", points=20)
    assert list(needs(desk.table).values()) == [
        "Ana is tied for the lead.",
        "Bo is tied for the lead.",
        "Cleo needs 6 or more to lead.",
    ]
    desk.line(1, "sixes", points=24)
    assert needs(desk.table)["1"] == "Ana leads by 24."


def finished_but_for(game: str, box: str, **options: object) -> SampleTable:
    """A table where Ana has a sum of sixes, Bo nothing, and only one box is open for each."""
    desk = SampleTable(game, options=options)
    rows = [row.key for row in desk.table.sheet.rows if row.kind == "box"]
    for each in rows:
        if each != box:
            desk.line(1, each, **({"points": 24} if each == "sixes" else {}))
            desk.line(2, each)
    return desk


def test_needs_in_short_name_current_player_and_leader() -> None:
    desk = SampleTable("yahtzee", ["Ana", "Bo", "Cleo", "Dev", "Eva"])
    for points in (10, 15, 20, 25):
        desk.line(points // 5 - 1, "fives", points=points)
    assert needs_in_short(desk.table) == ["Eva needs 26 or more to lead.", "Dev leads by 5."]


def test_needs_name_who_can_no_longer_win() -> None:
    desk = finished_but_for("yahtzee", "ones")
    assert needs(desk.table) == {"1": "Nobody can catch Ana.", "2": "Bo can no longer win."}


def test_win_at_once_leaves_everyone_chance() -> None:
    desk = finished_but_for("generala", "ones", automatic_win="always")
    assert needs(desk.table) == {"1": "Ana leads by 24.", "2": "Bo needs 25 or more to lead."}


def test_panel_of_player_says_need() -> None:
    desk = SampleTable("yahtzee")
    desk.line(1, "chance", points=25)
    page = desk.writer.client().get(desk.url() + "?seat=2", headers=HTMX).content.decode()
    assert "Bo needs 26 or more to lead." in page


def test_bonus_row_shows_missing_points() -> None:
    desk = SampleTable("yahtzee")
    assert bonus_cells(desk) == ["0", "0"]
    desk.line(1, "sixes", points=24)
    assert bonus_cells(desk) == ["24 39 to go", "0"]
    desk.line(2, "fives", points=10)
    assert bonus_cells(desk)[1] == "10 53 to go"


def test_bonus_out_of_reach_shows_only_sum() -> None:
    desk = SampleTable("yahtzee")
    for box in ("sixes", "fives", "fours"):
        desk.line(1, box)
    assert bonus_cells(desk)[0] == "0"


def test_earned_bonus_shows_no_gap() -> None:
    desk = SampleTable("yahtzee")
    for face, box in enumerate(UPPER, 1):
        desk.line(1, box, points=4 * face)
    assert bonus_cells(desk)[0] == "+35"

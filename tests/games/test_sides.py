"""Partners as one side: totals, leads and results are the side's."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scorekeeper.games import lines as telling
from scorekeeper.games.sides import side_totals, side_with, sides_of
from scorekeeper.table.result import result_context
from scorekeeper.table.score_chart import course_chart
from scorekeeper.table.status import lead_text
from tests.factories import SampleTable

from .draft_client import Phone

pytestmark = pytest.mark.django_db
FOUR = ("Ana", "Bo", "Cleo", "Dev")
# rounds: Ana 10 and Cleo 10 against Bo 5 and Dev 5; Ana 10 and Cleo 5 against Bo 15
AHEAD = {"trump": "H", "tricks": ["1", "1", "3", "2", "4"], "best": "3"}
LEVEL = {"trump": "H", "tricks": ["1", "1", "3", "2", "2"], "best": "2"}


def rounds(*lines: dict[str, Any], **settings: Any) -> SampleTable:
    """Forty-fives of Ana and Cleo against Bo and Dev."""
    desk = SampleTable("forty_fives", FOUR, dealer=4, teams=(1, 2, 1, 2), **settings)
    for line in lines:
        desk.entry(**line)
    return desk


def dice(**settings: Any) -> SampleTable:
    """Play General with the same sides: 40 for Ana and Cleo, 33 for Bo and Dev (most: Bo)."""
    desk = SampleTable("general", FOUR, teams=(1, 2, 1, 2), **settings)
    for player, points in ((1, 24), (2, 30), (3, 16), (4, 3)):
        box = {24: "fours", 30: "sixes", 16: "fours", 3: "ones"}[points]
        desk.line(player, box, points=points if points != 24 else 20)
    return desk


def text(page: str) -> str:
    """Return the text of a page without tags and repeated blanks."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_sides_of_partners_hold_their_parts() -> None:
    desk = rounds(AHEAD)
    ours, theirs = sides_of(desk.table)
    assert (ours.name, ours.total, ours.parts) == ("Ana and Cleo", 20, (10, 10))
    assert (theirs.name, theirs.total, theirs.parts) == ("Bo and Dev", 10, (5, 5))
    assert side_with((ours, theirs), "4") is theirs


def test_sides_of_single_players_are_each_alone() -> None:
    desk = SampleTable("general")
    assert [(side.name, side.alone) for side in sides_of(desk.table)] == [("Ana", True), ("Bo", True)]
    assert side_totals(desk.table) == []


def test_log_of_level_sides_names_no_leader() -> None:
    desk = rounds(LEVEL)
    assert [side.total for side in sides_of(desk.table)] == [15, 15]
    page = desk.writer.client().get(desk.url("log")).text
    assert "The sides were tied at 15" in page
    assert "led by" not in page


def test_log_shows_lead_of_side() -> None:
    desk = rounds(LEVEL)
    desk.entry(**AHEAD)
    page = desk.writer.client().get(desk.url("log")).text
    assert "Ana and Cleo led by 10" in page
    assert "The sides were tied at 15" in page


def test_round_line_names_what_each_side_wrote() -> None:
    desk = rounds(AHEAD)
    assert desk.table.last_line is not None
    assert telling.line_text(desk.table, desk.table.last_line) == "round 1: Ana and Cleo 20, Bo and Dev 10"


def test_lead_is_sides() -> None:
    desk = dice()
    assert lead_text(desk.table) == "Ana and Cleo by 3, 8 turns left"


def test_lead_of_many_is_their_number() -> None:
    desk = SampleTable("yahtzee", [*FOUR, "Eva"])
    for player, points in enumerate((24, 24, 24, 24, 20), 1):
        desk.line(player, "chance", points=points)
    assert lead_text(desk.table) == "4 players by 4, 11 turns left"


def test_correction_shows_total_of_side() -> None:
    desk = dice()
    page = desk.writer.client().get(f"{desk.url()}?line=1&right=1&box=fours&points=16").text
    assert "Ana and Cleo 32, 1 behind Bo and Dev" in page


def test_dice_sheet_shows_side_totals_above_parts() -> None:
    desk = dice()
    page = desk.writer.client().get(desk.url()).text
    above, sheet, *_ = page.split('<ul class="totals stand">')[1].split("</ul>")
    assert text(above) == "A C Ana and Cleo leads with 36 B D Bo and Dev 33"
    assert 'class="lead"' in above
    assert "leads with" not in sheet
    assert not re.search(r'<th scope="col" class="[^"]*\blead\b', sheet)


def test_dice_sheet_of_single_players_has_no_strip() -> None:
    desk = SampleTable("general")
    desk.line(1, "fours", points=16)
    page = desk.writer.client().get(desk.url()).text
    assert "totals stand" not in page
    assert "leads with" in page


def test_head_of_partner_shows_part_and_side() -> None:
    desk = dice()
    page = desk.writer.client().get(f"{desk.url()}?seat=2").text
    assert "Bo: 30 of the 33 of Bo and Dev" in page
    assert "Bo has 30" not in page


def test_chart_draws_line_for_each_side() -> None:
    desk = rounds(*[AHEAD] * 3, options={"target": 60})
    course = course_chart(desk.table)
    assert course is not None
    assert re.findall(r'<text class="name l\d+"[^>]*>([^<]*)<', course.chart) == ["Ana + Cleo", "Bo + Dev"]
    assert '<th scope="col">Ana and Cleo</th><th scope="col">Bo and Dev</th></tr>' in course.table
    assert re.findall(r"<tr>(.*?)</tr>", course.table)[-1].endswith("<td>60</td><td>30</td>")
    assert len(re.findall(r'<circle class="ring', course.chart)) == 1


def test_result_has_one_row_for_each_side() -> None:
    desk = rounds(*[AHEAD] * 3, options={"target": 60})
    page = desk.writer.client().get(desk.url()).text
    rows = re.findall(r"<li>.*?</li>", page.split('<ol class="list">')[1].split("</ol>")[0])
    assert [text(row) for row in rows] == [
        "1 A C Ana and Cleo Ana 30, Cleo 30 60",
        "2 B D Bo and Dev Bo 15, Dev 15 −30 30",
    ]


def test_game_given_up_shows_where_sides_stood() -> None:
    desk = dice()
    desk.change(ended=True)
    shown = result_context(desk.table)
    assert [(row.name, row.total, row.parts) for row in shown["rows"]] == [
        ("Ana and Cleo", 36, "Ana 20, Cleo 16"),
        ("Bo and Dev", 33, "Bo 30, Dev 3"),
    ]


def test_home_shows_total_of_each_side() -> None:
    desk = dice()
    page = desk.writer.client().get("/").text
    totals = page.split('<ul class="totals">')[1].split("</ul>")[0]
    assert text(totals) == "A C 36 B D 33"


def test_screen_of_partners_shows_sides() -> None:
    desk = rounds(AHEAD)
    page = desk.writer.client().get(desk.url("big_screen")).text
    assert "round 1: Ana and Cleo 20, Bo and Dev 10" in page
    assert "Ana and Cleo by 10" in page


def test_tricks_sheet_shows_side_totals() -> None:
    desk = rounds(AHEAD)
    page = Phone(desk).tap("mode-cards", "card-7H", "robbed").page
    above = page.split('<ul class="totals stand">')[1].split("</ul>")[0]
    assert text(above) == "A C Ana and Cleo leads with 20 B D Bo and Dev 10"

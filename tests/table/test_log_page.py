"""The log page shows the values before and after each correction."""

from __future__ import annotations

import re

import pytest

from tests.factories import SampleTable

pytestmark = pytest.mark.django_db


def corrections(desk: SampleTable) -> list[tuple[str, str]]:
    """Return the values before and after each correction that is still valid; newest first."""
    page = desk.writer.client().get(desk.url("log")).text
    rows = [row for row in re.findall(r"<li.*?</li>", page, re.DOTALL) if "corrected</b>" in row]
    was = [re.search(r'<span class="vh">was </span>(.*?)</s>', row) for row in rows]
    made = [re.search(r"<em>(.*?)</em>", row) for row in rows]
    return [(old[1] if old else "", new[1] if new else "") for old, new in zip(was, made, strict=True)]


def test_correction_tells_what_it_found() -> None:
    desk = SampleTable()
    desk.line(1, "fours", points=12)
    desk.line(2, "ones")
    first = desk.amend(1, box="fours", points=8).count
    assert corrections(desk) == [("12", "8")]
    desk.void(first)
    # the next correction did not find the entry that was taken back
    desk.amend(1, box="fours", points=16)
    assert corrections(desk) == [("12", "16"), ("12", "")]
    desk.amend(1, box="fours", points=4)
    assert corrections(desk) == [("16", "4"), ("12", ""), ("12", "")]
    # taken back later: it had found the value of that time
    desk.void(desk.table.count)
    assert corrections(desk) == [("16", ""), ("12", "16"), ("12", "")]


def test_corrected_line_tells_both_values() -> None:
    desk = SampleTable()
    desk.line(1, "fours", points=12)
    desk.line(2, "fives", points=15)
    desk.amend(1, box="fours", points=8)
    desk.amend(2, box="twos", strike=True)
    page = desk.writer.client().get(desk.url("log")).content.decode()
    lines = [" ".join(re.sub("<[^>]+>", " ", row).split()) for row in page.split('<li class="')[-2:]]
    assert "Bo, fives corrected: twos, crossed out," in lines[0]
    assert "was 15" in lines[0]
    assert "Ana, fours corrected: fours 8," in lines[1]
    assert "was 12" in lines[1]


def test_taken_back_tells_line_as_it_was_corrected() -> None:
    desk = SampleTable("general", ("Ana", "Bo"))
    desk.line(1, "sixes", points=12)
    desk.amend(1, box="sixes", points=18)
    desk.void(1)
    page = desk.writer.client().get(desk.url("log")).text
    assert "Taken back: Ana, sixes 18" in page


def test_correction_of_bid_shows_both_bids() -> None:
    """A round has a long text: beside its title it would get one letter a line."""
    desk = SampleTable("forty_fives", ("Ana", "Bo"), options={"auction": True}, dealer=1)
    desk.entry(trump="S", tricks=["1"] * 5, best="1", bid={"player": "1", "points": 30})
    desk.amend(1, trump="S", tricks=["1"] * 5, best="1", bid={"player": "2", "points": 25})
    page = desk.writer.client().get(desk.url("log")).text
    tricks = ", ".join([*["Ana"] * 5, "best trump: Ana"])
    was = f'<span class="vh">was </span>round in ♠, Ana bid 30: {tricks}'
    assert f"<b>Round in ♠ corrected</b><small><s>{was}</s></small>" in page
    assert f"round in ♠, Bo bid 25: {tricks}" in page


def test_course_of_game_of_rounds_ends_with_round() -> None:
    desk = SampleTable("forty_fives", ("Ana", "Bo"), options={"target": 45}, dealer=1)
    for _ in range(2):
        desk.entry(trump="S", tricks=["1"] * 5, best="1")
    page = desk.writer.client().get(desk.url()).text
    assert ">Round 2</text>" in page


def test_round_that_was_taken_back_begins_with_capital() -> None:
    desk = SampleTable("forty_fives", ("Ana", "Bo"), dealer=1)
    desk.entry(trump="S", tricks=["1"] * 5, best="1")
    desk.void(1)
    assert "<b>Round in ♠</b>" in desk.writer.client().get(desk.url("log")).text


def test_correction_without_change_shows_its_value() -> None:
    """It is no note, because none changed."""
    desk = SampleTable()
    desk.line(1, "fours", points=12)
    desk.amend(1, box="fours", points=12)
    assert corrections(desk) == [("12", "12")]


def test_correction_of_roll_alone_names_roll() -> None:
    desk = SampleTable("general")
    desk.line(1, "full_house", dice=[4, 4, 4, 2, 2], throws=2)
    desk.amend(1, box="full_house", dice=[4, 4, 4, 2, 2], throws=1)
    assert corrections(desk) == [("second roll", "35")]


def test_correction_of_best_trump_alone_names_player() -> None:
    desk = SampleTable("forty_fives", ("Ana", "Bo"), dealer=1)
    desk.entry(trump="S", tricks=["1", "2", "1", "1", "1"], best="1")
    desk.amend(1, trump="S", tricks=["1", "2", "1", "1", "1"], best="2")
    page = desk.writer.client().get(desk.url("log")).text
    assert "best trump: Ana</s>" in page
    assert page.count("best trump: Bo") == 1


def test_line_and_correction_show_their_dice() -> None:
    desk = SampleTable("general", ("Ana", "Bo"))
    desk.line(1, "fours", dice=[4, 4, 4, 4, 1], throws=3)
    desk.amend(1, box="fours", dice=[4, 4, 4, 1, 1], throws=3)
    page = desk.writer.client().get(desk.url("log")).text
    assert page.count('class="d-4"') == 4 + 3
    assert re.findall(r'<span class="vh">with ([\d ]+), </span>', page) == ["4 4 4 1 1", "4 4 4 4 1"]

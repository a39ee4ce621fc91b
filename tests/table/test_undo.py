"""Undo names the restored value, for dice and cards, with and without script."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from tests.factories import HTMX, SampleTable

pytestmark = pytest.mark.django_db

SHORT_LOG: dict[str, Any] = {"trump": "H", "tricks": ["1", "1", "2", "1", "1"], "best": "1"}


def plain(page: bytes, pattern: str) -> str:
    """The text of the first element that the pattern finds, without tags."""
    found = re.search(pattern, page.decode(), re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", "", found[1])).strip() if found else ""


def undo_key(desk: SampleTable) -> str:
    """The label of the undo key on the entry panel."""
    page = desk.writer.client().get(desk.url()).content
    return plain(page, r'class="quiet undo".*?<span>(.*?)</span>')


def undone(desk: SampleTable, entry: int, *, htmx: bool = True) -> str:
    """Return the message after this entry was undone."""
    client, form = desk.writer.client(), desk.form(entry=entry)
    if htmx:
        answer = client.post(desk.url("undo"), form, headers=HTMX)
    else:
        answer = client.post(desk.url("undo"), form, follow=True)
    return plain(answer.content, r'id="note".*?<p>(.*?)</p>')


def test_undo_key_of_line_names_line() -> None:
    desk = SampleTable()
    desk.line(1, "sixes", points=24)
    assert undo_key(desk) == "Take back Ana’s 24"


@pytest.mark.parametrize("htmx", [True, False])
def test_undone_correction_says_what_stands_again(htmx: bool) -> None:
    desk = SampleTable()
    line = desk.line(1, "sixes", dice=[6, 6, 6, 3, 1])
    correction = desk.amend(line, player="1", box="sixes", points=24).count
    assert undo_key(desk) == "Undo: 24 back to 18"
    assert undone(desk, correction, htmx=htmx) == "Change undone: Ana, sixes 18"
    assert desk.points(1, "sixes") == 18


def test_undone_correction_of_another_box_names_line() -> None:
    desk = SampleTable()
    line = desk.line(1, "sixes", points=24)
    correction = desk.amend(line, player="1", box="fives", strike=True).count
    assert undo_key(desk) == "Undo the change to Ana, fives, crossed out"
    assert undone(desk, correction) == "Change undone: Ana, sixes 24"


def test_second_correction_undone_shows_first() -> None:
    desk = SampleTable()
    line = desk.line(1, "sixes", points=24)
    desk.amend(line, player="1", box="sixes", points=18)
    correction = desk.amend(line, player="1", box="sixes", points=12).count
    assert undo_key(desk) == "Undo: 12 back to 18"
    assert undone(desk, correction) == "Change undone: Ana, sixes 18"


def test_redone_line_says_which_line_stands() -> None:
    desk = SampleTable()
    desk.line(1, "sixes", points=24)
    first = desk.line(2, "sixes", points=12)
    desk.line(1, "fives", points=10)
    void = desk.void(first)
    assert undone(desk, void) == "Written again: Bo, sixes 12"


def test_redone_correction_says_what_it_changed_to() -> None:
    desk = SampleTable()
    line = desk.line(1, "sixes", points=24)
    void = desk.void(desk.amend(line, player="1", box="sixes", points=18).count)
    assert undone(desk, void) == "Changed again: Ana, sixes 18"


def test_undone_correction_of_round_names_round() -> None:
    desk = SampleTable("forty_fives", ["Ana", "Bo"])
    line = desk.entry(**SHORT_LOG)
    correction = desk.amend(line, **{**SHORT_LOG, "tricks": ["1", "1", "2", "2", "1"]}).count
    assert undo_key(desk) == "Undo the change to round 1"
    assert undone(desk, correction).startswith("Change undone: round 1: Ana 25, Bo 5")

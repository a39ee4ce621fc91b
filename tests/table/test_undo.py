"""Undo names the restored value, for dice and cards, with and without script."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.play import log
from scorekeeper.play.log_index import newest_undo
from tests.factories import HTMX, SampleTable
from tests.sampling import some_of

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


def test_undo_key_of_win_at_once_names_winner() -> None:
    desk = SampleTable("generala")
    desk.line(1, "sixes", points=24)
    log.append(desk.address, desk.write_request(), [{"player": "2", "dice": [3] * 5, "throws": 1}])
    page = desk.writer.client().get(desk.url(), {"undo": desk.table.count}).content
    assert plain(page, r'id="note".*?<b>(.*?)</b>') == "Take back Bo’s win?"


def test_undo_key_of_player_who_left_names_player() -> None:
    desk = SampleTable(names=["Ana", "Bo", "Cleo"])
    struck = {"player": "2", "strike": True, "out_of_turn": True}
    log.append(desk.address, desk.write_request(), [{**struck, "box": box} for box in ("ones", "twos")])
    assert undo_key(desk) == "Undo: Bo leaves"


@pytest.mark.parametrize("htmx", [True, False])
def test_undone_correction_names_restored_line(htmx: bool) -> None:
    desk = SampleTable()
    line = desk.line(1, "sixes", dice=[6, 6, 6, 3, 1])
    correction = desk.amend(line, player="1", box="sixes", points=24).count
    assert undo_key(desk) == "Undo: 24 back to 18"
    assert undone(desk, correction, htmx=htmx) == "Change undone: Ana, sixes 18"
    assert desk.points(1, "sixes") == 18


def test_undone_note_is_named_as_note() -> None:
    desk = SampleTable()
    line = desk.line(1, "sixes", points=24)
    desk.amend(line, player="1", box="sixes", points=18)
    form = desk.form(line=str(line), note="read twice")
    assert desk.writer.client().post(desk.url("write_note"), form, headers=HTMX).status_code == 200
    note = desk.table.count
    assert undo_key(desk) == "Undo the note on Ana, sixes"
    assert undone(desk, note) == "Note undone: Ana, sixes 18"
    assert keys(desk.writer.client().get(desk.url()).content)[-1] == ("sure", "Restore the note")
    void = desk.table.count
    assert "Note taken back: Ana, sixes" in desk.writer.client().get(desk.url("log")).text
    assert undone(desk, void) == "Note restored: Ana, sixes 18"
    assert "Note restored: Ana, sixes" in desk.writer.client().get(desk.url("log")).text


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


def test_redone_line_is_named() -> None:
    desk = SampleTable()
    desk.line(1, "sixes", points=24)
    first = desk.line(2, "sixes", points=12)
    desk.line(1, "fives", points=10)
    void = desk.void(first)
    assert undone(desk, void) == "Restored: Bo, sixes 12"


def test_redone_correction_names_new_line() -> None:
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


def keys(page: bytes) -> list[tuple[str, str]]:
    """The fields and labels of the keys for undo and redo."""
    found = re.findall(
        r'<button class="quiet(?: \w+)?"[^>]*take-back/"[^>]*name="(\w+)"[^>]*>(.*?)</button>',
        page.decode(),
        re.DOTALL,
    )
    return [(name, unescape(re.sub(r"<[^>]+>", "", label)).strip()) for name, label in found]


def test_undone_line_offers_next_step_by_name() -> None:
    desk = SampleTable()
    desk.line(1, "sixes", points=24)
    second = desk.line(2, "sixes", points=12)
    answer = desk.writer.client().post(desk.url("undo"), desk.form(entry=second), headers=HTMX)
    assert keys(answer.content) == [("sure", "Restore it"), ("entry", "Take back Ana’s 24")]


def test_undone_lines_are_offered_again_after_reload() -> None:
    desk = SampleTable()
    first = desk.line(1, "sixes", points=24)
    second = desk.line(2, "sixes", points=12)
    voids = [desk.void(second), desk.void(first)]
    page = desk.writer.client()
    assert keys(page.get(desk.url()).content) == [("sure", "Restore Ana’s sixes")]
    page.post(desk.url("undo"), desk.form(sure=voids[1]))
    assert desk.points(1, "sixes") == 24
    assert keys(page.get(desk.url() + "?dice=12").content) == [
        ("entry", "Take back Ana’s 24"),
        ("sure", "Restore Bo’s sixes"),
    ]
    page.post(desk.url("undo"), desk.form(sure=voids[0]))
    assert desk.points(2, "sixes") == 12
    assert keys(page.get(desk.url()).content) == [("entry", "Take back Bo’s 12")]


def test_next_line_ends_offer_to_write_again() -> None:
    desk = SampleTable()
    desk.void(desk.line(1, "sixes", points=24))
    desk.line(1, "fives", points=10)
    assert [label for _name, label in keys(desk.writer.client().get(desk.url()).content)] == [
        "Take back Ana’s 10"
    ]


def test_undone_correction_is_offered_again() -> None:
    desk = SampleTable()
    line = desk.line(1, "sixes", points=24)
    desk.void(desk.amend(line, player="1", box="sixes", points=18).count)
    assert keys(desk.writer.client().get(desk.url()).content)[-1] == ("sure", "Change it again")


@settings(max_examples=some_of(48))
@given(steps=st.lists(st.sampled_from("wurc"), max_size=12))
def test_steps_back_and_again_restore_sheet(steps: list[str]) -> None:
    """Any mix of lines, undo and redo: each undo is offered again, and brings back what it took."""
    desk = SampleTable()
    boxes = ["ones", "twos", "threes", "fours", "fives", "sixes", "straight", "full_house"]
    before: list[list[Any]] = []
    for step in steps:
        table = desk.table
        if step in "uc" and table.last_line:
            before.append([line.moves for line in table.replayed.lines])
            desk.void(table.last_line.latest.number)
        elif step == "r" and before:
            found = newest_undo(table)
            assert found is not None
            desk.void(found[0].number)
            assert [line.moves for line in desk.table.replayed.lines] == before.pop()
        elif step == "w" and len(table.replayed.lines) < 8:
            used = {move["box"] for line in table.replayed.lines for move in line.moves}
            desk.line(int(table.turn or 1), next(box for box in boxes if box not in used))
            before = []
    assert (newest_undo(desk.table) is None) == (not before)

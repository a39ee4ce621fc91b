"""Notes on a line: written, changed, deleted, shown in cell and log, exported."""

from __future__ import annotations

import json
import re

import pytest

from scorekeeper.play.models import Entry
from tests.factories import HTMX, SampleTable

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> SampleTable:
    found = SampleTable()
    found.line(1, "fours", dice=[4, 4, 4, 1, 2], throws=3)
    return found


def write(desk: SampleTable, note: str, line: str = "1", **fields: object) -> int:
    form = desk.form(line=line, note=note, **fields)
    return desk.writer.client().post(desk.url("write_note"), form, headers=HTMX).status_code


def page(desk: SampleTable, name: str = "table", query: str = "") -> str:
    return desk.writer.client().get(desk.url(name) + query).text


def test_note_is_shown_in_cell_log_and_transcript(desk: SampleTable) -> None:
    assert write(desk, "  Bo blew   on the dice ") == 200
    assert "Bo blew on the dice" in page(desk, query="?line=1")
    log = page(desk, "log")
    assert "Note on Ana, fours" in log
    assert "“Bo blew on the dice”" in log
    entries = json.loads(page(desk, "transcript"))["entries"]
    assert entries[0]["note"] == "Bo blew on the dice"
    assert entries[0]["dice"] == [4, 4, 4, 1, 2]


def test_note_changes_no_points(desk: SampleTable) -> None:
    before = desk.points(1, "fours")
    write(desk, "sloppy")
    assert (desk.points(1, "fours"), desk.table.turn) == (before, "2")
    assert "Undo the note on Ana, fours" in page(desk)


def test_note_is_no_correction_and_moves_no_marker(desk: SampleTable) -> None:
    desk.line(2, "fives", dice=[5, 5, 5, 1, 2], throws=3)
    write(desk, "sloppy")
    log = page(desk, "log")
    assert "corrected" not in log
    assert log.count('<em class="best">12</em>') + log.count(">12<") == 1
    sheet = page(desk)
    assert re.search(r'<td class="new"><a href="\?line=2"', sheet)
    assert re.search(r'<td class="noted"><a href="\?line=1" aria-label="Ana, Fours 12, with a note"', sheet)


def test_note_after_correction_leaves_correction(desk: SampleTable) -> None:
    desk.amend(1, box="fours", points=16)
    write(desk, "sloppy")
    write(desk, "very sloppy")
    assert "corrected: fours 16" in page(desk, "log")
    assert desk.table.scored_line is not None
    assert desk.table.scored_line.scored.number in (2, 3)


def test_empty_note_deletes_it(desk: SampleTable) -> None:
    write(desk, "sloppy")
    write(desk, " ")
    assert "note" not in desk.table.replayed.lines[0].moves[0]


def test_correction_leaves_note(desk: SampleTable) -> None:
    write(desk, "sloppy")
    desk.amend(1, box="fours", points=16)
    assert desk.table.replayed.lines[0].moves[0]["note"] == "sloppy"


def test_undo_of_note_leaves_line(desk: SampleTable) -> None:
    write(desk, "sloppy")
    desk.void(2)
    assert "note" not in desk.table.replayed.lines[0].moves[0]
    assert desk.points(1, "fours") == 12


def test_note_sent_twice_is_written_once(desk: SampleTable) -> None:
    form = desk.form(line="1", note="sloppy")
    for _time in range(2):
        assert desk.writer.client().post(desk.url("write_note"), form, headers=HTMX).status_code == 200
    assert Entry.objects.filter(session=desk.session).count() == 2


def test_long_note_is_refused(desk: SampleTable) -> None:
    assert write(desk, "x" * 501) == 422
    assert desk.table.count == 1


def test_note_on_missing_line_is_refused(desk: SampleTable) -> None:
    assert write(desk, "sloppy", line="7") == 422


def test_note_on_card_round_is_shown() -> None:
    desk = SampleTable("generala_cards", ["Ana", "Bo", "Cleo"])
    desk.entry(out=[["1"], ["2"]])
    write(desk, "the joker stuck")
    assert "the joker stuck" in page(desk, query="?line=1")
    assert "“the joker stuck”" in page(desk, "log")


def test_correction_is_cached_with_its_new_move(desk: SampleTable) -> None:
    """Equal figures are not enough: a strike may become dice that score nothing."""
    desk.line(2, "ones")
    desk.amend(2, box="ones", dice=[2, 3, 4, 5, 6], throws=1)
    write(desk, "at last", line="2")
    line = desk.table.replayed.lines[1]
    assert line.moves == tuple(line.latest.data["moves"])
    assert line.moves[0] == {
        "player": "2",
        "box": "ones",
        "dice": [2, 3, 4, 5, 6],
        "throws": 1,
        "note": "at last",
    }

"""Logs of thousands of entries: pages read only valid ones, and there is a limit."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import TestCase
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper.play import amendments, loading, log
from scorekeeper.play.exceptions import RefusedError
from scorekeeper.play.game_cache import GAME_CACHE
from scorekeeper.play.loading import current_entries, load_from_log, read_entries
from scorekeeper.play.log_index import lines_after, read_line_entries
from scorekeeper.play.replay import StoredEntry, current_lines
from scorekeeper.play.sql import MOST_CHAINED
from tests.factories import HTMX, SampleTable
from tests.query_counts import insert_entries

pytestmark = pytest.mark.django_db

FACES = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
BOXES = tuple(FACES)
TWOS: dict[str, Any] = {"moves": [{"player": "1", "box": "twos", "points": 4}]}


def long_log(count: int) -> SampleTable:
    """A game in which a line was written and taken back again and again, so many entries in all."""
    desk = SampleTable()
    desk.line(1, "ones", points=3)
    rows: list[tuple[Any, ...]] = []
    for number in range(2, count, 2):
        rows.append((desk.session.pk, number, "append", None, TWOS))
        rows.append((desk.session.pk, number + 1, "void", number, {}))
    insert_entries(rows)
    return desk


def remembering() -> Any:
    """Games are remembered once they are committed."""
    return TestCase.captureOnCommitCallbacks(execute=True)


def rows_read(desk: SampleTable, entry: int) -> int:
    """Take an entry back on the page; the entries of the log that were read for it."""
    client = desk.writer.client()
    with remembering():
        client.get(desk.url())
    with CaptureQueriesContext(connection) as captured, remembering():
        answer = client.post(desk.url("undo"), desk.form(entry=entry), headers=HTMX)
    assert answer.status_code == 200
    read = 0
    for query in captured.captured_queries:
        if query["sql"].lstrip().startswith(("SELECT", "WITH")) and "play_entry" in query["sql"]:
            with connection.cursor() as cursor:
                cursor.execute(query["sql"].replace("%", "%%"))
                read += len(cursor.fetchall())
    return read


def test_undo_reads_few_entries_however_long_log() -> None:
    read = []
    for count in (11, 2001):
        desk = long_log(count)
        read.append(rows_read(desk, desk.line(2, "fours", points=8)))
    assert read[0] == read[1] <= 10


def test_every_undo_equals_full_replay() -> None:
    desk = long_log(11)
    line = desk.line(2, "fours", points=8)
    for points in (4, 12, 16):
        desk.amend(line, box="fours", points=points)
    for entry in (14, line, 16, 16 - 1, 17, 13):
        number = entry if entry in (line, 13, 14) else desk.table.count
        amendments.void(desk.address, desk.write_request(), number)
        assert desk.table.replayed == load_from_log(desk.session).replayed


def test_page_reads_bounded_part_of_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "SHORT_LOG", 10)
    read = []
    for count in (11, 2001):
        desk = long_log(count)
        for points in (1, 2, 3, 2, 1):
            desk.amend(1, box="ones", points=points)
        GAME_CACHE.clear()
        read.append(len(current_entries({desk.session.pk: desk.table.count})[desk.session.pk]))
        assert desk.table.replayed == load_from_log(desk.session).replayed
    assert read == [3, 3]  # how the line began, and the last two that put it right


def any_log(desk: SampleTable, chance: Random, count: int) -> None:
    """Write entries, corrections and undos of anything, undos included, in long chains."""
    rows: list[tuple[Any, ...]] = []
    chains: dict[int, int] = {}
    for number in range(1, count + 1):
        started = [row for row in rows if row[2] == "append"]
        kind = chance.choice(("append", "amend", "amend", "void", "void", "void")) if started else "append"
        target, data = None, {}
        if kind == "append" and len(started) < len(BOXES):
            data = {
                "moves": [{"player": "1", "box": BOXES[len(started)], "strike": True, "out_of_turn": True}]
            }
        elif kind == "void":
            target = chance.choice([each for each in chains if chains[each] < MOST_CHAINED])
        else:
            kind, line = "amend", chance.choice(started)
            points = FACES[line[4]["moves"][0]["box"]] * chance.randint(1, 4)
            move = {"player": "1", "box": line[4]["moves"][0]["box"], "points": points, "out_of_turn": True}
            target, data = line[1], {"moves": [move]}
        chains[number] = chains[target] + 1 if kind == "void" and target else 0
        rows.append((desk.session.pk, number, kind, target, data))
    insert_entries(rows)


@pytest.mark.parametrize("seed", range(8))
def test_few_entries_make_lines_that_whole_log_makes(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "SHORT_LOG", 0)
    desk = SampleTable()
    any_log(desk, Random(seed), 60)
    session = desk.session
    for count in range(61):
        few = current_entries({session.pk: count})[session.pk]
        assert current_lines(few) == current_lines(read_entries(session, count))
    table, log_of_all = desk.table, read_entries(session)
    for number in range(1, 61):
        new = StoredEntry(61, "void", number, {}, 1, 1, timezone.now())
        rows = read_line_entries(table, number)
        assert lines_after(table, rows) == current_lines(log_of_all)
        assert lines_after(table, rows, new) == current_lines([*log_of_all, new])


def test_depth_of_undo_is_limited() -> None:
    desk = SampleTable()
    number = desk.line(1, "ones", points=3)
    for _ in range(MOST_CHAINED):
        number = amendments.void(desk.address, desk.write_request(), number).count
        assert desk.table.replayed == load_from_log(desk.session).replayed
    with pytest.raises(RefusedError, match="line_gone"):
        amendments.void(desk.address, desk.write_request(), number)


def test_entries_of_game_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "MOST_ENTRIES", 3)
    monkeypatch.setattr(log, "MORE_CHANGES", 1)
    desk = SampleTable()
    for box in ("ones", "twos", "threes"):
        line = desk.line(1, box, strike=True, out_of_turn=True)
    form = desk.form(player="2", box="ones", strike="1", seen="3")
    client = desk.writer.client()
    answer = client.post(desk.url("write"), form, headers=HTMX)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "This game has 3 entries and takes no more." in page
    assert 'href="/new/general/">New game' in page
    attempts: list[Callable[[], object]] = [
        lambda: amendments.void(desk.address, desk.write_request(), line),
        lambda: desk.amend(1, box="ones", points=1),
    ]
    for refused in attempts:
        with pytest.raises(RefusedError, match="log_full"):
            refused()
    desk.change(ended=True)
    with pytest.raises(RefusedError, match="log_full"):
        desk.change(ended=False)
    desk.change(removed=True)
    assert desk.session.entries.count() == 5

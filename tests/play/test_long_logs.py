"""Logs of thousands of entries: taking back reads only what is about one line, and there is a last entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import TestCase
from django.test.utils import CaptureQueriesContext

from scorekeeper.play import log, ticket
from scorekeeper.play.table import read_again
from tests.play.tables import HTMX, Desk
from tests.play.test_query_counts import insert_entries

pytestmark = pytest.mark.django_db

TWOS: dict[str, Any] = {"moves": [{"player": "1", "box": "twos", "points": 4}]}


def long_log(count: int) -> Desk:
    """A game in which a line was written and taken back again and again, so many entries in all."""
    desk = Desk()
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


def rows_read(desk: Desk, entry: int) -> int:
    """Take an entry back on the page; the entries of the log that were read for it."""
    client = desk.writer.client()
    with remembering():
        client.get(desk.url())
    with CaptureQueriesContext(connection) as captured, remembering():
        answer = client.post(desk.url("take_back"), desk.form(entry=entry), headers=HTMX)
    assert answer.status_code == 200
    read = 0
    for query in captured.captured_queries:
        if query["sql"].lstrip().startswith(("SELECT", "WITH")) and "play_entry" in query["sql"]:
            with connection.cursor() as cursor:
                cursor.execute(query["sql"].replace("%", "%%"))
                read += len(cursor.fetchall())
    return read


def test_undo_reads_a_few_entries_however_long_the_log() -> None:
    read = []
    for count in (11, 2001):
        desk = long_log(count)
        read.append(rows_read(desk, desk.line(2, "fours", points=8)))
    assert read[0] == read[1] <= 10


def test_undo_in_every_way_gives_what_the_whole_log_gives() -> None:
    desk = long_log(11)
    line = desk.line(2, "fours", points=8)
    for points in (4, 12, 16):
        desk.amend(line, box="fours", points=points)
    for entry in (14, line, 16, 16 - 1, 17, 13):
        number = entry if entry in (line, 13, 14) else desk.table.count
        log.void(desk.address, desk.ticket(), number)
        assert desk.table.folded == read_again(desk.session).folded


def test_game_takes_so_many_entries_and_offers_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ticket, "MOST_ENTRIES", 3)
    monkeypatch.setattr(ticket, "MORE_CHANGES", 1)
    desk = Desk()
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
        lambda: log.void(desk.address, desk.ticket(), line),
        lambda: desk.amend(1, box="ones", points=1),
    ]
    for refused in attempts:
        with pytest.raises(log.RefusedError, match="log_full"):
            refused()
    desk.change(ended=True)
    with pytest.raises(log.RefusedError, match="log_full"):
        desk.change(ended=False)
    desk.change(removed=True)
    assert desk.session.entries.count() == 5

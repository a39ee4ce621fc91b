"""How many questions the line that ends a game asks the database: as many for ten players as for two."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.history import results
from scorekeeper.history.models import Cell, Score
from scorekeeper.play import log
from tests.play.tables import Desk

pytestmark = pytest.mark.django_db


def asked(desk: Desk) -> int:
    """How many queries it takes to write what is kept of a table."""
    table = desk.table
    with CaptureQueriesContext(connection) as captured:
        results.write(table)
    return len(captured)


def over(players: int) -> Desk:
    """A game of General that everybody went home from but the last, who wrote a box."""
    desk = Desk("general", [f"player {number}" for number in range(1, players + 1)])
    desk.line(players, "sixes", points=12)
    for number in range(1, players + 1):
        log.go_home(desk.address, desk.ticket(), str(number))
    return desk


def test_as_many_for_ten_as_for_two() -> None:
    counts = [asked(over(players)) for players in (2, 5, 10)]
    # what stood there, its cells and scores away, the variant, the result, scores, cells
    assert counts == [7, 7, 7]


def test_forty_columns_come_in_parts() -> None:
    """SQLite takes a thousand values in one statement."""
    desk = over(40)
    assert Score.objects.count() == 40
    assert Cell.objects.count() == 400
    assert asked(desk) <= 7 + 2 + 1

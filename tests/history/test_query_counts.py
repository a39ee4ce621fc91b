"""Queries of the entry that ends a game: as many for ten players as for two."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.history import results
from scorekeeper.history.models import Cell, Frequency, HeadToHead, Result, Score, VariantCount
from scorekeeper.play import log
from tests.factories import SampleTable

pytestmark = pytest.mark.django_db


def asked(desk: SampleTable) -> int:
    """Return the number of queries that write the results of a table."""
    table = desk.table
    with CaptureQueriesContext(connection) as captured:
        results.write(table)
    return len(captured)


def held() -> int:
    """One more query locks the rows where the database can; SQLite has one writer anyway."""
    return int(connection.features.has_select_for_update)


def over(players: int) -> SampleTable:
    """Return a game of General that all players but the last have left, after one box."""
    desk = SampleTable("general", [f"player {number}" for number in range(1, players + 1)])
    desk.line(players, "sixes", points=12)
    for number in range(1, players + 1):
        log.go_home(desk.address, desk.write_request(), str(number))
    return desk


def test_queries_for_ten_players_equal_those_for_two() -> None:
    counts = [asked(over(players)) for players in (2, 5, 10)]
    # the former rows (3), removal of cells and scores, the variant, the result, scores, cells
    assert counts == [9 + held()] * 3


def first(desk: SampleTable) -> int:
    """Return the number of queries that write results for the first time."""
    Result.objects.filter(session=desk.session).delete()
    for model in (VariantCount, Frequency, HeadToHead):
        model.objects.all().delete()
    return asked(desk)


def test_sums_and_course_cost_as_much_for_six_as_for_two() -> None:
    # the former rows, the variant, the result, scores, cells; three sums; deferred work, later games, the former
    # ranks of their players, their scores, and the new ones
    assert [first(over(players)) for players in (2, 4, 6)] == [13 + held()] * 3


def test_forty_columns_come_in_parts() -> None:
    """SQLite takes a thousand values in one statement."""
    desk = over(40)
    assert Score.objects.count() == 40
    assert Cell.objects.count() == 400
    assert asked(desk) <= 9 + 2 + 1 + held()

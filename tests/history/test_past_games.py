"""Highlights among the other games of a group, each checked against all tables of the group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from random import Random

import pytest
from django.test import Client

from scorekeeper.history.models import Result
from scorekeeper.play import log
from scorekeeper.play.table import Table
from scorekeeper.table.highlights import Highlight
from scorekeeper.table.past_highlights import past_highlights
from tests.factories import SampleTable, Writer, new_writer
from tests.history.factories import later, made_games
from tests.query_counts import asked
from tests.sampling import ALL_EXAMPLES
from tests.security.cast import with_pass

pytestmark = pytest.mark.django_db

GAMES, SEEDS = (60, 8) if ALL_EXAMPLES else (30, 2)
QUERIES = 15  # eight for the table, seven for the other games
WIN = {"dice": [5] * 5, "throws": 1}


def group_of_games(seed: int) -> list[Table]:
    """The finished games of a group after corrections, the oldest first."""
    chance = Random(seed)
    desks = made_games(new_writer(), chance, GAMES)
    later(desks, chance, GAMES // 3)
    tables = [desk.table for desk in desks]
    known = [table for table in tables if table.session.finished and table.past]
    assert {table.session.pk for table in known} == set(Result.objects.values_list("session", flat=True))
    return sorted(known, key=lambda table: (table.session.finished, table.session.pk))


def holds(highlight: Highlight, table: Table, tables: Sequence[Table]) -> bool:
    """Return whether a highlight is true, read from the tables of the group."""
    same = [each for each in tables if each.session.game == table.session.game]
    oracles = {"closest": _closest, "record": _best, "best_yet": _best}
    oracles |= {"first_automatic_win": _at_once, "automatic_win_since": _at_once}
    return oracles.get(highlight.code, _run)(highlight, table, same)


def _player(table: Table, key: str) -> int:
    return table.seat(key).player_id


def _totals(tables: Sequence[Table]) -> list[tuple[int, int]]:
    return [
        (seat.player_id, each.outcome.scores[seat.key])
        for each in tables
        if each.outcome and each.session.counted
        for seat in each.seats
    ]


def _best(highlight: Highlight, table: Table, same: Sequence[Table]) -> bool:
    points, player = highlight.fields["points"], _player(table, highlight.seats[0])
    others = [each for each in same if each.session.pk != table.session.pk]
    rivals = [total for owner, total in _totals(others) if owner == player or highlight.code == "record"]
    return (player, points) in _totals([table]) and max(rivals) < points


def _closest(highlight: Highlight, table: Table, same: Sequence[Table]) -> bool:
    others = [each for each in same if each.session.pk != table.session.pk]
    year = [each for each in others if each.session.day.year == highlight.fields["year"]]
    gaps = [_gap(each) for each in year if each.outcome and not each.outcome.automatic]
    return table.session.day.year == highlight.fields["year"] and all(_gap(table) < gap for gap in gaps)


def _gap(table: Table) -> int:
    assert table.outcome is not None
    first, second, *_rest = sorted(map(table.outcome.side_score, table.outcome.sides), reverse=True)
    return first - second


def _run(highlight: Highlight, table: Table, same: Sequence[Table]) -> bool:
    player, count = _player(table, highlight.seats[0]), int(highlight.fields["count"])
    mine = [each for each in same if player in {seat.player_id for seat in each.seats}]
    wins = [_has_won(each, player) for each in mine[: mine.index(table) + 1]][::-1]
    if highlight.code == "wins_in_a_row":
        return len(list(takewhile(bool, wins))) >= count
    lost = len(list(takewhile(lambda won: not won, wins[1:])))
    never = highlight.code != "first_win" or not any(wins[1:])
    return wins[0] and lost >= count - 1 and never


def _at_once(highlight: Highlight, table: Table, same: Sequence[Table]) -> bool:
    """Return whether no game since the day that is named, or none at all, was won at once."""
    assert table.outcome is not None
    earlier = same[: same.index(table)]
    days = [each.session.day for each in earlier if each.outcome and each.outcome.automatic]
    last = days[-1] if days else None
    return table.outcome.automatic and last == highlight.fields.get("last")


def _has_won(table: Table, player: int) -> bool:
    assert table.outcome is not None
    return player in {_player(table, key) for key in table.outcome.winners}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SEEDS))
def test_past_highlights_of_random_groups_are_true(seed: int) -> None:
    tables, seen = group_of_games(seed), set[str]()
    for table in tables:
        assert table.past
        assert table.outcome
        for highlight in past_highlights(table.past, table.outcome):
            assert holds(highlight, table, tables), (table.session.pk, highlight)
            seen.add(highlight.code)
    assert seen & {"closest", "record", "best_yet"}


def won_at(writer: Writer, at: datetime, winner: int = 2) -> SampleTable:
    """A game of General that a player wins with the first roll."""
    desk = SampleTable("general", ["Ana", "Bo"], writer=writer)
    strikes = [{"player": str(player), "box": "ones", "strike": True} for player in range(1, winner)]
    for move in [*strikes, {"player": str(winner), "box": "fives", **WIN}]:
        log.append(desk.address, replace(desk.write_request(), at=at), [move])
    return desk


def test_first_automatic_win_since_spring_names_month() -> None:
    writer, spring = new_writer(), datetime(2025, 3, 14, 20, tzinfo=UTC)
    won_at(writer, spring)
    others = [won_at(writer, spring + timedelta(days=day), day % 2 + 1).session.pk for day in range(1, 21)]
    Result.objects.filter(session__in=others).update(automatic=False)
    last = won_at(writer, spring + timedelta(days=200))
    page = writer.client().get(last.url()).content.decode()
    assert page.count("The first game won by a big general since March 2025") == 2  # shown, and to share


def test_page_of_visitor_from_outside_names_no_other_game() -> None:
    writer, start = new_writer(), datetime(2026, 3, 14, 20, tzinfo=UTC)
    desks = [won_at(writer, start + timedelta(days=day)) for day in range(4)]
    own = writer.client().get(desks[-1].url()).content.decode()
    guest = with_pass(Client(), desks[-1]).get(desks[-1].url()).content.decode()
    assert "Bo has won 4 games of General in a row" in own
    assert "in a row" not in guest


@pytest.mark.parametrize("games", [3, 25])
def test_queries_of_result_stay_same(games: int) -> None:
    writer, start = new_writer(), datetime(2026, 3, 14, 20, tzinfo=UTC)
    for day in range(games):
        desk = won_at(writer, start + timedelta(days=day))
    client = writer.client()
    client.get(desk.url())
    assert len(asked(client, "GET", desk.url())) == QUERIES


def test_write_that_ends_game_reads_no_other_games() -> None:
    desk = SampleTable("general", ["Ana", "Bo"])
    desk.line(1, "ones", points=3)
    client = desk.writer.client()
    form = desk.form(player="2", box="fives", dice="55555", throws="1")
    written = asked(client, "POST", desk.url("write"), form)
    read = asked(client, "GET", desk.url())
    sums = 'SUM("history_frequency"."times")'
    assert not [query for query in written if sums in query]
    assert [query for query in read if sums in query]

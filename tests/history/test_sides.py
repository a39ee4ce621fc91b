"""Statistics of games with partners: totals, means and records are the side's."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse

from scorekeeper.history.models import Score, Variant
from scorekeeper.history.player_stats import player_stats
from scorekeeper.history.recent_games import last_games
from scorekeeper.history.standings import records, standings
from scorekeeper.history.variants import PlayedVariant, played_variants
from scorekeeper.people.models import Player
from tests.factories import SampleTable, Writer, new_writer
from tests.history.pages import about, group_of, home, text_of
from tests.server_process import Server

pytestmark = pytest.mark.django_db
FOUR = ("Ana", "Bo", "Cleo", "Dev")
# by round: Ana 10, Cleo 10, Bo 5, Dev 5; and Bo all five tricks but one
AHEAD = {"trump": "H", "tricks": ["1", "1", "3", "2", "4"], "best": "3"}
BEHIND = {"trump": "H", "tricks": ["2", "2", "2", "2", "1"], "best": "2"}


@pytest.fixture
def writer() -> Writer:
    return new_writer()


def rounds(writer: Writer, *lines: dict[str, Any], teams: tuple[int, ...] = (1, 2, 1, 2)) -> SampleTable:
    """Forty-fives to 60 of four players."""
    desk = SampleTable("forty_fives", FOUR, dealer=4, teams=teams, options={"target": 60}, writer=writer)
    for line in lines:
        desk.entry(**line)
    assert desk.table.outcome is not None
    return desk


def variant_of(writer: Writer) -> PlayedVariant:
    (variant,) = played_variants(group_of(writer))
    return variant


def number_of(writer: Writer, name: str) -> int:
    return Player.objects.get(group=group_of(writer), name=name).pk


def test_score_of_partner_keeps_part_and_side(writer: Writer) -> None:
    rounds(writer, AHEAD, AHEAD, AHEAD)
    rows = Score.objects.order_by("number").values_list("points", "side_points", "rank")
    assert list(rows) == [(30, 60, 1), (15, 30, 2), (30, 60, 1), (15, 30, 2)]


def test_records_of_partners_are_sides(writer: Writer) -> None:
    rounds(writer, AHEAD, AHEAD, AHEAD)
    variant = variant_of(writer)
    found = {each.code: each for each in records(variant, standings(group_of(writer), variant))}
    names = {name: number_of(writer, name) for name in FOUR}
    assert (found["highest"].value, found["lowest"].value) == (60, 30)
    assert found["highest"].sides == ((names["Ana"], names["Cleo"]),)
    page = text_of(home(writer))
    assert "Highest total of a side Ana and Cleo" in page
    assert "Lowest total of a side Bo and Dev" in page


def test_record_reached_again_names_first_side_and_equal_one(writer: Writer) -> None:
    rounds(writer, AHEAD, AHEAD, AHEAD)
    rounds(writer, *[{**AHEAD, "tricks": ["1", "1", "4", "2", "3"], "best": "4"}] * 3, teams=(1, 2, 2, 1))
    variant = variant_of(writer)
    (highest,) = [
        each for each in records(variant, standings(group_of(writer), variant)) if each.code == "highest"
    ]
    names = {number_of(writer, name): name for name in FOUR}
    assert [[names[player] for player in side] for side in highest.sides] == [["Ana", "Cleo"]]
    assert [[names[player] for player in side] for side in highest.equalled] == [["Ana", "Dev"]]
    assert "(equalled by Ana and Dev)" in text_of(home(writer))


def test_standings_of_partners_are_means_of_sides(writer: Writer) -> None:
    rounds(writer, AHEAD, AHEAD, AHEAD)
    rounds(writer, BEHIND, BEHIND, AHEAD)
    variant = variant_of(writer)
    rows = {each.player: each for each in standings(group_of(writer), variant)}
    ana = rows[number_of(writer, "Ana")]
    assert ana.mean == 45
    assert (ana.best, ana.worst, ana.played, ana.won) == (60, 30, 2, 1)
    assert rows[number_of(writer, "Dev")].won == 1


def test_player_page_of_partner_shows_own_part(writer: Writer) -> None:
    rounds(writer, AHEAD, AHEAD, AHEAD)
    variant = variant_of(writer)
    picture = player_stats(group_of(writer), Variant.objects.get(pk=variant.number), number_of(writer, "Bo"))
    assert (picture.totals, picture.parts) == ({30: 1}, {15: 1})
    page = text_of(about(writer, "Bo"))
    assert "30 side’s average 30 side’s best" in page
    assert "Own part of the side’s total, average 15" in page


def test_last_games_of_partners_are_lines_of_sides(writer: Writer) -> None:
    rounds(writer, AHEAD, AHEAD, AHEAD)
    rounds(writer, BEHIND, BEHIND, AHEAD)
    found = last_games(group_of(writer), variant_of(writer))
    ours = (number_of(writer, "Ana"), number_of(writer, "Cleo"))
    assert found.points[ours] == [60, 30]
    assert len(found.points) == 2
    chart = home(writer).split('id="form"')[1].split("</section>")[0]
    assert chart.count('<path class="line') == 2
    assert "Ana + Cleo" in chart


def test_variants_keep_partners_apart_from_single_players(writer: Writer) -> None:
    rounds(writer, AHEAD, AHEAD, AHEAD)
    alone = SampleTable("forty_fives", ("Ana", "Bo"), dealer=2, options={"target": 60}, writer=writer)
    while alone.table.outcome is None:
        alone.entry(trump="H", tricks=["1", "1", "1", "1", "2"], best="1")
    names = sorted(variant.called for variant in played_variants(group_of(writer)))
    assert names == ["Forty-fives", "Forty-fives, in pairs"]
    page = text_of(home(writer))
    assert "Ana, 2 games won" in home(writer)
    assert "Highest total" in page


def test_games_page_shows_total_of_side(writer: Writer) -> None:
    rounds(writer, AHEAD, AHEAD, AHEAD)
    page = writer.client().get(reverse("games", args=[group_of(writer).address])).text
    assert '<em class="best">60</em>' in page


# --- databases from before -------------------------------------------------------------------------------

BUILD = """
from tests.history.test_sides import AHEAD, rounds
from tests.factories import new_writer
rounds(new_writer(), AHEAD, AHEAD, AHEAD)
"""
OLD = """
UPDATE history_frequency SET points = 30 WHERE box = '=total' AND points = 60;
UPDATE history_frequency SET points = 15 WHERE box = '=total' AND points = 30 AND player_id IN (2, 4);
DELETE FROM history_frequency WHERE box = '=part';
"""


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "sqlite", reason="files of SQLite")
def test_migrate_counts_old_games_of_partners_by_side(new_server: Callable[..., Server]) -> None:
    server = new_server()
    assert server.manage("shell", "--no-imports", "-c", BUILD).returncode == 0
    assert server.manage("migrate", "history", "0005", "--no-input").returncode == 0
    with closing(sqlite3.connect(server.database)) as file, file:
        file.executescript(OLD)
        rules = json.loads(file.execute("SELECT rules FROM history_variant").fetchone()[0])
        file.execute(
            "UPDATE history_variant SET digest = 'old', rules = ?",
            [json.dumps({name: value for name, value in rules.items() if name != "partners"})],
        )
    done = server.manage("migrate", "--no-input")
    assert done.returncode == 0, done.stderr
    assert "Made the results of 1 games; 0 could not be read." in done.stdout
    assert server.rows("SELECT side_points FROM history_score ORDER BY number") == [
        (60,),
        (30,),
        (60,),
        (30,),
    ]
    assert server.rows("SELECT points, times FROM history_frequency WHERE box = '=total' ORDER BY 1") == [
        *[(30, 1)] * 2,
        *[(60, 1)] * 2,
    ]
    assert server.manage("verify").stdout.startswith("all is well: 1 sessions, ")

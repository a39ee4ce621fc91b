"""Figures of a group: by seat, by number of players, by stake; belt, closest game, lead lost."""

from __future__ import annotations

import json
import re
from itertools import groupby
from operator import itemgetter
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.archive.results_parser import read
from scorekeeper.history import group_figures
from scorekeeper.history.leads import largest_leads
from scorekeeper.history.period import ALL_TIME
from scorekeeper.maintenance.verify import Verified, verify
from scorekeeper.play import log
from tests.archive.old_results import import_results
from tests.archive.recount import table
from tests.archive.recount_comparison import download
from tests.archive.recount_records import shares
from tests.factories import SampleTable, Writer, new_writer
from tests.history.pages import group_of, home, text_of, won

pytestmark = pytest.mark.django_db
STAKE = {"kind": "fixed", "amount": "1", "unit": "EUR"}


@pytest.fixture
def writer() -> Writer:
    return new_writer()


def page(writer: Writer, query: str = "") -> str:
    answer = writer.client().get(reverse("figures", args=[group_of(writer).address]) + query)
    assert answer.status_code == 200
    return text_of(answer.content.decode())


def test_figures_name_samples_and_chance(writer: Writer) -> None:
    for _ in range(3):
        won("Ana", "Bo", writer=writer)
    won("Bo", "Ana", "Cleo", writer=writer)
    desk = SampleTable("general", ["Bo", "Ana"], stake=STAKE, writer=writer)
    desk.entry(player="1", box="fives", dice=[5] * 5, throws=1)
    text = page(writer)
    assert "1 5 5 100% 47%" in text
    assert "3 0 1 0% 33%" in text
    assert (
        "With 2 players Games won by each player player won played share A Ana 3 4 75% B Bo 1 4 25%" in text
    )
    assert "With 3 players Games won by each player player won played share B Bo 1 1 100%" in text
    assert "A Ana 0% 0 of 1 75% 3 of 4" in text
    assert "Grey shares come from fewer than 10 games" in text
    assert reverse("figures", args=[group_of(writer).address]) in home(writer)


def test_seats_of_one_player_count_only_their_games(writer: Writer) -> None:
    won("Ana", "Bo", writer=writer)
    won("Ana", "Bo", writer=writer)
    won("Bo", "Ana", "Cleo", writer=writer)
    ana = group_of(writer).players.get(name="Ana")
    player = text_of(
        writer.client().get(reverse("player", args=[group_of(writer).address, ana.address])).content.decode()
    )
    assert "By seat" in player
    text = page(writer, f"?player={ana.address}")
    assert "everybody Ana Bo Cleo" in text
    assert "share by chance 1 2 2 100% 50% 2 0 1 0% 33%" in text
    assert "share by chance 1 3 3 100% 44%" in page(writer, "?player=unknown")


def test_imported_results_count_by_seat_only_in_known_order(writer: Writer) -> None:
    """Rows of a table are in any order; a play log may number the seats or name the first player."""
    won("Ana", "Bo", writer=writer)
    old = "date,game,player,points\n2019-05-02,Yahtzee,Ana,90\n2019-05-02,Yahtzee,Bo,150\n"
    seats: Any = [{"playerRefId": 1, "score": "190"}, {"playerRefId": 2, "score": "150"}]
    first = [seats[0], seats[1] | {"startPlayer": True}]
    numbered = [seats[0] | {"seatOrder": 2}, seats[1] | {"seatOrder": 1}]
    twice = [each | {"seatOrder": 1} for each in seats]
    named = [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Cleo"}]
    plays = [
        {"playDate": f"2019-06-0{day} 20:00:00", "gameRefId": 1, "playerScores": rows}
        for day, rows in enumerate((seats, first, numbered, twice), 1)
    ]
    log = {"games": [{"id": 1, "name": "Yahtzee"}], "players": named, "plays": plays}
    group = group_of(writer)
    import_results(read(old), group)
    text = page(writer)
    assert "1 1 1 100% 50% 2 0 1 0% 50% 1 imported game is left out here" in text
    import_results(read(json.dumps(log)), group)
    assert not list(verify(Verified()))
    text = page(writer)
    assert "1 1 3 33% 50% 2 2 3 67% 50% 3 imported games are left out here" in text
    assert "With 2 players Games won by each player player won played share A Ana 5 6 83%" in text
    bo, cleo = (group.players.get(name=name) for name in ("Bo", "Cleo"))
    assert "2 0 1 0% 50% 1 imported game is left out here" in page(writer, f"?player={bo.address}")
    assert "1 0 2 0% 50% 2 imported games are left out here" in page(writer, f"?player={cleo.address}")
    rows = table(download(writer.client(), "export_results", group))
    games = [list(game) for _address, game in groupby(rows, key=itemgetter("table"))]
    assert shares(games)["seat"] == {("1", ""): (1, 3), ("2", ""): (2, 3)}


def test_group_with_only_imported_results_has_no_table_of_seats(writer: Writer) -> None:
    old = "date,game,player,points\n2019-05-02,Yahtzee,Ana,90\n2019-05-02,Yahtzee,Bo,150\n"
    desk = SampleTable("yahtzee", ["Ana", "Bo"], writer=writer)
    import_results(read(old), desk.group)
    text = page(writer)
    assert (
        "By seat everybody Ana Bo 1 imported game is left out here: its order of play is not known." in text
    )


def test_belt_passes_to_sole_winner_over_its_holder(writer: Writer) -> None:
    won("Ana", "Bo", writer=writer)
    won("Cleo", "Bo", writer=writer)  # the holder was not there
    won("Ana", "Cleo", writer=writer)
    assert "2 games with it Ana" in page(writer)
    won("Bo", "Ana", "Cleo", writer=writer)
    text = page(writer)
    assert "1 game with it Bo Belt changed hands of 4 games 1" in text


def test_largest_lead_of_loser_is_shown_with_sample(writer: Writer) -> None:
    won("Cleo", "Bo", writer=writer)
    assert "Largest lead lost" not in page(writer)
    for _ in range(2):
        desk = SampleTable("general", ["Ana", "Bo"], writer=writer)
        for player, box, points in ((1, "fives", 20), (2, "fives", 5), (1, "sixes", 12), (2, "sixes", 18)):
            desk.line(player, box, points=points)
        desk.line(1, "fours", points=16)
        desk.entry(player="2", box="fours", dice=[5] * 5, throws=1)
    text = page(writer)
    assert "Ana, and 1 more with the same after full turns, without bonuses, in 2 games 15 points" in text
    desk.change(removed=True)
    assert "Ana after full turns, without bonuses, in 1 game 15 points" in page(writer)
    desk.change(removed=False)
    desk.amend(1, box="fives", points=10)
    assert "Ana after full turns, without bonuses, in 2 games 15 points" in page(writer)


def test_closest_game_has_margin_and_sample(writer: Writer) -> None:
    won("Ana", "Bo", writer=writer)  # won outright, without a margin
    assert "Closest game" not in page(writer)
    for points in (12, 18, 12):
        desk = SampleTable("general", ["Ana", "Bo"], writer=writer)
        desk.line(1, "sixes", points=points)
        for player in "12":
            log.go_home(desk.address, desk.write_request(), player)
    assert re.search(
        r"Closest game General, [^,]+, Ana, and 1 more with the same of 3 games won", page(writer)
    )
    # given up, with a margin of nothing
    SampleTable("generals_and_majors", ("Ana", "Bo"), writer=writer).entry(player="2", concede=True)
    assert "and 1 more with the same of 3 games won" in page(writer)


def test_leads_compare_sides_after_as_many_turns() -> None:
    points = {"1": [10, 0, 50], "2": [3, 9], "3": [2, 30]}
    assert largest_leads([("1",), ("2",), ("3",)], points) == {"1": 7, "2": 0, "3": 20}
    assert largest_leads([("1", "2"), ("3",)], points) == {"1": 11, "2": 11, "3": 10}
    assert largest_leads([("1", "2", "3")], points) == {}
    assert largest_leads([("1",), ("4",)], points) == {}


def test_figures_without_games_say_so(writer: Writer) -> None:
    won("Ana", "Bo", writer=writer).change(counted=False)
    assert "No game that counts in this period" in page(writer)
    assert "By seat" not in page(writer, "?period=2020")


def test_only_newest_games_are_counted(writer: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_figures, "MOST", 2)
    for names in (("Bo", "Ana"), ("Ana", "Bo"), ("Ana", "Bo")):
        won(*names, writer=writer)
    found = group_figures.group_figures(group_of(writer), ALL_TIME)
    assert [tuple(tally) for tally in found.by_players[2].values()] == [(2, 2), (0, 2)]

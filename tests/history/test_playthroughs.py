"""Golden games, played through the log, and their rows of history."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.history.models import Result
from scorekeeper.history.results import rebuild
from scorekeeper.play.models import Session
from scorekeeper.rules import GAMES
from tests.factories import SampleTable, Writer, new_writer
from tests.history.rows import cells, everything, scores
from tests.play.playthroughs import play
from tests.playthrough_files import FILES, FOLDER
from tests.verification import verify_one

pytestmark = pytest.mark.django_db


def desk_of(writer: Writer, game: str, name: str) -> SampleTable:
    """The table of a golden game, for its last line to be looked at."""
    play(json.loads((FOLDER / game / f"{name}.json").read_text()), writer)
    desk = SampleTable.__new__(SampleTable)
    desk.writer, desk.session = writer, Session.objects.latest("pk")
    desk.group, desk.address = desk.session.group, desk.session.address
    return desk


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_golden_game_results_match_expected(file: Path) -> None:
    desk = desk_of(new_writer(), file.parent.name, file.stem)
    expected: dict[str, Any] = json.loads(file.with_suffix(".expected.json").read_text())
    assert verify_one(desk.session.pk) == []
    result = Result.objects.filter(session=desk.session).first()
    assert (result is not None) == expected["finished"]
    if result is None:
        return
    assert (result.game, result.reason) == (expected["game"], expected["reason"])
    assert result.has_points == GAMES[result.game].POINTS
    names = [seat.player.name for seat in desk.table.seats]
    found = dict(zip(names, scores(desk, "points", "rank", "won"), strict=True))
    totals = expected["scores"] if result.has_points else dict.fromkeys(names)
    assert {name: points for name, (points, _rank, _won) in found.items()} == totals
    assert [name for name, (_points, _rank, won) in found.items() if won] == expected["winners"]
    # exactly the winners rank first; in a draw all do
    first = [name for name, (_points, rank, _won) in found.items() if rank == 1]
    assert first == (expected["winners"] or names)
    if "team_standings" in expected:
        ranks = {name: row["rank"] for row in expected["team_standings"] for name in row["players"]}
        assert {name: rank for name, (_points, rank, _won) in found.items()} == {
            name: rank for side, rank in ranks.items() for name in side.split(" & ")
        }


def test_rebuild_of_all_of_them_changes_nothing() -> None:
    writer = new_writer()
    for file in FILES:
        play(json.loads(file.read_text()), writer)
    before, count = everything(), Result.objects.count()
    assert {row[1] for row in before["results"]} == set(GAMES)
    assert rebuild().results == count
    assert everything() == before
    Result.objects.all().delete()
    assert rebuild().results == count
    assert everything() == before


def test_boxes_by_dice() -> None:
    desk = desk_of(new_writer(), "generala", "double-and-late-lines")
    ana, luis = cells(desk, 1), cells(desk, 2)
    assert (ana["straight"], ana["four_of_a_kind"]) == ((30, False, 1), (0, True, None))
    assert (ana["ones"], luis["threes"]) == ((0, True, None), (0, True, 2))
    assert (luis["full_house"], luis["generala"]) == ((40, False, 1), (60, False, None))
    assert scores(desk, "lines", "first_throw", "points") == [(11, 2, 301), (11, 1, 355)]


def test_rounds_of_forty_fives_may_be_below_zero() -> None:
    desk = desk_of(new_writer(), "forty_fives", "three-pairs-and-a-sweep")
    assert scores(desk, "team", "points", "rank", "won", "lowest") == [
        (0, 25, 2, False, False),
        (1, 15, 1, True, False),
        (2, 20, 3, False, True),
        (0, 15, 2, False, False),
        (1, 15, 1, True, False),
        (2, 0, 3, False, True),
    ]
    assert [points for points, _struck, _throws in cells(desk, 2).values()] == [0, 0, 15]
    assert list(cells(desk, 2)) == ["round 1", "round 2", "round 3"]
    bidders = desk_of(new_writer(), "forty_fives", "the-bidder-wins")
    gains = [cell[0] for number in (1, 2, 3) for cell in cells(bidders, number).values()]
    assert min(gains) < 0


def test_generala_cards_counts_hands_and_no_points() -> None:
    desk = desk_of(new_writer(), "generala_cards", "five-to-the-champion")
    assert scores(desk, "points", "rank", "won", "lowest", "lines") == [
        (None, 3, False, False, 5),
        (None, 4, False, False, 5),
        (None, 2, False, False, 5),
        (None, 1, True, False, 5),
        (None, 5, False, True, 5),
    ]
    hands = {number: [cell[0] for cell in cells(desk, number).values()] for number in range(1, 6)}
    assert hands == {1: [1, 1, 1, 0], 2: [1, 1, 0], 3: [1, 1, 1, 1, 0], 4: [1] * 5, 5: [0]}


def test_generals_and_majors_has_totals_and_no_cells() -> None:
    desk = desk_of(new_writer(), "generals_and_majors", "older-armies-join-and-stars-are-bound")
    assert scores(desk, "points", "rank", "won", "lowest", "first_throw") == [
        (9, 1, True, False, 0),
        (6, 2, False, True, 0),
    ]
    assert cells(desk, 1) == {}
    draw = desk_of(new_writer(), "generals_and_majors", "kalosi-jokers-and-a-draw-version-1")
    assert scores(draw, "points", "rank", "won", "lowest") == [(4, 1, False, False)] * 2

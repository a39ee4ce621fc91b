"""Page of luck and skill: means with errors by variant, month, evening; computed in parts."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from scorekeeper.coach import store
from scorekeeper.history.period import ALL_TIME
from scorekeeper.play import log
from scorekeeper.review import luck
from scorekeeper.review.luck import Mean, group_luck
from tests.factories import SampleTable, Writer, new_writer
from tests.review.conftest import Coached
from tests.review.played_games import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def desks(coached: Coached) -> list[SampleTable]:
    """Two games of the same players."""
    coached("general", {})
    writer = new_writer()
    found = [SampleTable("general", writer=writer) for _ in range(2)]
    for seed, desk in enumerate(found):
        play(desk, seed=seed)
    return found


def page(writer: Writer, desk: SampleTable, query: str = "") -> str:
    response = writer.client().get(reverse("luck", args=[desk.group.address]) + query)
    assert response.status_code == 200
    return " ".join(re.sub(r"<[^>]*>", " ", response.text).split())


def test_page_shows_means_with_errors(desks: list[SampleTable]) -> None:
    rows = group_luck(desks[0].group, ALL_TIME).rows
    assert len(rows) == 4
    for query in ("", "?by=month", "?by=evening", "?by=nonsense"):
        shown = page(desks[0].writer, desks[0], query)
        for name in ("Ana", "Bo"):
            assert re.search(rf"{name} 2 [+−]\d+\.\d ± \d+\.\d \d+\.\d ± \d+\.\d", shown), shown


def test_correction_counts_at_once(desks: list[SampleTable]) -> None:
    before = group_luck(desks[0].group, ALL_TIME)
    line = desks[0].table.replayed.lines[0]
    desks[0].amend(line.number, box=line.moves[0]["box"], strike=True, player=line.moves[0]["player"])
    after = group_luck(desks[0].group, ALL_TIME)
    assert (before.missing, after.missing) == (0, 0)
    assert before.rows[:2] != after.rows[:2] or before.rows[2:] != after.rows[2:]


def test_games_without_time_left_are_awaited(
    desks: list[SampleTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(luck, "BUDGET", 0)
    assert group_luck(desks[0].group, ALL_TIME).missing == 2
    assert "still has 2 games" in page(desks[0].writer, desks[0])


def test_games_whose_table_failed_are_not_awaited(
    desks: list[SampleTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(luck, "coach_table", lambda table: None)
    monkeypatch.setattr(store, "has_failed", lambda game, options: True)
    found = group_luck(desks[0].group, ALL_TIME)
    assert (found.missing, found.rows) == (0, [])


@pytest.mark.slow
def test_player_who_went_home_is_left_out(coached: Coached) -> None:
    coached("general", {})
    desk = SampleTable("general")
    play(desk, 3)
    log.go_home(desk.address, desk.write_request(), "2")
    play(desk)
    assert [row.player for row in group_luck(desk.group, ALL_TIME).rows] == [
        desk.session.seats.get(number=1).player_id
    ]


def test_group_without_dice_games_says_so() -> None:
    desk = SampleTable("forty_fives", ["Ana", "Bo", "Cleo"], options={"auction": False})
    assert "No dice game that counts" in page(desk.writer, desk)


def test_mean_has_the_standard_error() -> None:
    assert Mean.of([1.0]) == Mean(1.0, None)
    assert Mean.of([1.0, 3.0]) == Mean(2.0, 1.0)

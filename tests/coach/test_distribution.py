"""Distribution of points to come: sum, mean and deviation, and cases counted by hand."""

import numpy as np
import pytest

from scorekeeper.coach.distribution import outcomes, points_to_come
from scorekeeper.coach.model import Place
from scorekeeper.coach.turn import Turn
from tests.coach.conftest import TableOf

START = Place(0, 0, 0, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "given"),
    [
        ("general", {}),
        pytest.param("crag", {}, marks=pytest.mark.examples),
        pytest.param("generala", {"double_generala": True}, marks=pytest.mark.examples),
        pytest.param("goldene_fuenfzig", {}, marks=pytest.mark.examples),
    ],
)
def test_distribution_has_mean_and_deviation_of_table(
    table_of: TableOf, slug: str, given: dict[str, object]
) -> None:
    table = table_of(slug, given)
    chances = points_to_come(table, START)
    assert chances is not None
    points = np.arange(len(chances))
    assert chances.sum() == pytest.approx(1, abs=1e-12)
    assert chances @ points == pytest.approx(table.expected, abs=1e-9)
    # of equally good choices the table may count another one
    deviation = (chances @ (points - table.expected) ** 2) ** 0.5
    assert deviation == pytest.approx(table.deviation, rel=1e-4)


def test_last_box_has_known_chance(table_of: TableOf) -> None:
    table = table_of("yacht", {})
    others = table.model.full & ~(1 << table.model.boxes.index("yacht"))
    chances = points_to_come(table, Place(others, 0, 0, 0))
    assert chances is not None
    assert np.flatnonzero(chances).tolist() == [0, 50]
    assert chances[50] == pytest.approx(347897 / 7558272, abs=1e-12)


def test_full_sheet_has_no_points_to_come(table_of: TableOf) -> None:
    table = table_of("crag", {})
    chances = points_to_come(table, Place(table.model.full, 0, 0, 0))
    assert chances is not None
    assert chances.tolist() == [1.0]


def test_outcomes_of_turn_with_spare_throws_add_up(table_of: TableOf) -> None:
    table = table_of("goldene_fuenfzig", {})
    straight = 1 << table.model.boxes.index("low_straight")
    turn = Turn(table, Place(straight, 0, 0, 2))
    found = list(outcomes(turn))
    assert sum(chance for _, _, chance in found) == pytest.approx(1, abs=1e-12)
    mean = sum(chance * (points + table.values[place]) for place, points, chance in found)
    assert mean == pytest.approx(turn.value, abs=1e-9)
    assert {place.spares for place, _, _ in found} >= {0, 1, 2, 3, 4}


@pytest.mark.examples
@pytest.mark.slow
def test_yahtzee_is_answered_once_few_boxes_are_open(table_of: TableOf) -> None:
    table = table_of("yahtzee", {})
    assert points_to_come(table, START) is None
    open_boxes = [table.model.boxes.index(box) for box in ("sixes", "fours", "yahtzee", "chance")]
    filled = table.model.full & ~sum(1 << at for at in open_boxes)
    place = Place(filled, 0, 30, 0)
    chances = points_to_come(table, place)
    assert chances is not None
    assert chances @ np.arange(len(chances)) == pytest.approx(table.values[place], abs=1e-9)

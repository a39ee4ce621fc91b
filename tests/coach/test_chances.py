"""Chances of all sheets and of winning: sums, means, and cases counted by hand."""

from pathlib import Path

import numpy as np
import pytest
from django.conf import LazySettings

from scorekeeper.coach import build, chances, store, table_file
from scorekeeper.coach.distribution import points_to_come
from scorekeeper.coach.model import Place
from scorekeeper.coach.winning import shares, winning_chances
from scorekeeper.rules import DICE_GAMES
from scorekeeper.rules.contract import Seats
from scorekeeper.rules.dice_sheet.move import SheetMove
from tests.coach.conftest import TableOf

FULL = [SheetMove("a", box, strike=True) for box in DICE_GAMES["crag"].boxes(DICE_GAMES["crag"].resolve({}))]


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["general", "generala"])
def test_chances_of_every_sheet_have_its_mean(table_of: TableOf, slug: str) -> None:
    table = table_of(slug, {})
    rows = chances.all_chances(table)
    assert rows.sum(axis=1) == pytest.approx(np.ones(len(rows)), abs=1e-5)
    assert rows @ np.arange(rows.shape[1]) == pytest.approx(table.values.ravel(), abs=1e-3)
    exact = points_to_come(table, Place(0, 0, 0, 0))
    assert exact is not None
    assert rows[0, : len(exact)] == pytest.approx(exact, abs=1e-6)


def test_deviation_of_the_start_is_that_of_its_place(table_of: TableOf) -> None:
    table = table_of("general", {})
    assert table.spreads[0, 0, 0, 0] == pytest.approx(table.deviation, rel=1e-6)


def test_many_sheets_get_a_normal_distribution(table_of: TableOf) -> None:
    table = table_of("general", {})
    start = chances.chances_at(table, Place(0, 0, 0, 0), None)
    assert not start.exact
    assert start.of @ np.arange(len(start.of)) == pytest.approx(table.expected, abs=0.01)
    last = chances.chances_at(table, Place(table.model.full & ~1, 0, 0, 0), None)
    assert last.exact
    assert np.flatnonzero(last.of).tolist() == [0, 1, 2, 3, 4, 5]


def test_equal_totals_share_the_win() -> None:
    even, one = np.array([0.5, 0.5]), np.array([0.0, 1.0])
    assert shares([even, even]) == pytest.approx([0.5, 0.5])
    assert shares([one, even]) == pytest.approx([0.75, 0.25])
    assert shares([one, one, one]) == pytest.approx([1 / 3] * 3)
    assert shares([one, np.array([1.0]), even]) == pytest.approx([0.75, 0, 0.25])


def test_winner_of_a_full_sheet_is_certain(table_of: TableOf) -> None:
    table = table_of("crag", {})
    seats = Seats(("a", "b"))
    moves = [move._replace(strike=False, points=50) if move.box == "crag" else move for move in FULL]
    other = [move._replace(player="b") for move in FULL]
    found = winning_chances(table, None, seats, [moves, other])
    assert found.rounds[-1] == [1.0, 0.0]
    assert found.rounds[0] == pytest.approx([0.5, 0.5])
    assert found.exact == 1


@pytest.mark.slow
def test_process_stores_the_chances_it_was_asked_for(tmp_path: Path, settings: LazySettings) -> None:
    settings.DATA_DIR = tmp_path
    game = DICE_GAMES["general"]
    asked = {"game": "general", "options": {}, "version": game.version, "chances": True}
    build.build(store.folder(), asked)
    table = store.table_of(game, game.resolve({}))
    assert table is not None
    rows = store.chances_of(table)
    assert rows is not None
    assert rows.shape[0] == 1024
    (path,) = store.folder().glob(f"*{table_file.CHANCES}")
    path.write_bytes(path.read_bytes()[:-20])
    assert table_file.read_chances(store.folder(), table.model.digest) is None
    store.delete_all()
    assert list(store.folder().glob("*.*")) == []

"""Crag: three dice, two throws; crag 50, thirteen 26, three of a kind 25, straights 20."""

from __future__ import annotations

import pytest

from tests.rules.dice_sheet.table import Table, worth

VALUES = [
    # a crag is a pair and a third die that total thirteen: only these three
    ("crag", "166", 50),
    ("crag", "355", 50),
    ("crag", "445", 50),
    ("crag", "346", 0),
    ("crag", "256", 0),
    ("crag", "266", 0),
    ("crag", "444", 0),
    ("thirteen", "346", 26),
    ("thirteen", "256", 26),
    ("thirteen", "166", 26),
    ("thirteen", "355", 26),
    ("thirteen", "445", 26),
    ("thirteen", "446", 0),
    ("three_of_a_kind", "111", 25),
    ("three_of_a_kind", "666", 25),
    ("three_of_a_kind", "665", 0),
    ("high_straight", "456", 20),
    ("high_straight", "123", 0),
    ("high_straight", "345", 0),
    ("low_straight", "123", 20),
    ("low_straight", "234", 0),
    ("even_straight", "246", 20),
    ("even_straight", "135", 0),
    ("odd_straight", "135", 20),
    ("odd_straight", "246", 0),
    ("sixes", "666", 18),
    ("fives", "556", 10),
    ("fours", "445", 8),
    ("threes", "124", 0),
    ("twos", "222", 6),
    ("ones", "116", 2),
]


@pytest.mark.parametrize(("box", "dice", "points"), VALUES)
@pytest.mark.parametrize("throws", [1, 2])
def test_crag_scores_by_example(box: str, dice: str, points: int, throws: int) -> None:
    assert worth("crag", box, dice, throws) == points


@pytest.mark.parametrize(
    ("dice", "points"), [("166", 0), ("355", 0), ("445", 0), ("346", 26), ("256", 26), ("247", None)]
)
def test_crag_as_thirteen_is_option(dice: str, points: int | None) -> None:
    if points is None:
        Table("crag").refuses("bad_dice", "thirteen", dice)
    else:
        assert worth("crag", "thirteen", dice, 2, crag_as_thirteen=False) == points


def test_crag_has_two_throws_and_three_dice() -> None:
    assert Table("crag").refuses("too_many_throws", "ones", "123", throws=3) == {"most": 2}
    assert Table("crag").refuses("bad_dice", "ones", "12345") == {"count": 3}


def test_three_alike_are_not_five() -> None:
    table = Table("crag")
    table.write("ones", "111", 1)
    assert table.reason is None
    assert not table.state.columns[0].five_alike
    table.write("sixes", points=18, throws=1)
    table.write("three_of_a_kind", points=25, throws=1)
    assert (table.total(), table.state.columns[0].five_alike) == (46, False)


def test_points_that_are_possible() -> None:
    table = Table("crag")
    assert table.possible("crag") == [50]
    assert table.possible("sixes") == [6, 12, 18]
    assert table.possible("thirteen", throws=1) == [26]
    table.refuses("impossible_points", "sixes", points=24)
    table.refuses("impossible_points", "crag", points=26)


def test_crag_highest_total() -> None:
    table = Table("crag", crag_as_thirteen=False)
    assert (Table("crag").most(), table.most()) == (244, 244)
    best = {
        "crag": "166",
        "thirteen": "346",
        "three_of_a_kind": "222",
        "high_straight": "456",
        "low_straight": "123",
        "even_straight": "246",
        "odd_straight": "135",
        "sixes": "666",
        "fives": "555",
        "fours": "444",
        "threes": "333",
        "twos": "222",
        "ones": "111",
    }
    assert [choice.box for choice in table.game.choices(table.state)] == list(best)
    for box, dice in best.items():
        table.write(box, dice)
    assert (table.total(), table.reason) == (244, "sheets_full")

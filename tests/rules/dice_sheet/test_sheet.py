"""The sheet: boxes in printed order, notes, bonuses, Gut, partners."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rules.contract import Row

from .table import Table


def rows(table: Table) -> dict[str, Row]:
    return {row.key: row for row in table.game.sheet(table.state).rows}


# Notes beside the boxes other than faces.
WORTH: list[tuple[str, dict[str, Any], str]] = [
    ("generala", {}, "straight 20 full_house 30 four_of_a_kind 40 generala 50"),
    (
        "generala",
        {"generala_points": 60, "double_generala": True},
        "straight 20 full_house 30 four_of_a_kind 40 generala 60 double_generala 120",
    ),
    ("general", {}, "straight 20 full_house 30 four_of_a_kind 40 small_general 60"),
    (
        "general",
        {"four_of_a_kind_later": 30},
        "straight 20 full_house 30 four_of_a_kind 30 small_general 60",
    ),
    ("goldene_fuenfzig", {}, "low_straight 15 high_straight 25 full_house 30 golden_fifty 50"),
    ("yacht", {}, "yacht 50 big_straight 30 little_straight 30 four_of_a_kind sum full_house sum choice sum"),
    (
        "crag",
        {},
        "crag 50 thirteen 26 three_of_a_kind 25 high_straight 20 low_straight 20 even_straight 20 odd_straight 20",
    ),
    (
        "yahtzee",
        {},
        (
            "three_of_a_kind sum four_of_a_kind sum full_house 25 "
            "small_straight 30 large_straight 40 yahtzee 50 chance sum"
        ),
    ),
]


@pytest.mark.parametrize(("slug", "options", "printed"), WORTH)
def test_row_notes_are_printed_beside_boxes(slug: str, options: dict[str, Any], printed: str) -> None:
    found = [row for row in rows(Table(slug, **options)).values() if row.kind == "box" and not row.die]
    assert " ".join(f"{row.key} {row.worth}" for row in found) == printed


@pytest.mark.parametrize("slug", ["generala", "general", "goldene_fuenfzig", "yahtzee"])
def test_sheet_has_faces_above(slug: str) -> None:
    found = list(rows(Table(slug)).values())
    assert [(row.key, row.die, row.section) for row in found[:6]] == [
        ("ones", 1, 0),
        ("twos", 2, 0),
        ("threes", 3, 0),
        ("fours", 4, 0),
        ("fives", 5, 0),
        ("sixes", 6, 0),
    ]
    assert {row.section for row in found[6:] if row.kind == "box"} == {1}


@pytest.mark.parametrize("slug", ["yacht", "crag"])
def test_sheet_has_faces_below_from_sixes(slug: str) -> None:
    found = list(rows(Table(slug)).values())
    assert [(row.die, row.section) for row in found[-6:]] == [(die, 1) for die in (6, 5, 4, 3, 2, 1)]
    assert {row.section for row in found[:-6]} == {0}


def test_cell_has_points_and_their_line() -> None:
    table = Table("yacht", "AB")
    table.write("choice", points=20)
    table.strike("yacht")
    sheet, found = table.game.sheet(table.state), rows(table)
    assert [(cell.points, cell.line, cell.open) for cell in found["choice"].cells] == [
        (20, 0, False),
        (None, None, True),
    ]
    assert [(cell.points, cell.line, cell.open) for cell in found["yacht"].cells] == [
        (None, None, True),
        (0, 1, False),
    ]
    assert (sheet.totals, sheet.turn, sheet.progress) == ((20, 0), "A", (2, 12))
    assert (sheet.sides, sheet.side_totals, sheet.marks) == ((), (), ())


def test_progress_ends_at_last_turn() -> None:
    table = Table("crag", "AB")
    table.strike_the_rest()
    assert table.game.sheet(table.state).progress == (13, 13)


def test_sheet_has_upper_bonus_under_last_face() -> None:
    table = Table("yahtzee")
    table.write("sixes", points=30)
    table.write("fives", points=25)
    keys = list(rows(table))
    assert keys[keys.index("sixes") + 1] == "upper_bonus"
    row = rows(table)["upper_bonus"]
    assert (row.kind, row.section) == ("bonus", 0)
    assert [(cell.points, cell.total) for cell in row.cells] == [(None, 55)]
    table.write("fours", points=8)
    assert [(cell.points, cell.total) for cell in rows(table)["upper_bonus"].cells] == [(35, 63)]


def test_sheet_has_row_for_paid_further_five_alike() -> None:
    table = Table("yahtzee", "AB")
    table.write("yahtzee", points=50)
    table.strike("yahtzee")
    table.write("sixes", points=30)
    assert [cell.points for cell in rows(table)["yahtzee_bonus"].cells] == [100, None]
    assert "yahtzee_bonus" not in rows(Table("yahtzee", yahtzee_bonus=0))
    assert "upper_bonus" in rows(Table("yahtzee", preset="kniffel"))


def test_sheet_has_spare_throws_at_its_foot() -> None:
    table = Table("goldene_fuenfzig")
    table.write("low_straight", "12345", 1)
    table.write("ones", "11123", 4)
    row = list(rows(table).values())[-1]
    assert (row.key, row.kind, row.section) == ("gut", "spares", 2)
    assert [(cell.points, cell.total) for cell in row.cells] == [(2, 1)]
    assert "gut" not in rows(Table("goldene_fuenfzig", gut=False))


@pytest.mark.parametrize("slug", ["generala", "general", "yacht", "crag"])
def test_sheet_has_only_its_rows(slug: str) -> None:
    assert {row.kind for row in rows(Table(slug)).values()} == {"box"}


def test_report_lists_boxes_before_computed_rows() -> None:
    table = Table("yahtzee", "AB")
    table.write("chance", points=20)
    table.strike("ones")
    table.write("ones", points=3)
    assert list(table.column("A").items()) == [
        ("ones", 3),
        ("chance", 20),
        ("upper_bonus", 0),
        ("yahtzee_bonus", 0),
    ]
    assert list(table.column("B")) == ["ones", "upper_bonus", "yahtzee_bonus"]

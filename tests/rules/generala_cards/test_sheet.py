"""The sheet of Générala by example: hands down, players across, tricks of the current hand."""

from __future__ import annotations

import pickle

from scorekeeper.rules.contract import Row, Sheet
from scorekeeper.rules.generala_cards import GAME
from scorekeeper.rules.generala_cards.fields import HandRow, PlayedTrick, TrickRow

from .table import Table, hand, ten_players, trick


def sheet(table: Table) -> Sheet:
    return GAME.sheet(table.state)


def written(row: Row) -> list[tuple[int | None, int | None, int | None]]:
    return [(cell.points, cell.total, cell.line) for cell in row.cells]


def test_sheet_before_first_hand() -> None:
    found = sheet(Table("ABC"))
    assert found.rows == ()
    assert found.totals == (0, 0, 0)
    assert found.progress == (1, None)
    assert found.marks == (("leads",), (), ("dealer",))
    assert found.leaders == ()


def test_hands_down_players_across() -> None:
    found = sheet(Table("ABCD").take(hand("A BC"), hand("B AC"), hand("A C")))
    assert [row.kind for row in found.rows] == ["round"] * 3
    assert written(found.rows[0]) == [(1, 1, 0), (1, 1, 0), (1, 1, 0), (0, 0, 0)]
    assert written(found.rows[2]) == [(1, 3, 2), (0, 2, 2), (1, 3, 2), (None, 0, None)]
    assert found.totals == (3, 2, 3, 0)
    assert [cell.marks for cell in found.rows[0].cells] == [
        ("out",),
        ("out", "together"),
        ("out", "together"),
        ("lost", "dropped"),
    ]
    assert found.marks == (("leads",), ("dealer", "dropped"), (), ("dropped",)) or found.marks[2] == (
        "leads",
    )


def test_hand_row_describes_itself() -> None:
    fields = HandRow.of(sheet(Table("ABCD").take(hand("A BC"), hand("B AC"))).rows[1])
    assert fields == HandRow(
        number=2,
        dealer="D",
        leader="A",
        cards={"A": 18, "B": 18, "C": 18},
        out=[["B"], ["A", "C"]],
        places={"B": 1, "A": 2, "C": 2},
        lost=None,
        dropped=None,
        all_out=True,
        champion=None,
        by_cards=False,
        tricks=[],
    )


def test_sheet_names_champion() -> None:
    found = sheet(Table("ABC").take(hand("A B"), hand("B")))
    assert found.leaders == ("B",)
    assert found.marks == (("dropped",), ("champion",), ("dropped",))
    assert found.rows[1].cells[1].marks == ("out", "champion")
    assert HandRow.of(found.rows[1]).champion == "B"
    assert HandRow.of(found.rows[0]).champion is None
    assert found.progress == (2, None)


def test_sheet_without_drops() -> None:
    found = sheet(Table("ABC", elimination=False).take(hand("A B")))
    assert found.rows[0].cells[2].marks == ("lost",)
    assert HandRow.of(found.rows[0]).dropped is None
    assert HandRow.of(found.rows[0]).lost == "C"
    assert found.leaders == ("A", "B")


def test_tricks_of_hand_that_runs() -> None:
    table = Table("ABC").take(trick("A KS", "B 2S", took="C KS"), trick("A 2H", "B 3H", "C 4H"))
    one, two = sheet(table).rows
    assert (one.kind, one.key, two.key) == ("trick", "hand1trick1", "hand1trick2")
    assert [(cell.cards, cell.marks, cell.line) for cell in one.cells] == [
        (("KS",), ("led", "won"), 0),
        (("2S",), (), 0),
        (("KS",), ("took",), 0),
    ]
    assert one.fields == TrickRow(
        hand=1,
        number=1,
        leader="A",
        winner="A",
        took=("C", "KS"),
    )
    assert two.cells[2].marks == ("won",)
    assert sheet(table).marks == ((), (), ("dealer", "leads"))
    assert sheet(table).progress == (1, None)


def test_hand_that_was_played_by_cards() -> None:
    table = ten_players()
    found = sheet(table)
    assert len(found.rows) == 5
    assert found.rows[4].cells[4].marks == ("out",)
    assert found.marks[4] == ("out",)
    table.take(trick("A 4C", "B 3C", took="C 3C", out="AB"), trick("C 3C", "D 2C", out="D"))
    found = sheet(table)
    assert [row.key for row in found.rows] == ["hand1"]
    fields = HandRow.of(found.rows[0])
    assert fields.by_cards
    assert [played.line for played in fields.tricks] == list(range(7))
    assert fields.tricks[5] == PlayedTrick(
        plays=[("A", "4C"), ("B", "3C")], took=("C", "3C"), winner="A", line=5
    )
    assert found.rows[0].cells[0].line == 6


def test_player_absent_from_trick_has_empty_cell() -> None:
    row = sheet(Table("ABCD").take(trick("A KS", took="B KS"))).rows[0]
    assert [bool(cell.cards) for cell in row.cells] == [True, True, False, False]


def test_state_within_hand_can_be_stored() -> None:
    state = ten_players().state
    assert pickle.loads(pickle.dumps(state)) == state
    assert hash(state) == hash(pickle.loads(pickle.dumps(state)))

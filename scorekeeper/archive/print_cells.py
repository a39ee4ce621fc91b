"""Cells of a printed sheet: boxes, bonuses, spare throws, cards and rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scorekeeper.core.web.numbers import figure
from scorekeeper.games.card_rounds.cards import written
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Cell, Row

CARDS_A_LINE = 4


@dataclass(frozen=True, slots=True)
class PrintedCell:
    """A cell of a printed sheet: its lines of text.

    `old`: points before a correction; `small`: a note beside.
    """

    lines: tuple[str, ...] = ()
    old: str = ""
    struck: bool = False
    small: str = ""

    @property
    def text(self) -> str:
        """The lines joined."""
        return " ".join(self.lines)


EMPTY = PrintedCell()


def printed_cell(table: Table, row: Row, key: str, cell: Cell) -> PrintedCell:
    """Return a cell of a row.

    `key`: key of the column's first player.
    """
    if row.kind in ("spares", "bonus"):
        return _light_cell(row, cell)
    if row.kind == "cards":
        return _cards_cell(cell)
    if row.kind == "round":
        return _round_cell(row, key, cell)
    if cell.points is None:
        return _winning_cell(table, cell) if "wins" in cell.marks else EMPTY
    old = _points_before(table, cell)
    if table.game.BOXES and cell.points == 0:
        return PrintedCell((), old, struck=True)
    return PrintedCell((str(cell.points),), old)


def side_cell(cells: Sequence[Cell]) -> Cell:
    """Return the cell of a side: the sums of its members' points and totals."""
    if len(cells) == 1 or any(cell.points is None for cell in cells):
        return cells[0]
    points, total = (sum(getattr(cell, name) or 0 for cell in cells) for name in ("points", "total"))
    return replace(cells[0], points=points, total=total)


def _winning_cell(table: Table, cell: Cell) -> PrintedCell:
    """Return the dice of an automatic win."""
    assert cell.line is not None
    number, index = table.replayed.places[cell.line]
    line = table.replayed.by_number[number]
    return PrintedCell(("".join(map(str, line.moves[index]["dice"])), _("wins")))


def _light_cell(row: Row, cell: Cell) -> PrintedCell:
    """Return the spare throws left of those earned, or a bonus."""
    if row.kind == "spares":
        earned, spent = cell.points or 0, cell.total or 0
        return PrintedCell((f"{earned - spent}",), small=f"/ {earned}") if earned else EMPTY
    if cell.points is None:
        return EMPTY
    return PrintedCell((f"+{cell.points}" if cell.points else "0",))


def _cards_cell(cell: Cell) -> PrintedCell:
    cards = [written(card) for card in cell.cards]
    parts = [cards[first : first + CARDS_A_LINE] for first in range(0, len(cards), CARDS_A_LINE)]
    return PrintedCell(tuple(" ".join(part) for part in parts))


def _round_cell(row: Row, key: str, cell: Cell) -> PrintedCell:
    """Return a round of cards: running total and gain, or the place in which a player went out."""
    if row.round is None or row.round.places is None:
        return (
            EMPTY
            if cell.points is None
            else PrintedCell((figure(cell.total or 0),), small=_gain(cell.points))
        )
    if key == row.round.lost:
        return PrintedCell((), struck=True)
    place = row.round.places.get(key)
    return EMPTY if place is None else PrintedCell((f"{place}.",))


def _gain(points: int) -> str:
    return f"+{points}" if points >= 0 else figure(points)


def _points_before(table: Table, cell: Cell) -> str:
    """Return the points of a box before its correction; else empty."""
    old = None if cell.line is None else table.former_points.get(table.replayed.places[cell.line])
    return "" if old is None else str(old)

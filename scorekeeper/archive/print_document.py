"""A sheet for printing: columns, rows, totals, corrections, house rules, payments.

The print page (a template) and the image (`print_svg`) are drawn from it, for a played game and for a blank sheet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import labelled
from scorekeeper.core.web.numbers import figure
from scorekeeper.games.house_rules import HouseRules, known_rules
from scorekeeper.games.sides import Side, in_partnerships, sides_of
from scorekeeper.people.avatars import initials
from scorekeeper.play.loading import count_undone
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Row, Seats
from scorekeeper.rules.dice_sheet.view import UPPER_BONUS
from scorekeeper.table.result import settled_result

from .print_cells import EMPTY, PrintedCell, printed_cell, side_cell
from .print_notes import rule_texts, sheet_notes

TRUMPS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
BLANK_ROUNDS = 14
MOST_HORIZONTAL = 5  # columns that leave room for a name in each head
SKIPPED = frozenset({"table", "trick"})  # rows of the current round, not of the score


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """A row of a printed sheet.

    `die`: face it counts, 0 for none; `heavy`: first of a section; `light`: no box.
    """

    label: str
    cells: tuple[PrintedCell, ...]
    worth: str = ""
    die: int = 0
    heavy: bool = False
    light: bool = False


@dataclass(frozen=True, slots=True)
class PrintedColumn:
    """The head of a column.

    `name`: empty on a blank sheet.
    """

    name: str
    letter: str
    won: bool = False


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """A sheet for printing.

    `rules`: house rules in words. `notes`: corrections and the number of lines. `result`: as shown at the table,
    None before the end. `parts`: columns are partners with sheets of their own; the totals of `sides` are their sums.
    """

    game: str
    heads: tuple[PrintedColumn, ...]
    rows: tuple[PrintedRow, ...]
    totals: tuple[str, ...]
    rules: tuple[str, ...]
    notes: tuple[str, ...] = ()
    group: str = ""
    result: Mapping[str, Any] | None = None
    day: date | None = None
    sides: tuple[str, ...] = ()
    parts: bool = False

    @property
    def many(self) -> bool:
        """Return whether there are so many columns that names are vertical."""
        return len(self.heads) > MOST_HORIZONTAL

    @property
    def feet(self) -> list[tuple[str, bool]]:
        """Each total, and whether it won."""
        return [(total, head.won) for head, total in zip(self.heads, self.totals, strict=True)]


def printed_sheet(table: Table, undone: int | None = None) -> PrintedSheet:
    """Return the sheet of a table.

    `undone`: number of undone lines; counted here if None.
    """
    columns = _columns(table)
    parts = bool(table.game.BOXES) and in_partnerships(table)
    return PrintedSheet(
        game=table.game_name,
        heads=_heads(table, columns, ring=not parts),
        rows=tuple(_rows(table, columns)),
        totals=tuple(figure(each.total) for each in columns) if table.game.POINTS else _tallies(table),
        rules=rule_texts(known_rules(table.game, table.session.options)),
        notes=sheet_notes(table, count_undone([table])[table.session.pk] if undone is None else undone),
        group=table.session.group.name if table.permissions.of_group else "",
        result=settled_result(table) if table.outcome is not None or table.session.ended else None,
        day=table.session.day,
        sides=tuple(labelled(side.name, side.total) for side in sides_of(table)) if parts else (),
        parts=parts,
    )


def blank_sheet(rules: HouseRules, players: int) -> PrintedSheet:
    """Return a blank sheet for some players."""
    game = rules.game
    seats = Seats(tuple(str(number) for number in range(1, players + 1)))
    empty = (EMPTY,) * players
    sheet = game.sheet(game.start(rules.options, seats))
    rows: list[PrintedRow] = []
    if game.BOXES:
        section = sheet.rows[0].section
        for row in sheet.rows:
            if row.key == UPPER_BONUS:
                rows.append(_upper_sum(("",) * players))
            rows.append(_blank_row(row, empty, heavy=row.section != section))
            section = row.section
    elif sheet.rows:
        shown = [row for row in sheet.rows if row.kind not in SKIPPED]
        before = [shown[0], *shown]
        rows = [
            PrintedRow(_(row.label), (PrintedCell(("",) * 3),) * players, heavy=row.section != above.section)
            for above, row in zip(before, shown, strict=False)
        ]
    else:
        rows = [PrintedRow(str(number), empty) for number in range(1, BLANK_ROUNDS + 1)]
    return PrintedSheet(
        game=rules.game_name,
        heads=(PrintedColumn("", ""),) * players,
        rows=tuple(rows),
        totals=("",) * players,
        rules=rule_texts(rules),
    )


# --- rows ------------------------------------------------------------------------------------------------


def _columns(table: Table) -> tuple[Side, ...]:
    """Return a column per player in dice games, per side in card games."""
    if not table.game.BOXES:
        return sides_of(table)
    totals = zip(table.sheet.players, table.sheet.totals, strict=True)
    return tuple(Side((key,), table.names[key], total, (total,)) for key, total in totals)


def _heads(table: Table, columns: Sequence[Side], *, ring: bool) -> tuple[PrintedColumn, ...]:
    """Return the heads of the columns.

    `ring`: whether winning totals get a ring.
    """
    letters = dict(zip(table.names, initials(list(table.names.values())), strict=True))
    winners = table.outcome.winners if table.outcome else ()
    # the dice of an automatic win are on the sheet; its total decides nothing
    ring = ring and not table.sheet.shows_win
    return tuple(
        PrintedColumn(
            table.names[each.players[0]] if each.alone else each.name,
            letters[each.players[0]] if each.alone else "",
            ring and each.players[0] in winners,
        )
        for each in columns
    )


def _rows(table: Table, columns: Sequence[Side]) -> list[PrintedRow]:
    found: list[PrintedRow] = []
    rows = [row for row in table.sheet.rows if row.kind not in SKIPPED]
    section = rows[0].section if rows else 0
    for row in rows:
        cells = dict(zip(table.sheet.players, row.cells, strict=True))
        printed = tuple(
            printed_cell(table, row, each.players[0], side_cell([cells[key] for key in each.players]))
            for each in columns
        )
        light = row.kind in ("bonus", "spares")
        worth = _(row.worth) if row.worth else _round_note(table, row)
        if row.key == UPPER_BONUS:
            found.append(_upper_sum(tuple(str(cell.total or "") for cell in row.cells)))
        found.append(
            PrintedRow(_label(row), printed, worth, row.die, heavy=row.section != section, light=light)
        )
        section = row.section
    return found


def _blank_row(row: Row, empty: tuple[PrintedCell, ...], *, heavy: bool) -> PrintedRow:
    light = row.kind in ("bonus", "spares")
    return PrintedRow(
        _label(row), empty, _(row.worth) if row.worth else "", row.die, heavy=heavy, light=light
    )


def _label(row: Row) -> str:
    return _(row.label) if row.round is None else str(row.round.number)


def _round_note(table: Table, row: Row) -> str:
    """Return the note beside a round's number: trumps and dealer."""
    if row.round is None:
        return ""
    return " ".join(filter(None, [TRUMPS.get(row.round.trump or "", ""), table.name(row.round.dealer)]))


def _upper_sum(sums: tuple[str, ...]) -> PrintedRow:
    """Return a row with the sums above the bonus, so that the rows add up to the total."""
    cells = tuple(PrintedCell((text,)) if text else EMPTY for text in sums)
    return PrintedRow(_("Sum of these"), cells, light=True)


def _tallies(table: Table) -> tuple[str, ...]:
    """Return a star for each winner, for games without points."""
    winners = table.outcome.winners if table.outcome else ()
    return tuple("★" if seat.key in winners else "" for seat in table.seats)

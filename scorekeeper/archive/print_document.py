"""A sheet as it stands on paper: heads, rows, totals, what was put right, the house rules, who pays whom.

The one description that the page for the printer (a template) and the picture (`picture`) are drawn from; of a game
that was played, or of one that is about to be, on blank paper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.i18n.punctuation import labelled
from scorekeeper.core.web.numbers import figure
from scorekeeper.games import lines as telling
from scorekeeper.games.card_rounds.cards import written
from scorekeeper.games.help.content import Rule, agrees
from scorekeeper.games.house_rules import HouseRules, known_rules
from scorekeeper.games.phrases import capitalised
from scorekeeper.games.presentations import presentation_of, presented
from scorekeeper.games.rule_phrases import phrase
from scorekeeper.games.sides import Side, in_partnerships, sides_of
from scorekeeper.people.avatars import initials
from scorekeeper.play.entries import count_lines
from scorekeeper.play.replay import Line
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Cell, Row, Seats
from scorekeeper.rules.dice_sheet.view import UPPER_BONUS
from scorekeeper.rules.naming import PRESET
from scorekeeper.table.result import result_context

TRUMPS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
CARDS_A_LINE = 4
BLANK_ROUNDS = 14
MOST_LYING = 5  # columns whose heads have room for a name
MOST_NOTES = 8  # corrections that are told one by one
SKIPPED = frozenset({"table", "trick"})  # rows that say what is going on, not what stands there


@dataclass(frozen=True, slots=True)
class Ink:
    """What stands in a cell.

    `old`: what stood there before it was put right; `struck`: a 0; `small`: beside it.
    """

    lines: tuple[str, ...] = ()
    old: str = ""
    struck: bool = False
    small: str = ""

    @property
    def text(self) -> str:
        """All of it on one line."""
        return " ".join(self.lines)


EMPTY = Ink()


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A line of the sheet.

    `die`: the face it counts, 0 for none; `heavy`: a section begins; `light`: no box.
    """

    label: str
    cells: tuple[Ink, ...]
    worth: str = ""
    die: int = 0
    heavy: bool = False
    light: bool = False


@dataclass(frozen=True, slots=True)
class Head:
    """A column. `name` is empty on blank paper."""

    name: str
    letter: str
    won: bool = False


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet.

    `notes`: what was put right and how many lines there are; `rules`: the house rules, in words;
    `result`: how it ended and who pays whom, as the table shows it, None before the end. `parts`: the columns are
    partners', each with an own sheet, so that totals are parts of those of the `sides`."""

    game: str
    heads: tuple[Head, ...]
    rows: tuple[PaperRow, ...]
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
        """Whether there are so many columns that names stand upright."""
        return len(self.heads) > MOST_LYING

    @property
    def feet(self) -> list[tuple[str, bool]]:
        """The totals, each with whether it won."""
        return [(total, head.won) for head, total in zip(self.heads, self.totals, strict=True)]


def paper_of(table: Table) -> Paper:
    """The sheet of a table as it stands."""
    columns = _columns(table)
    parts = bool(table.game.BOXES) and in_partnerships(table)
    return Paper(
        game=table.game_name,
        heads=_heads(table, columns, ring=not parts),
        rows=tuple(_rows(table, columns)),
        totals=tuple(figure(each.total) for each in columns) if table.game.POINTS else _tallies(table),
        rules=rules_told(known_rules(table.game, table.session.options)),
        notes=_notes(table),
        group=table.session.group.name if table.permissions.of_group else "",
        result=result_context(table) if table.outcome is not None or table.session.ended else None,
        day=table.session.day,
        sides=tuple(labelled(side.name, side.total) for side in sides_of(table)) if parts else (),
        parts=parts,
    )


def blank_paper(rules: HouseRules, players: int) -> Paper:
    """A sheet on which nothing stands yet."""
    game = rules.game
    seats = Seats(tuple(str(number) for number in range(1, players + 1)))
    empty = (EMPTY,) * players
    sheet = game.sheet(game.start(rules.options, seats))
    rows: list[PaperRow] = []
    if game.BOXES:
        section = sheet.rows[0].section
        for row in sheet.rows:
            if row.key == UPPER_BONUS:
                rows.append(_upper_sum(("",) * players))
            rows.append(_blank_row(row, empty, heavy=row.section != section))
            section = row.section
    elif sheet.rows:
        kept = [row for row in sheet.rows if row.kind not in SKIPPED]
        before = [kept[0], *kept]
        rows = [
            PaperRow(_(row.label), (Ink(("",) * 3),) * players, heavy=row.section != above.section)
            for above, row in zip(before, kept, strict=False)
        ]
    else:
        rows = [PaperRow(str(number), empty) for number in range(1, BLANK_ROUNDS + 1)]
    return Paper(
        game=rules.game_name,
        heads=(Head("", ""),) * players,
        rows=tuple(rows),
        totals=("",) * players,
        rules=rules_told(rules),
    )


def rules_told(rules: HouseRules) -> tuple[str, ...]:
    """Every house rule that matters under the others, as it is played here; the printed sheet is in the title."""
    known = {option.name: option for option in rules.game.OPTIONS}
    parts = (part for part in presentation_of(rules.game).help.parts if isinstance(part, Rule))
    played = [part.option for part in parts if agrees(rules.options, part.options) and part.option != PRESET]
    told = [phrase(known[name], rules.options[name]) for name in played]
    return tuple(told[:1] and [capitalised(told[0]), *told[1:]])


# --- rows ------------------------------------------------------------------------------------------------


def _columns(table: Table) -> tuple[Side, ...]:
    """A column for every sheet of boxes; where cards are played for every side."""
    if not table.game.BOXES:
        return sides_of(table)
    totals = zip(table.sheet.players, table.sheet.totals, strict=True)
    return tuple(Side((key,), table.names[key], total, (total,)) for key, total in totals)


def _heads(table: Table, columns: Sequence[Side], *, ring: bool) -> tuple[Head, ...]:
    """The heads of the columns. `ring`: whether the total of those who won is ringed."""
    letters = dict(zip(table.names, initials(list(table.names.values())), strict=True))
    winners = table.outcome.winners if table.outcome else ()
    return tuple(
        Head(
            table.names[each.players[0]] if each.alone else each.name,
            letters[each.players[0]] if each.alone else "",
            ring and each.players[0] in winners,
        )
        for each in columns
    )


def _rows(table: Table, columns: Sequence[Side]) -> list[PaperRow]:
    found: list[PaperRow] = []
    rows = [row for row in table.sheet.rows if row.kind not in SKIPPED]
    section = rows[0].section if rows else 0
    for row in rows:
        cells = dict(zip(table.sheet.players, row.cells, strict=True))
        inks = tuple(
            _ink(table, row, each.players[0], _together([cells[key] for key in each.players]))
            for each in columns
        )
        light = row.kind in ("bonus", "spares")
        worth = _(row.worth) if row.worth else _round_told(table, row)
        if row.key == UPPER_BONUS:
            found.append(_upper_sum(tuple(str(cell.total or "") for cell in row.cells)))
        found.append(PaperRow(_label(row), inks, worth, row.die, heavy=row.section != section, light=light))
        section = row.section
    return found


def _blank_row(row: Row, empty: tuple[Ink, ...], *, heavy: bool) -> PaperRow:
    light = row.kind in ("bonus", "spares")
    return PaperRow(_label(row), empty, _(row.worth) if row.worth else "", row.die, heavy=heavy, light=light)


def _label(row: Row) -> str:
    return str(row.fields["number"]) if row.kind == "round" else _(row.label)


def _round_told(table: Table, row: Row) -> str:
    """What stands beside the number of a round: the trumps, and who dealt."""
    if row.kind != "round":
        return ""
    dealer = table.name(row.fields["dealer"])
    return " ".join(filter(None, [TRUMPS.get(row.fields.get("trump") or "", ""), dealer]))


def _ink(table: Table, row: Row, key: str, cell: Cell) -> Ink:
    if row.kind in ("spares", "bonus"):
        return _light_ink(row, cell)
    if row.kind == "cards":
        return _cards_ink(cell)
    if row.kind == "round":
        return _round_ink(row, key, cell)
    if cell.points is None:
        return EMPTY
    old = old_points(table, cell)
    if table.game.BOXES and cell.points == 0:
        return Ink((), old, struck=True)
    return Ink((str(cell.points),), old)


def _upper_sum(sums: tuple[str, ...]) -> PaperRow:
    """What stands above the bonus so far: a sum of its own, so that the rows add up to the total."""
    cells = tuple(Ink((text,)) if text else EMPTY for text in sums)
    return PaperRow(_("Sum of these"), cells, light=True)


def _together(cells: Sequence[Cell]) -> Cell:
    """The cell of a side: what its members wrote in a round, and came to."""
    if len(cells) == 1 or any(cell.points is None for cell in cells):
        return cells[0]
    points, total = (sum(getattr(cell, name) or 0 for cell in cells) for name in ("points", "total"))
    return replace(cells[0], points=points, total=total)


def _light_ink(row: Row, cell: Cell) -> Ink:
    """Spare throws that are left of those earned; a bonus, or how far it is."""
    if row.kind == "spares":
        earned, spent = cell.points or 0, cell.total or 0
        return Ink((f"{earned - spent}",), small=f"/ {earned}") if earned else EMPTY
    if cell.points is None:
        return EMPTY
    return Ink((f"+{cell.points}" if cell.points else "0",))


def _cards_ink(cell: Cell) -> Ink:
    cards = [written(card) for card in cell.cards]
    parts = [cards[first : first + CARDS_A_LINE] for first in range(0, len(cards), CARDS_A_LINE)]
    return Ink(tuple(" ".join(part) for part in parts))


def _round_ink(row: Row, key: str, cell: Cell) -> Ink:
    """A round of cards: the running total with what it brought, or the place in which somebody ran out."""
    if "places" not in row.fields:
        return EMPTY if cell.points is None else Ink((figure(cell.total or 0),), small=_gain(cell.points))
    if key == row.fields["lost"]:
        return Ink((), struck=True)
    place = row.fields["places"].get(key)
    return EMPTY if place is None else Ink((f"{place}.",))


def _gain(points: int) -> str:
    return f"+{points}" if points >= 0 else figure(points)


def old_points(table: Table, cell: Cell) -> str:
    """What stood in a box of dice before it was put right, where that was written by its points; else empty."""
    if cell.line is None:
        return ""
    number, index = table.replayed.places[cell.line]
    line = table.replayed.line(number)
    if line is None or line.latest is line.first or index >= len(line.first.data["moves"]):
        return ""
    before = line.first.data["moves"][index]
    old = 0 if before.get("strike") else before.get("points")
    return "" if old is None or old == cell.points else str(old)


def _tallies(table: Table) -> tuple[str, ...]:
    """What stands below where totals are no points: who won."""
    winners = table.outcome.winners if table.outcome else ()
    return tuple("★" if seat.key in winners else "" for seat in table.seats)


# --- what is told below ----------------------------------------------------------------------------------


def _notes(table: Table) -> tuple[str, ...]:
    lines = table.replayed.lines
    right = [line for line in lines if line.latest is not line.first]
    gone = count_lines(table.session, table.count) - len(lines)
    found = [_put_right(table, line) for line in right[:MOST_NOTES]]
    if len(right) > MOST_NOTES:
        more = len(right) - MOST_NOTES
        found.append(
            ngettext("%(count)d more was put right", "%(count)d more were put right", more) % {"count": more}
        )
    if gone:
        told = ngettext("%(count)d line was taken back", "%(count)d lines were taken back", gone)
        found.append(told % {"count": gone})
    found.append(ngettext("%(count)d line", "%(count)d lines", len(lines)) % {"count": len(lines)})
    return tuple(found)


def _put_right(table: Table, line: Line) -> str:
    told: Sequence[Any] = (
        telling.line_text(table, line),
        presented(table).lines.what_was(table, tuple(line.first.data["moves"])),
    )
    return _("%(now)s (put right, it said: %(before)s)") % {"now": told[0], "before": told[1]}

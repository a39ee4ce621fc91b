"""Sheet of Forty-fives: the rounds by side."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import labelled
from scorekeeper.core.web.numbers import signed
from scorekeeper.games import lines
from scorekeeper.games.card_rounds.cards import card_text, suit_html
from scorekeeper.games.card_rounds.draft import heads
from scorekeeper.games.card_rounds.inputs import is_new_line, marked_line, table_shown
from scorekeeper.games.entry_panel import EntryPanel
from scorekeeper.games.phrases import and_list
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Cell, Choice, Row
from scorekeeper.rules.forty_fives.chances import Chance
from scorekeeper.rules.forty_fives.fields import RoundFields, WrittenRow

from .inputs import RoundInputs
from .lines import bid_result, bid_text
from .sheet_inputs import RoundCell, RoundsContext, RoundShown, SideColumn

STYLES, SCRIPT = "css/forty_fives.css", "js/cards.js"


def rounds_sheet(table: Table, panel: EntryPanel) -> RoundsContext:
    """Draw every round, with the drafted one in pencil."""
    sides = table.state.seats.sides
    choice, shown = choice_on(panel), table_shown(table, panel)
    last = table.scored_line
    rows = [_row(table, shown, row, panel, last.number if last else 0) for row in shown.sheet.rows]
    columns = _columns(shown, sides)
    # narrow columns put a total of three digits below the points of the round
    hundreds = " hundreds" if any(column.total >= 100 for column in columns) else ""
    pencil = None
    if choice is not None and is_new_line(panel):
        pencil = _pencil(table, RoundFields.of(choice), sides)
    return {
        "sheet_template": "games/forty_fives/_sheet.html",
        "styles": STYLES,
        "script": SCRIPT,
        "heads": heads(table),
        "columns": columns,
        "target": table.options.number("target"),
        "rows": rows,
        "pencil": pencil,
        "size": f"cols-{len(sides)}{hundreds}",
        "order": trump_order(RoundFields.of(choice)) if choice is not None else [],
        "chances": chances_text(table, choice) if choice is not None else [],
        "bounds": [],
    }


def trump_order(fields: RoundFields) -> list[tuple[str, bool]]:
    """Return the trumps from the best down, each with whether it is out of play."""
    discards = {out for each in fields.takings if (out := each.discarded)}
    left = {each.card for each in fields.takings if each.asked and not each.by}
    gone = {*fields.shown, *discards, *left}
    return [(card_text(card), card in gone) for card in fields.order]


def choice_on(panel: EntryPanel) -> Choice | None:
    """Return the choice that the sheet draws in pencil, None without a draft."""
    return panel.drawn.choice if isinstance(panel.drawn, RoundInputs) else None


def _columns(table: Table, sides: Any) -> list[SideColumn]:
    """Return the heads of the rounds: a column for each side."""
    by_key = {head.key: head for head in heads(table)}
    scores = dict(zip(table.sheet.players, table.sheet.totals, strict=True))
    target = table.options.number("target")
    winners = table.outcome.winners if table.outcome else ()
    deals = dict(zip(table.sheet.players, table.sheet.marks, strict=True))
    found = []
    for side in sides:
        total = sum(scores[key] for key in side)
        found.append(
            SideColumn(
                heads=[by_key[key] for key in side],
                name=and_list([by_key[key].name for key in side]),
                key=side[0],
                total=total,
                reach=max(0, min(100, 100 * total // target)),
                to_go=0 if table.outcome else max(0, target - total),
                leads=side[0] in table.sheet.leaders and not winners,
                won=side[0] in winners,
                deals=any("dealer" in deals[key] for key in side),
            )
        )
    return found


def _row(table: Table, shown: Table, row: Row, panel: EntryPanel, last: int) -> RoundShown:
    """Return the row of a written round. `shown`: the table after the correction in hand."""
    cells = dict(zip(table.sheet.players, row.cells, strict=True))
    line = shown.replayed.places[row.cells[0].line or 0][0]
    marked = marked_line(panel) == line
    sides = table.state.seats.sides
    fields = WrittenRow.of(row)
    former = _points_before(table, line, corrects=marked and shown is not table)
    return RoundShown(
        number=fields.number,
        trump=suit_html(fields.trump or ""),
        dealer=table.name(fields.dealer),
        line=line,
        state="on" if marked else "new" if line == last else "",
        bid=bid_result(table, fields.bid) if fields.bid else "",
        cells=[
            _cell([cells[key] for key in side], sum(former[key] for key in side) if former else None)
            for side in sides
        ],
    )


def _cell(cells: list[Cell], former: int | None) -> RoundCell:
    """Return the cell of a side from those of its players. `former`: its points before a correction."""
    points = sum(cell.points or 0 for cell in cells)
    was = None if former == points else former
    return RoundCell(
        gain=signed(points),
        total=sum(cell.total or 0 for cell in cells),
        revoke=any("revoke" in cell.marks for cell in cells),
        former=None if was is None else (signed(was) if was else "0", _("was %(points)d") % {"points": was}),
    )


def _points_before(table: Table, line: int, *, corrects: bool) -> dict[str, int] | None:
    """Return the points of a round by player before its correction, None if there is none.

    `corrects`: it is being corrected now; else those as it was first entered.
    """
    if not corrects:
        return table.first_points.get((line, 0))
    for row in table.sheet.rows:
        if table.replayed.places[row.cells[0].line or 0][0] == line:
            return {key: cell.points or 0 for key, cell in zip(table.sheet.players, row.cells, strict=True)}
    return None


def _pencil(table: Table, fields: RoundFields, sides: Any) -> RoundShown:
    """Return the row of the drafted round: empty boxes, or its points and totals so far."""
    drafted = bool(fields.winners)
    reaches = {each.players: each.reaches for each in fields.chances}
    return RoundShown(
        number=fields.number,
        trump=suit_html(fields.trump) if fields.trump else "",
        dealer=table.name(fields.dealer),
        bid=bid_text(table, fields.bid, fields.bid_won) if fields.bid else "",
        cells=[
            RoundCell(
                gain=signed(sum(fields.gains[key] for key in side)),
                total=sum(fields.totals[key] for key in side),
            )
            if drafted
            else RoundCell(may=reaches.get(side, False))
            for side in sides
        ],
    )


def chances_text(table: Table, choice: Any) -> list[str]:
    """Describe the sides that can still win with this round, and how."""
    sentences = []
    for each in RoundFields.of(choice).chances:
        if not each.reaches and not each.sweep:
            continue
        names = and_list([table.name(key) for key in each.players])
        sentences.append(labelled(names, _way(each)))
    return sentences


def _way(chance: Chance) -> str:
    """Describe the number of further tricks with which a side reaches the target."""
    ways = []
    if chance.with_best is not None:
        ways.append(_tricks(chance.with_best, best=True))
    if chance.without_best is not None and chance.without_best != chance.with_best:
        ways.append(_tricks(chance.without_best, best=False))
    elif chance.without_best is not None:
        ways = [_tricks(chance.without_best, best=False)]
    if chance.sweep and (chance.bid or not ways):
        return _("all five tricks win outright")
    way = _(" or ").join(ways)
    return _("%(way)s, after bidding %(points)d") % {"way": way, "points": chance.bid} if chance.bid else way


def _tricks(count: int, *, best: bool) -> str:
    if count == 0:
        return _("the best trump") if best else _("already at the target")
    words = lines.counted_tricks(count)
    return _("%(tricks)s and the best trump") % {"tricks": words} if best else words

"""The sheet of a game as a small HTML table, without end tags where HTML needs none.

A template takes ten times as long, and `format_html` three times; a group has thousands of sheets.
"""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.archive.print_cells import PrintedCell
from scorekeeper.archive.print_document import PrintedRow, PrintedSheet
from scorekeeper.charts.markup import joined, markup

_STRUCK, _LIGHT, _HEAVY = (markup(" class={}", name) for name in ("x", "light", "heavy"))
_PLAIN = SafeString()


def sheet_html(paper: PrintedSheet, *, points: bool) -> SafeString:
    """Return the table of a sheet: heads, rows, totals with the winning ones marked."""
    heads = joined("<th scope=col>{}", [head.name for head in paper.heads])
    rows = joined("{}", map(_row, paper.rows))
    totals = joined(
        "<td>{}", [markup("<b>{}</b>", total) if won and total else total for total, won in paper.feet]
    )
    return markup(
        "<table class=sheet><thead><tr><td>{}<tbody>{}<tfoot><tr><th scope=row>{}{}</table>",
        heads,
        rows,
        _total_label(paper, points=points),
        totals,
    )


def _row(row: PrintedRow) -> SafeString:
    kind = _HEAVY if row.heavy else _LIGHT if row.light else _PLAIN
    worth = markup(" <small>{}</small>", row.worth) if row.worth else _PLAIN
    cells = joined("{}", map(_cell, row.cells))
    return markup("<tr{}><th scope=row>{}{}{}", kind, row.label, worth, cells)


def _cell(cell: PrintedCell) -> SafeString:
    """Return a cell: points before a correction, its lines, the note beside."""
    if not (cell.old or cell.struck or cell.small or len(cell.lines) > 1):
        return markup("<td>{}", cell.text)
    old = markup("<s>{}</s> ", cell.old) if cell.old else _PLAIN
    texts = ["0"] if cell.struck and not cell.lines else cell.lines
    lines = SafeString("<br>".join([markup("{}", each) for each in texts]))
    small = markup(" <small>{}</small>", cell.small) if cell.small else _PLAIN
    return markup("<td{}>{}{}{}", _STRUCK if cell.struck else _PLAIN, old, lines, small)


def _total_label(paper: PrintedSheet, *, points: bool) -> str:
    if paper.parts:
        return _("Own part")
    return _("Total") if points else pgettext("who won", "Won")

"""The sheet of a game as a small HTML table, without end tags where HTML needs none.

A template takes ten times as long, and a group has thousands of sheets.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.archive.print_cells import PrintedCell
from scorekeeper.archive.print_document import PrintedRow, PrintedSheet

_STRUCK, _LIGHT, _HEAVY = (format_html(" class={}", name) for name in ("x", "light", "heavy"))
_PLAIN, _BREAK = SafeString(), SafeString("<br>")


def sheet_html(paper: PrintedSheet, *, points: bool) -> SafeString:
    """Return the table of a sheet: heads, rows, totals with the winning ones marked."""
    heads = _joined("<th scope=col>{}", ((head.name,) for head in paper.heads))
    rows = _joined("{}", ((_row(row),) for row in paper.rows))
    totals = _joined(
        "<td>{}",
        ((format_html("<b>{}</b>", total) if won and total else total,) for total, won in paper.feet),
    )
    return format_html(
        "<table class=sheet><thead><tr><td>{}<tbody>{}<tfoot><tr><th scope=row>{}{}</table>",
        heads,
        rows,
        _total_label(paper, points=points),
        totals,
    )


def _row(row: PrintedRow) -> SafeString:
    kind = _HEAVY if row.heavy else _LIGHT if row.light else _PLAIN
    worth = format_html(" <small>{}</small>", row.worth) if row.worth else _PLAIN
    cells = _joined("<td{}>{}", ((_STRUCK if cell.struck else _PLAIN, _cell(cell)) for cell in row.cells))
    return format_html("<tr{}><th scope=row>{}{}{}", kind, row.label, worth, cells)


def _cell(cell: PrintedCell) -> SafeString | str:
    """Return the content of a cell: points before a correction, its lines, the note beside."""
    if not (cell.old or cell.struck or cell.small or len(cell.lines) > 1):
        return cell.text
    old = format_html("<s>{}</s> ", cell.old) if cell.old else _PLAIN
    lines = (
        "0"
        if cell.struck and not cell.lines
        else format_html_join(_BREAK, "{}", ((each,) for each in cell.lines))
    )
    small = format_html(" <small>{}</small>", cell.small) if cell.small else _PLAIN
    return format_html("{}{}{}", old, lines, small)


def _total_label(paper: PrintedSheet, *, points: bool) -> str:
    if paper.parts:
        return _("Own part")
    return _("Total") if points else pgettext("who won", "Won")


def _joined(form: str, rows: Iterable[tuple[object, ...]]) -> SafeString:
    return format_html_join("", form, rows)

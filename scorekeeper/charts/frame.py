"""The common parts of charts: frame, title, and a table of the numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from html import escape

from django.utils.safestring import SafeString

from .markup import joined, markup

WIDTH = 340
LETTER = 7.4  # approximate width of a character of a label
FEW = 3  # columns that large text on a phone has room for
ROW, CELL = "\x1e", "\x1f"  # separators of ASCII, which no text contains
RING = "\x1d"  # after a number with a ring, before words for screen readers
Format = Callable[[float], str]
_RINGED = re.compile(f"([^{ROW}{CELL}{RING}]*){RING}([^{ROW}{CELL}]*)")


def frame(key: str, title: str, about: str, height: float, parts: Iterable[SafeString]) -> SafeString:
    """A chart as a single image for screen readers.

    `key`: unique on its page, letters and digits; `about`: its description for screen readers.
    """
    return markup(
        '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-labelledby="{key}-title {key}-about">'
        '<title id="{key}-title">{}</title><desc id="{key}-about">{}</desc>{}</svg>',
        WIDTH,
        int(height),
        title,
        about,
        joined("{}", parts),
        key=key,
    )


def data_table(summary: str, caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> SafeString:
    """The numbers of a chart in a closed table; the first cell of each row is its heading.

    `RING` in a cell: the number before it has a ring, and the words after it are spoken only.
    """
    return markup(
        '<details class="as-table"><summary>{}</summary><div class="wide" tabindex="0" role="group" aria-label="{}">'
        '<table><caption class="vh">{}</caption><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div></details>',
        summary,
        caption,
        caption,
        joined('<th scope="col">{}</th>', heads),
        _rows(heads, rows),
    )


def short(name: str, most: int) -> str:
    """A name shortened to fit beside a line."""
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def _rows(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> SafeString:
    """The rows of a table; escaping its cells together takes a tenth of the time of each for itself.

    Cells of a table with more columns than `FEW` name their column, for style sheets that stack them.
    """
    text = _RINGED.sub(
        r'<b>\1</b><span class="vh">\2</span>', escape(ROW.join([CELL.join(row) for row in rows]))
    )
    names = [f' data-of="{escape(head)}"'.replace("%", "%%") if len(heads) > FEW else "" for head in heads]
    row = f'<tr><th scope="row">%s</th>{"".join(f"<td{name}>%s</td>" for name in names[1:])}</tr>'
    return SafeString("".join([row % tuple(cells.split(CELL)) for cells in text.split(ROW) if cells]))

"""The common parts of charts: frame, title, and a table of the numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

WIDTH = 340
LETTER = 7.4  # approximate width of a character of a label
Format = Callable[[float], str]


def frame(key: str, title: str, about: str, height: float, parts: Iterable[SafeString]) -> SafeString:
    """A chart as a single image for screen readers.

    `key`: unique on its page, letters and digits; `about`: its description for screen readers.
    """
    return format_html(
        '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-labelledby="{key}-title {key}-about">'
        '<title id="{key}-title">{}</title><desc id="{key}-about">{}</desc>{}</svg>',
        WIDTH,
        int(height),
        title,
        about,
        format_html_join("", "{}", ((part,) for part in parts)),
        key=key,
    )


def data_table(summary: str, caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> SafeString:
    """The numbers of a chart in a closed table; the first cell of each row is its heading."""
    return format_html(
        '<details class="as-table"><summary>{}</summary><div class="wide" tabindex="0" role="group" aria-label="{}">'
        '<table><caption class="vh">{}</caption><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div></details>',
        summary,
        caption,
        caption,
        format_html_join("", '<th scope="col">{}</th>', ((head,) for head in heads)),
        format_html_join("", "<tr>{}</tr>", ((_row(row),) for row in rows)),
    )


def short(name: str, most: int) -> str:
    """A name shortened to fit beside a line."""
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def _row(row: Sequence[str]) -> SafeString:
    return format_html(
        '<th scope="row">{}</th>{}',
        row[0],
        format_html_join("", "<td>{}</td>", ((cell,) for cell in row[1:])),
    )

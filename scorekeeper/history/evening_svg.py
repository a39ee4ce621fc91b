"""An evening or a year as a self-contained SVG image; phones draw it to share a PNG.

It has no style attributes, as the content security policy requires.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scorekeeper.charts.frame import short

PRINT, INK, SOFT, RULE, PAPER, RED = "#1B5A47", "#1A2046", "#4B4A42", "#B5C8B9", "#FDFCF7", "#B02318"
COND = "'Avenir Next Condensed','Roboto Condensed','Arial Narrow',sans-serif"
TEXT = "system-ui,sans-serif"
WIDTH, EDGE, TOP, ROW, LINE = 480, 28, 74, 52, 18
NAME, SMALL = 22, 60  # most letters of a title; of a line below the rows
LETTERS = 42  # of a row: its name and the text at its right


class PictureRow(NamedTuple):
    """A row: name, a line below it, and texts at the right, each with whether it is red."""

    name: str
    below: str
    right: Sequence[tuple[str, bool]]


def picture(title: str, about: Sequence[str], rows: Iterable[PictureRow], notes: Sequence[str]) -> SafeString:
    """Return the SVG document of an evening or a year.

    `about`: up to two short texts at the right of the title. `notes`: lines below the players.
    """
    parts = [_text(EDGE, 46, short(title, NAME), 28, PRINT, bold=True, font=COND)]
    parts += [
        _text(WIDTH - EDGE, 32 + 19 * place, short(line, 28), 14, SOFT, end=True)
        for place, line in enumerate(about)
    ]
    parts.append(_rule(62, PRINT, 2))
    top = TOP
    for row in rows:
        parts += _row(row, top)
        top += _height(row)
    for note in notes:
        for place, line in enumerate(wrap(note, SMALL)):
            top += LINE if place else LINE + 4
            parts.append(_text(EDGE, top, line, 13, SOFT))
    height = top + EDGE
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        ' role="img" aria-label="{}"><rect width="100%" height="100%" fill="{}"/>{}</svg>',
        title,
        PAPER,
        format_html_join("", "{}", ((part,) for part in parts)),
        width=WIDTH,
        height=height,
    )


def _row(row: PictureRow, top: int) -> list[SafeString]:
    """Draw a row: name and text at the left, texts at the right, and a line below."""
    right = [(short(text, LETTERS - min(len(row.name), NAME)), less) for text, less in row.right]
    name = short(row.name, LETTERS - len(right[0][0]) if right else LETTERS)
    parts = [
        _text(EDGE, top + 18, name, 19, INK, bold=True, font=COND),
        _text(EDGE, top + 37, row.below, 14, SOFT),
    ]
    parts += [
        _text(WIDTH - EDGE, top + 18 + LINE * place, text, 17, RED if less else INK, bold=True, end=True)
        for place, (text, less) in enumerate(right)
    ]
    return [*parts, _rule(top + _height(row) - 6, RULE, 1)]


def _height(row: PictureRow) -> int:
    """Return the height of a row; one without a text below its name is lower."""
    lines = max(len(row.right), 2 if row.below else 1)
    return ROW + LINE * (lines - 2)


def _text(  # noqa: PLR0913 - attributes of a text
    left: int,
    base: int,
    text: str,
    size: int,
    colour: str,
    *,
    bold: bool = False,
    end: bool = False,
    font: str = TEXT,
) -> SafeString:
    return format_html(
        '<text x="{}" y="{}" font-family="{}" font-size="{}" font-weight="{}" fill="{}" text-anchor="{}"'
        ' unicode-bidi="plaintext">{}</text>',
        left,
        base,
        font,
        size,
        700 if bold else 400,
        colour,
        "end" if end else "start",
        text,
    )


def _rule(at: int, colour: str, width: int) -> SafeString:
    return format_html(
        '<path d="M{} {}H{}" stroke="{}" stroke-width="{}"/>', EDGE, at, WIDTH - EDGE, colour, width
    )

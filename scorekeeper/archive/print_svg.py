"""A sheet as a self-contained SVG image.

It has no style attributes, as the content security policy requires. Phones draw it on a canvas to share a PNG, with
their own fonts.
"""

from __future__ import annotations

from html import escape
from textwrap import wrap

from django.utils.translation import gettext as _

from scorekeeper.core.i18n.dates import show_day
from scorekeeper.core.i18n.punctuation import clauses, labelled, listed, sentence

from .print_cells import PrintedCell
from .print_document import PrintedRow, PrintedSheet

PRINT, INK, SOFT, RULE, PAPER, RED, PENCIL = (
    *("#1B5A47", "#1A2046", "#4B4A42", "#B5C8B9", "#FDFCF7", "#B02318", "#565A57"),
)
COND = "'Avenir Next Condensed','Roboto Condensed','Arial Narrow',sans-serif"
TEXT = "system-ui,sans-serif"
EDGE, LABEL, TOP, ROW, LINE = 28, 168, 66, 34, 17
WIDEST, NARROWEST = 128, 74  # of a column
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def picture(paper: PrintedSheet) -> str:
    """Return the SVG document of a sheet."""
    return _Drawing(paper).document()


class _Drawing:
    """Builder of the SVG from top to bottom; `y` is the current position."""

    def __init__(self, paper: PrintedSheet) -> None:
        self.paper = paper
        count = len(paper.heads)
        self.column = max(NARROWEST, min(WIDEST, 520 // count))
        self.width = max(480, 2 * EDGE + LABEL + count * self.column)
        self.column = (self.width - 2 * EDGE - LABEL) // count
        self.parts: list[str] = []
        self.y = 0

    def document(self) -> str:
        self.title()
        top = self.y
        self.heads()
        for row in self.paper.rows:
            self.row(row)
        self.totals()
        self.line(EDGE + LABEL, top, EDGE + LABEL, self.y, PRINT, 2)
        self.below()
        height = self.y + EDGE
        said = escape(labelled(self.paper.game, listed(head.name for head in self.paper.heads)))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {height}" width="{self.width}"'
            f' height="{height}" role="img" aria-label="{said}"><rect width="100%" height="100%" fill="{PAPER}"/>'
            f"{''.join(self.parts)}</svg>"
        )

    # --- parts of the sheet ---

    def title(self) -> None:
        paper, right = self.paper, self.width - EDGE
        self.text(EDGE, 44, paper.game, 28, PRINT, weight=700, cond=True)
        if paper.day is not None:
            self.text(right, 30, paper.group, 14, SOFT, anchor="end", room=right - EDGE - 200)
            self.text(right, 49, show_day(paper.day, year=True), 14, SOFT, anchor="end")
        self.line(EDGE, 60, right, 60, PRINT, 2)
        self.y = TOP

    def heads(self) -> None:
        for place, head in enumerate(self.paper.heads):
            middle = self.middle(place)
            if head.letter:
                self.parts.append(
                    f'<circle cx="{middle}" cy="{self.y + 18}" r="12" fill="none" stroke="{INK}" stroke-width="1.6"/>'
                )
                self.text(middle, self.y + 23, head.letter, 13, INK, weight=700, anchor="middle")
            self.text(
                middle,
                self.y + 47,
                head.name,
                16,
                INK,
                weight=700,
                anchor="middle",
                cond=True,
                room=self.column - 8,
            )
        self.y += 56
        self.line(EDGE, self.y, self.width - EDGE, self.y, PRINT, 2)

    def row(self, row: PrintedRow) -> None:
        lines = max([len(ink.lines) for ink in row.cells] or [1])
        height = max(ROW if not row.light else 28, 14 + lines * LINE)
        if row.heavy:
            self.line(EDGE, self.y, self.width - EDGE, self.y, PRINT, 2)
        base = self.y + height // 2 + 5
        left = EDGE + 4
        if row.die:
            self.die(left + 9, self.y + height // 2, row.die)
            left += 26
        room = LABEL - (left - EDGE) - 10
        if row.worth:
            self.text(EDGE + LABEL - 8, base, row.worth, 13, SOFT, anchor="end", room=room // 2)
            room -= min(room // 2, 7 * len(row.worth)) + 4
        self.text(left, base, row.label, 15, PRINT, weight=400 if row.light else 700, cond=True, room=room)
        for place, ink in enumerate(row.cells):
            self.ink(self.middle(place), self.y, height, ink, light=row.light)
        self.y += height
        self.line(EDGE, self.y, self.width - EDGE, self.y, RULE, 1)

    def ink(self, middle: int, top: int, height: int, ink: PrintedCell, *, light: bool) -> None:
        centre = top + height // 2
        if ink.struck:
            self.line(middle - 9, centre + 7, middle + 9, centre - 7, INK, 2)
        size = 14 if light else 18 if len(ink.lines) == 1 else 13
        first = centre + size // 3 - (len(ink.lines) - 1) * LINE // 2
        for number, line in enumerate(ink.lines):
            self.text(
                middle,
                first + number * LINE,
                line,
                size,
                SOFT if light else INK,
                weight=400 if light else 700,
                anchor="middle",
                room=self.column - 6,
            )
        if ink.small:
            self.text(middle + 16 + 4 * len(ink.text), centre + 6, ink.small, 11, SOFT)
        if ink.old:
            x = middle - 14 - 5 * max(1, len(ink.text))
            self.text(x, centre + 3, ink.old, 12, PENCIL, anchor="end")
            self.line(x - 7 * len(ink.old) - 2, centre - 1, x + 2, centre - 1, PENCIL, 1.4)

    def totals(self) -> None:
        self.line(EDGE, self.y, self.width - EDGE, self.y, PRINT, 2)
        self.text(
            EDGE + 4,
            self.y + 32,
            _("Own part") if self.paper.parts else _("Total"),
            17,
            PRINT,
            weight=700,
            cond=True,
        )
        for place, (head, total) in enumerate(zip(self.paper.heads, self.paper.totals, strict=True)):
            middle = self.middle(place)
            self.text(middle, self.y + 33, total, 23, INK, weight=700, anchor="middle")
            if head.won and total:
                self.parts.append(
                    f'<ellipse cx="{middle}" cy="{self.y + 25}" rx="{13 + 7 * len(total)}" ry="19" fill="none"'
                    f' stroke="{RED}" stroke-width="2.4" transform="rotate(-3 {middle} {self.y + 25})"/>'
                )
        self.y += 50

    def below(self) -> None:
        paper, right = self.paper, self.width - EDGE
        for side in paper.sides:
            self.paragraph(side, 15, INK)
        if paper.result is not None:
            self.y += 24
            said = listed([paper.result["title"], paper.result.get("ahead") or ""])
            self.text(EDGE, self.y, said, 18, PRINT, weight=700, cond=True, room=right - EDGE)
            self.y += 4
            for pay in paper.result.get("payments", ()):
                self.y += 24
                who = _("%(payer)s pays %(payee)s") % {
                    "payer": pay.payer.player.name,
                    "payee": pay.payee.player.name,
                }
                self.text(EDGE, self.y, who, 15, INK, room=right - EDGE - 110)
                self.text(right, self.y, pay.amount, 15, INK, weight=700, anchor="end")
            for net in paper.result.get("nets", ()):
                if not net.plain:
                    self.y += 24
                    self.text(EDGE, self.y, net.text, 15, INK, weight=700, room=right - EDGE)
        self.y += 12
        self.paragraph(" ".join(map(sentence, paper.notes)), 13, SOFT)
        self.paragraph(sentence(clauses(paper.rules)), 13, SOFT)

    # --- strokes ---

    def paragraph(self, text: str, size: int, colour: str) -> None:
        """Draw a paragraph."""
        for line in wrap(text, max(20, int((self.width - 2 * EDGE) / (size * 0.54)))):
            self.y += size + 5
            self.text(EDGE, self.y, line, size, colour)

    def middle(self, place: int) -> int:
        return EDGE + LABEL + place * self.column + self.column // 2

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str, width: float) -> None:
        self.parts.append(
            f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="{width}"'
            ' stroke-linecap="round"/>'
        )

    def die(self, x: int, y: int, face: int) -> None:
        pips = "".join(
            f'<circle cx="{x + 4.4 * right}" cy="{y + 4.4 * down}" r="1.7" fill="{PRINT}"/>'
            for right, down in PIPS[face]
        )
        self.parts.append(
            f'<rect x="{x - 9}" y="{y - 9}" width="18" height="18" rx="4" fill="none" stroke="{PRINT}"'
            f' stroke-width="1.6"/>{pips}'
        )

    def text(  # noqa: PLR0913 - attributes of a text
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        colour: str,
        *,
        weight: int = 400,
        anchor: str = "start",
        cond: bool = False,
        room: int = 0,
    ) -> None:
        """Draw a line of text.

        `room`: width in pixels at which it is cut.
        """
        if not text:
            return
        most = int(room / (size * (0.44 if cond else 0.56))) if room else 0
        if most and len(text) > most:
            text = f"{text[: max(1, most - 1)].rstrip()}…"
        self.parts.append(
            f'<text x="{x}" y="{y}" font-family="{COND if cond else TEXT}" font-size="{size}" font-weight="{weight}"'
            f' fill="{colour}" text-anchor="{anchor}" unicode-bidi="plaintext">{escape(text)}</text>'
        )

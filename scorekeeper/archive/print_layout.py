"""Row heights of a printed sheet, chosen so that the sheet fits on one page.

The assumed page is as narrow as A4 and as short as Letter.
"""

from __future__ import annotations

from .print_document import PrintedSheet

# all in CSS pixels
ROOM = 930  # between the margins of Letter
HEIGHTS = (44, 40, 36, 32, 28)  # of a row; `print.css` has a class for each
LEAST = 26
ROUND = 154  # title, heads and totals
UPRIGHT = 74  # additional height of heads with vertical names
LIGHT = 21  # a row without boxes
WRITTEN = 22  # a line in a cell
LINE, PAYMENT, SIGNATURES = 19, 31, 92
LETTERS, NAME = 84, 24  # characters of a line across the page; of a payment on one line


def row_height(paper: PrintedSheet, *, signed: bool) -> int:
    """Return the largest row height with which the sheet fits on one page, else `LEAST`."""
    rows = [max(len(ink.lines) for ink in row.cells) * WRITTEN for row in paper.rows if not row.light]
    light = (len(paper.rows) - len(rows)) * LIGHT
    heads = UPRIGHT if paper.many and any(head.name for head in paper.heads) else 0
    room = ROOM - ROUND - heads - light - _texts_height(paper) - (SIGNATURES if signed else 0)
    fits = (height for height in HEIGHTS if sum(max(height, row) for row in rows) <= room)
    return next(fits, LEAST)


def _texts_height(paper: PrintedSheet) -> int:
    """Return the height below the sheet: rules and corrections, with payments beside them."""
    paid = bool(paper.result and paper.result.get("stake"))
    across = LETTERS // 2 if paid else LETTERS
    texts = [*paper.sides, " ".join(paper.notes), "; ".join(paper.rules)]
    left = 36 + sum((len(text) // across + 1) * LINE + 6 for text in texts if text)
    if not paid:
        return left
    assert paper.result is not None
    right = 36 + sum(
        PAYMENT + (LINE if len(pay.payer.player.name + pay.payee.player.name) > NAME - len(pay.reason) else 0)
        for pay in paper.result["payments"]
    )
    right += PAYMENT * sum(not net.plain for net in paper.result["nets"])
    worked = "; ".join(paper.result["texts"])
    return max(left, right + (len(worked) // across + 1) * LINE * bool(worked))

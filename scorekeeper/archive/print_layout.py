"""How a sheet lies on the page of a printer: its rows are as high as leaves room for all the rest of it.

A4 is narrower than Letter and longer: the room is that of a page as narrow as the one and as short as the other.
"""

from __future__ import annotations

from .print_document import Paper

ROOM = 930  # CSS pixels between the margins, of Letter
HEIGHTS = (44, 40, 36, 32, 28)  # CSS pixels of a row; `print.css` has a class for each
LEAST = 26
ROUND = 154  # the title, the heads and the totals
UPRIGHT = 74  # by which heads are higher whose names stand upright
LIGHT = 21  # a row that is no box
WRITTEN = 22  # a line in a cell
LINE, PAYMENT, SIGNATURES = 19, 31, 92
LETTERS, NAME = 84, 24  # that stand on a line across the page; of a payment before it takes two


def row_height(paper: Paper, *, signed: bool) -> int:
    """CSS pixels of a row: the most with which the sheet stands on one page, LEAST where none does."""
    rows = [max(len(ink.lines) for ink in row.cells) * WRITTEN for row in paper.rows if not row.light]
    light = (len(paper.rows) - len(rows)) * LIGHT
    heads = UPRIGHT if paper.many and any(head.name for head in paper.heads) else 0
    room = ROOM - ROUND - heads - light - _told(paper) - (SIGNATURES if signed else 0)
    fits = (height for height in HEIGHTS if sum(max(height, row) for row in rows) <= room)
    return next(fits, LEAST)


def _told(paper: Paper) -> int:
    """CSS pixels of what is told below: the rules, what was put right, who pays whom beside them."""
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

"""The sheet of a page, parsed from its HTML."""

from __future__ import annotations

import re


class Sheet:
    """The content of a sheet's page."""

    def __init__(self) -> None:
        self.turn: str | None = None
        self.totals: dict[str, int] = {}
        self.cells: dict[tuple[str, str], int] = {}


# Notes beside a total: additions, struck values, spoken texts; and all tags.
ASIDE = r'<small>.*?</small>|<s>.*?</s>|<span class="vh">.*?</span>|<[^>]*>'


def read_sheet(page: str) -> Sheet:
    """The sheet of a page, read from its HTML."""
    sheet = Sheet()
    for state, key, inner in re.findall(r'<th scope="col"([^>]*)><a href="\?seat=(\d+)">(.*?)</a>', page):
        total = re.sub(ASIDE, " ", inner.split("<em>")[1])
        sheet.totals[key] = int(total)
        if re.search(r'class="[^"]*\bturn\b', state):
            sheet.turn = key
    for label, text in re.findall(r'<a href="\?line=[^"]*" aria-label="([^"]*)">(.*?)</a>', page):
        if label.endswith(": wins at once"):
            continue  # the cell shows the roll, no points
        name, box = re.sub(r" \d+(?:, was \d+)?$", "", label).split(", ")
        sheet.cells[name, box] = int(re.sub(r"<s.*?</s>", "", text))
    for name, box in re.findall(r'<a href="\?line=[^"]*" class="x">(.*?), (.*?), crossed out, 0\b', page):
        sheet.cells[name, box] = 0
    return sheet

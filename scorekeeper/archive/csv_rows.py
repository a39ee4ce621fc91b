"""A table of text as rows of the columns that are read, bounded before anything else is done with it. No database."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from itertools import islice

from .columns import LABELS, NEEDED, columns_of, labels
from .csv_export import unsafe
from .json_reader import FileError

KNOWN = tuple(LABELS)
SEPARATOR_LINES = {"sep=,", "sep=;", "sep=\t", "sep="}  # a first line that Excel understands
MOST_ROWS = 20_000
MOST_CELLS = 400_000  # twenty columns of as many rows; each empty one takes eight bytes, and a moment
MOST_COLUMNS = 100  # in which names of columns are looked for
MOST_CELL = 200  # letters of a cell that is read; comparing may make eighteen of one


def rows_of(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Every row that is not empty, by column, with its number: the head is 1.

    A cell that is too long is cut to one letter more than it may have. Raises FileError `no_columns` (`missing`),
    `too_many_rows` and `too_many_cells` (`most`), `cell_without_end` (`row`).
    """
    text = text.removeprefix("\ufeff")
    first = text.partition("\n")[0]
    above = first.strip().lower() in SEPARATOR_LINES
    if above:
        first = text.split("\n", 2)[1] if "\n" in text else ""
    parted = max(";\t,", key=first.count)
    if text.count(parted) > MOST_CELLS:
        raise FileError("too_many_cells", most=MOST_CELLS)
    found = _found(text, parted)
    head, *rows = found[1:] if above else found or [[]]
    places = columns_of([cell if len(cell) <= MOST_CELL else "" for cell in head[:MOST_COLUMNS]])
    missing = [name for name in NEEDED if name not in places]
    if missing:
        raise FileError("no_columns", missing=", ".join(labels(missing)))
    if len(found) > MOST_ROWS + 1:
        raise FileError("too_many_rows", most=MOST_ROWS)
    for number, row in enumerate(rows, start=3 if above else 2):
        if any(cell.strip() for cell in row):
            cells = {name: row[place] for name, place in places.items() if place < len(row)}
            yield number, {name: unsafe(cells.get(name, "").strip())[: MOST_CELL + 1] for name in KNOWN}


def _found(text: str, parted: str) -> list[list[str]]:
    """All rows, the head among them; no more than may be: a file of empty lines makes a row of each."""
    found: list[list[str]] = []
    try:
        found.extend(islice(csv.reader(io.StringIO(text, newline=""), delimiter=parted), MOST_ROWS + 2))
    except csv.Error as error:
        raise FileError("cell_without_end", row=len(found) + 1) from error
    return found

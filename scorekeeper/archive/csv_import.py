"""The columns of a table of old results: what they are called in every language, and a sample of such a table."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from itertools import islice

from django.conf import settings
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import get_language, override, pgettext_lazy
from django.utils.translation import gettext as _

from scorekeeper.people import names
from scorekeeper.rules import GAMES

from .csv_export import BYTE_ORDER_MARK, COMMA_LANGUAGES, unsafe
from .json_reader import FileError

NEEDED = ("date", "game", "player")
LABELS: dict[str, Promise] = {
    "date": pgettext_lazy("a column of a table", "date"),
    "game": pgettext_lazy("a column of a table", "game"),
    "player": pgettext_lazy("a column of a table", "player"),
    "points": pgettext_lazy("a column of a table", "points"),
    "won": pgettext_lazy("a column of a table", "won"),
    "table": pgettext_lazy("a column of a table", "table"),
}
# what people write besides the labels
OTHERS = {
    "day": "date",
    "tag": "date",
    "dia": "date",
    "jour": "date",
    "name": "player",
    "spieler": "player",
    "spielerin": "player",
    "nombre": "player",
    "jugador": "player",
    "jugadora": "player",
    "nom": "player",
    "joueur": "player",
    "joueuse": "player",
    "score": "points",
    "total": "points",
    "punktzahl": "points",
    "winner": "won",
    "sieger": "won",
    "ganador": "won",
    "gagnant": "won",
}
SAMPLE = (
    (date(2019, 5, 2), "generala", "Ana", 153),
    (date(2019, 5, 2), "generala", "Bo", 98),
    (date(2019, 5, 9), "forty_fives", "Ana", -20),
    (date(2019, 5, 9), "forty_fives", "Bo", 125),
)
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
            yield number, {name: unsafe(cells.get(name, "").strip())[: MOST_CELL + 1] for name in LABELS}


def columns_of(heads: Sequence[str]) -> dict[str, int]:
    """Where each known column is, by its name in whatever language; of several that mean the same the first.

    A column that is called exactly as in our own files comes before any other.
    """
    found: dict[str, int] = {}
    folded = [_folded(head) for head in heads]
    for known in ({name: name for name in LABELS}, _known()):
        for place, head in enumerate(folded):
            if head in known and place not in found.values():
                found.setdefault(known[head], place)
    return found


def labels(columns: Sequence[str]) -> list[str]:
    """What columns are called in the active language."""
    return [str(LABELS[name]) for name in columns]


def sample() -> bytes:
    """A table to begin with, in the active language, as a spreadsheet of its speakers writes it."""
    text = io.StringIO(newline="")
    comma = (get_language() or "en").split("-")[0] in COMMA_LANGUAGES
    writer = csv.writer(text, delimiter=";" if comma else ",")
    writer.writerow(labels(("date", "game", "player", "points")))
    for day, game, player, points in SAMPLE:
        written = date_format(day, "d.m.Y" if _dotted() else "Y-m-d")
        writer.writerow([written, _(GAMES[game].name), player, points])
    return (BYTE_ORDER_MARK + text.getvalue()).encode()


# --- inside ----------------------------------------------------------------------------------------------


@cache
def _known() -> dict[str, str]:
    """Every name of a column, folded, in all languages."""
    return dict(_names()) | OTHERS | {name: name for name in LABELS}


def _names() -> Iterator[tuple[str, str]]:
    for language, _name in settings.LANGUAGES:
        with override(language):
            for name, label in LABELS.items():
                yield _folded(str(label)), name


def _folded(head: str) -> str:
    """A heading without case, accents, blanks and quotation marks around it."""
    plain = unicodedata.normalize("NFKD", names.fold(head.strip().strip("\"'*:")))
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).strip()


def _dotted() -> bool:
    return (get_language() or "").startswith("de")


def _found(text: str, parted: str) -> list[list[str]]:
    """All rows, the head among them; no more than may be: a file of empty lines makes a row of each."""
    found: list[list[str]] = []
    try:
        found.extend(islice(csv.reader(io.StringIO(text, newline=""), delimiter=parted), MOST_ROWS + 2))
    except csv.Error as error:
        raise FileError("cell_without_end", row=len(found) + 1) from error
    return found

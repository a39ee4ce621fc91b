"""Tables of old results as CSV: columns in every language, a sample, and bounded reading."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from itertools import islice

from django.conf import settings
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext_lazy

from scorekeeper.core.i18n.languages import has_decimal_comma, has_dotted_dates
from scorekeeper.people import names
from scorekeeper.play.game_names import Edition
from scorekeeper.play.session_notes import TEXT_LENGTH
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import OptionValue

from .csv_export import BYTE_ORDER_MARK, unsafe
from .json_reader import FileError

NEEDED = ("date", "game", "player")
LABELS: dict[str, Promise] = {
    "date": pgettext_lazy("a column of a table", "date"),
    "game": pgettext_lazy("a column of a table", "game"),
    "player": pgettext_lazy("a column of a table", "player"),
    "points": pgettext_lazy("a column of a table", "points"),
    "won": pgettext_lazy("a column of a table", "won"),
    "table": pgettext_lazy("a column of a table", "table"),
    "house_rules": pgettext_lazy("a column of a table", "house rules"),
    "location": pgettext_lazy("a column of a table", "location"),
    "tags": pgettext_lazy("a column of a table", "tags"),
    "note": pgettext_lazy("a column of a table", "note"),
}
# house rules of a table without that column, as `csv_export` writes them
UNKNOWN_RULES = "imported=yes"
# other common headings
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
# rows of the sample, of the first game without and the first with a dealer
SAMPLE = (
    (date(2019, 5, 2), False, "Ana", 153),
    (date(2019, 5, 2), False, "Bo", 98),
    (date(2019, 5, 9), True, "Ana", -20),
    (date(2019, 5, 9), True, "Bo", 125),
)
SEPARATOR_LINES = {"sep=,", "sep=;", "sep=\t", "sep="}  # first lines for Excel
MOST_ROWS = 20_000
MOST_CELLS = 400_000  # twenty columns of `MOST_ROWS`; an empty cell takes eight bytes
MOST_COLUMNS = 100  # columns with a heading that is read
MOST_CELL = 200  # characters of a cell; folding may expand one character to eighteen


def rows_of(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield (row number, cells by column) of the rows that are not empty; the heading is row 1.

    Cells are cut, see `_most`. Raises FileError `no_columns` (`missing`), `too_many_rows` and
    `too_many_cells` (`most`), `cell_without_end` (`row`).
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
            if "house_rules" not in places:
                cells["house_rules"] = UNKNOWN_RULES
            yield number, {name: unsafe(cells.get(name, "").strip())[: _most(name)] for name in LABELS}


def columns_of(heads: Sequence[str]) -> dict[str, int]:
    """Return the position of each known column, by headings in any language.

    A heading as in our own exports takes precedence; otherwise the first match counts.
    """
    found: dict[str, int] = {}
    folded = [_folded(head) for head in heads]
    for known in ({name: name for name in LABELS}, _known()):
        for place, head in enumerate(folded):
            if head in known and place not in found.values():
                found.setdefault(known[head], place)
    return found


def labels(columns: Sequence[str]) -> list[str]:
    """Return the headings of columns in the active language."""
    return [str(LABELS[name]) for name in columns]


def house_rules_of(text: str, edition: Edition) -> Mapping[str, OptionValue] | None:
    """Return house rules in the form of `csv_export`, "joker=no; target=60"; None if unknown.

    An empty text means the printed rules. A partnership game's are unknown, because old results have no sides. Raises
    ValueError with the part that is no house rule of the game.
    """
    parts = [part.partition("=") for part in text.split(";") if part.strip()]
    pairs = {name.strip(): value.strip() for name, _sign, value in parts}
    if "imported" in pairs or "partners" in pairs:
        return None
    options = {option.name: option for option in GAMES[edition.slug].OPTIONS}
    found = dict(edition.rules)
    for name, value in pairs.items():
        values = (
            {_written(each.value): each.value for each in options[name].values} if name in options else {}
        )
        if value not in values:
            raise ValueError(f"{name}={value}")
        found[name] = values[value]
    return found


def _most(column: str) -> int:
    """Return the length to which a cell is cut: one character over the limit, except for a note."""
    return TEXT_LENGTH if column == "note" else MOST_CELL + 1


def _written(value: OptionValue) -> str:
    """Return the value of a house rule as `csv_export` writes it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def sample() -> bytes:
    """Return a sample table in the active language, in the CSV dialect of its spreadsheets."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=";" if has_decimal_comma() else ",")
    writer.writerow(labels(("date", "game", "player", "points")))
    for day, dealt, player, points in SAMPLE:
        game = next(game for game in GAMES.values() if game.POINTS and bool(game.DEALS) is dealt)
        written = date_format(day, "d.m.Y" if has_dotted_dates() else "Y-m-d")
        writer.writerow([written, _(game.name), player, points])
    return (BYTE_ORDER_MARK + text.getvalue()).encode()


@cache
def _known() -> dict[str, str]:
    """Return the column of each folded heading in all languages."""
    return dict(_names()) | OTHERS | {name: name for name in LABELS}


def _names() -> Iterator[tuple[str, str]]:
    for language, _name in settings.LANGUAGES:
        with override(language):
            for name, label in LABELS.items():
                yield _folded(str(label)), name


def _folded(head: str) -> str:
    """Return a heading without case, accents, and surrounding spaces and quotation marks."""
    plain = unicodedata.normalize("NFKD", names.fold(head.strip().strip("\"'*:")))
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).strip()


def _found(text: str, parted: str) -> list[list[str]]:
    """Return all rows with the heading, at most `MOST_ROWS` + 2: each empty line is a row."""
    found: list[list[str]] = []
    try:
        found.extend(islice(csv.reader(io.StringIO(text, newline=""), delimiter=parted), MOST_ROWS + 2))
    except csv.Error as error:
        raise FileError("cell_without_end", row=len(found) + 1) from error
    return found

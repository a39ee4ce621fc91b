"""The columns of a table of old results: what they are called in every language, and a sample of such a table."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache

from django.conf import settings
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import get_language, override, pgettext_lazy
from django.utils.translation import gettext as _

from scorekeeper.people import names
from scorekeeper.rules import GAMES

from .csv_export import COMMA_LANGUAGES, MARK

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
    return (MARK + text.getvalue()).encode()


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

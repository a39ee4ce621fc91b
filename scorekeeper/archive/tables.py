"""Results and the ledger as CSV, for whoever wants to count himself. docs/csv.md says what the columns hold.

UTF-8 with a byte order mark, because without it Excel takes names for Latin-1; lines end as RFC 4180 has them. A text
that a spreadsheet would take for a formula gets an apostrophe before it; a number is never touched. Where decimals
have a comma, columns are parted by semicolons, as spreadsheets of such places expect.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from scorekeeper.history.models import Score
from scorekeeper.ledger.book import staying
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.money import decimal_string
from scorekeeper.people.models import Group, Player
from scorekeeper.rules import GAMES

RESULTS = ("date", "time", "game", "player", "points", "place", "won", "players", "table")
LEDGER = ("date", "time", "kind", "debtor", "creditor", "amount", "unit", "game", "table")
COMMA_LANGUAGES = frozenset({"de", "es", "fr"})
BATCH, IN_MEMORY = 500, 1024 * 1024
MARK = "\ufeff"
# what begins a formula in some spreadsheet; the wide twins too, which some of them fold
_FORMULA = re.compile("[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")

Row = Iterable[str | int | None]


def results(group: Group, *, comma: bool) -> IO[bytes]:
    """Who came to what in every finished game, a line for each seat, the oldest game first."""
    names = {player.pk: player.name for player in Player.objects.filter(group=group)}
    return _file(RESULTS, _results(group, names), comma=comma)


def ledger(group: Group, *, comma: bool) -> IO[bytes]:
    """Every line of the ledger: from that moment on the debtor owed the creditor so much more."""
    stays = staying(group.pk)
    names = {player.pk: player.name for player in Player.objects.filter(group=group)}
    names |= {gone: names[number] for gone, number in stays.items()}
    return _file(LEDGER, _ledger(group, names, comma=comma), comma=comma)


def safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def unsafe(text: str) -> str:
    """A text as it was before `safe`."""
    return text[1:] if text[:1] == "'" and _FORMULA.match(text[1:]) else text


# --- inside ----------------------------------------------------------------------------------------------


def _results(group: Group, names: dict[int, str]) -> Iterator[Row]:
    fields = ("number", "player_id", "points", "rank", "won")
    result = ("result__finished", "result__game", "result__players", "result__session__address")
    rows = Score.objects.filter(result__group=group).order_by("result__finished", "result", "position")
    for number, player, points, rank, won, finished, game, players, address in rows.values_list(
        *fields, *result
    ).iterator(BATCH):
        assert number
        day, time = _when(finished)
        yield (
            *(day, time, safe(GAMES[game].name), safe(names[player]), points, rank),
            *("yes" if won else "no", players, address),
        )


def _ledger(group: Group, names: dict[int, str], *, comma: bool) -> Iterator[Row]:
    for row in Posting.objects.filter(group=group).order_by("pk").iterator(BATCH):
        day, time = _when(row.at)
        amount = decimal_string(row.amount, row.unit)
        game = row.reason.get("game")
        yield (
            *(day, time, row.kind, safe(names[row.debtor_id]), safe(names[row.creditor_id])),
            *(amount.replace(".", ",") if comma else amount, safe(row.unit)),
            *(safe(GAMES[game].name) if game in GAMES else "", row.session),
        )


def _when(at: datetime) -> tuple[str, str]:
    there = at.astimezone(UTC)
    return there.date().isoformat(), there.strftime("%H:%M")


def _file(head: Row, rows: Iterable[Row], *, comma: bool) -> IO[bytes]:
    """The whole file, to be read from its beginning: nobody's slow phone holds the database meanwhile."""
    file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - whoever sends it closes it
    text: Any = io.TextIOWrapper(file, "utf-8", newline="", write_through=True)
    text.write(MARK)
    writer = csv.writer(text, delimiter=";" if comma else ",")
    writer.writerow(head)
    writer.writerows(rows)
    text.detach()
    file.seek(0)
    return file

"""CSV export of results and the ledger.

docs/csv.md describes the columns. UTF-8 with a byte order mark, because Excel otherwise reads Latin-1; line ends as in
RFC 4180. A text that a spreadsheet would read as a formula is prefixed with an apostrophe; numbers stay unchanged. With
decimal commas the separator is a semicolon, as spreadsheets of those locales expect.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from scorekeeper.core.i18n.dates import columns_of, day_of_play
from scorekeeper.history.models import Score
from scorekeeper.history.projection import own_rules
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.money import decimal_string
from scorekeeper.ledger.sums import staying
from scorekeeper.people.models import Group, Player
from scorekeeper.play.game_names import english_name
from scorekeeper.play.imported_results import REASON, order_known
from scorekeeper.play.models import Session
from scorekeeper.play.session_notes import note_of
from scorekeeper.play.transcript import chosen_options
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Options, OptionValue

from .chunked_transactions import Pauses
from .snapshots import in_batches, snapshot

RESULTS = (
    *("date", "time", "game", "player", "points", "place", "won", "players", "table"),
    *("house_rules", "seat", "team", "side_points", "counts", "ended"),
    *("stake", "stake_amount", "stake_unit", "stake_automatic_win"),
    *("evening", "location", "tags", "note"),
)
LEDGER = ("date", "time", "kind", "from", "to", "amount", "unit", "owed", "game", "table")
IN_MEMORY = 1024 * 1024  # bytes
BYTE_ORDER_MARK = "\ufeff"
# first characters of formulas, also the fullwidth forms that some spreadsheets fold
_FORMULA = re.compile("[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")

Row = Iterable[str | int | None]


def results(group: Group, *, comma: bool) -> IO[bytes]:
    """Return the results of all finished games as CSV, a row per seat, the oldest game first."""
    with snapshot():
        names = {player.pk: player.name for player in Player.objects.filter(group=group)}
        return _file(RESULTS, _results(group, names, comma=comma), comma=comma)


def ledger(group: Group, *, comma: bool) -> IO[bytes]:
    """Return all postings of the ledger as CSV."""
    with snapshot():
        remaining_id = staying(group.pk)
        names = {player.pk: player.name for player in Player.objects.filter(group=group)}
        names |= {merged_id: names[number] for merged_id, number in remaining_id.items()}
        return _file(LEDGER, _ledger(group, names, comma=comma), comma=comma)


def safe(text: str) -> str:
    """Prefix a text that a spreadsheet would read as a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def unsafe(text: str) -> str:
    """Remove the prefix of `safe`."""
    return text[1:] if text[:1] == "'" and _FORMULA.match(text[1:]) else text


def _results(group: Group, names: dict[int, str], *, comma: bool) -> Iterator[Row]:
    scores = Score.objects.filter(result__group=group).order_by(
        "result__finished", "result__session", "position"
    )
    rows = scores.select_related("result__session", "result__variant")
    for row in in_batches(rows.defer("result__session__options")):
        result = row.result
        note = note_of(result.session)
        stake = {"kind": "none"} | result.session.stake
        dated = result.reason == REASON
        when = columns_of(result.finished, dated=dated)
        yield (
            *(*when, safe(english_name(result.game, result.variant.rules)), safe(names[row.player_id])),
            *(row.points, row.rank, _flag(row.won), result.players, result.session.address),
            _house_rules(result.game, result.variant.rules),
            row.position + 1 if order_known(result.session.imported_result) else "",
            *(
                "" if row.team is None else row.team + 1,
                row.side_points,
                _flag(result.counted),
                result.reason,
                stake["kind"],
            ),
            _decimal(stake.get("amount", ""), comma=comma),
            safe(stake.get("unit", "")),
            _decimal(stake.get("automatic_win", ""), comma=comma),
            day_of_play(result.finished, dated=dated).isoformat(),
            *(safe(note.place), safe(", ".join(note.tags)), safe(note.text)),
        )


def _ledger(group: Group, names: dict[int, str], *, comma: bool) -> Iterator[Row]:
    played = _rules_of_games(group)
    for row in in_batches(Posting.objects.filter(group=group).order_by("pk")):
        amount = _decimal(decimal_string(row.amount, row.unit), comma=comma)
        # a payment is stored as a debt of the person who received it
        paid = row.kind == Posting.Kind.PAYMENT
        source, target = (row.creditor_id, row.debtor_id) if paid else (row.debtor_id, row.creditor_id)
        game = row.reason.get("game")
        yield (
            *(*columns_of(row.at), row.kind, safe(names[source]), safe(names[target])),
            *(amount, safe(row.unit), f"-{amount}" if paid else amount),
            *(safe(english_name(game, played.get(row.session))) if game in GAMES else "", row.session),
        )


def _house_rules(game: str, rules: Mapping[str, OptionValue]) -> str:
    """Return the options that differ from the printed rules: "joker=no; target=60"."""
    if rules.get("imported"):
        return "imported=yes"
    chosen = dict(chosen_options(GAMES[game], Options(own_rules(rules))))
    chosen |= {name: value for name, value in rules.items() if name == "partners"}
    return "; ".join(
        f"{name}={_flag(value) if isinstance(value, bool) else value}" for name, value in chosen.items()
    )


def _flag(value: bool) -> str:
    return "yes" if value else "no"


def _decimal(amount: str, *, comma: bool) -> str:
    return amount.replace(".", ",") if comma else amount


def _rules_of_games(group: Group) -> dict[str, dict[str, Any]]:
    """Return the options of the group's games by address, where there are any."""
    found = Session.objects.filter(group=group).exclude(options={})
    return dict(found.values_list("address", "options"))


def _file(head: Row, rows: Iterable[Row], *, comma: bool) -> IO[bytes]:
    """Write the whole file before sending, so that a slow phone does not prolong the snapshot."""
    file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - closed after sending
    text: Any = io.TextIOWrapper(file, "utf-8", newline="", write_through=True)
    text.write(BYTE_ORDER_MARK)
    writer = csv.writer(text, delimiter=";" if comma else ",")
    writer.writerow(head)
    pauses = Pauses()
    for row in rows:
        writer.writerow(row)
        pauses.maybe()
    text.detach()
    file.seek(0)
    return file

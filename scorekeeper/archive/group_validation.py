"""Validation of a group file before it is stored: each game gets the checks of `verify`.

Pure: no database. The rows are built from the file as they would be stored.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from scorekeeper.play.session_checks import Fault, SessionRows, faults_of

from .chunked_transactions import Pauses
from .group_records import EntryRow, GameRow, GroupFile, PostingRow, SeatRow
from .json_reader import FileError

PERSON = GROUP = 1  # placeholder ids


def validate(file: GroupFile) -> None:
    """Raise FileError for the first fault: `unknown_game`, `rematch_circle`, `does_not_add_up`."""
    _check_rematches(file)
    players = {row.address: number for number, row in enumerate(file.players, start=1)}
    stays = {row.address: row.merged_into for row in file.players}
    postings = defaultdict[str, list[PostingRow]](list)
    for posting in file.ledger:
        postings[posting.game].append(posting)
    pauses = Pauses()
    for number, game in enumerate(file.games, start=1):
        rows = _Rows(number, game, players, stays)
        faults = faults_of(rows.stored(postings[game.address]))
        if faults:
            raise file_error(game.place, faults[0])
        pauses.maybe()


def file_error(place: str, fault: Fault) -> FileError:
    """Convert the fault of a game into an error of its file.

    `place`: place of the game in the file.
    """
    where = place if fault.entry is None else f"{place}, entries {fault.entry}"
    return FileError("does_not_add_up", where, kind=fault.kind, what=fault.what)


class _Rows:
    """The rows of one game, with the file's numbers of its players as ids."""

    def __init__(
        self, number: int, game: GameRow, players: Mapping[str, int], stays: Mapping[str, str | None]
    ) -> None:
        self.number, self.game, self.players, self.stays = number, game, players, stays

    def stored(self, postings: list[PostingRow]) -> SessionRows:
        session = self.game.fields | {
            "id": self.number,
            "address": self.game.address,
            "group_id": GROUP,
            "host_is_there": True,
            "link": 1,
            "code": None,
            "joining": None,
        }
        seats = sorted(self.game.seats, key=lambda seat: (seat.position, seat.number))
        return SessionRows(
            session,
            [self.seat(seat) for seat in seats],
            [self.entry(entry) for entry in sorted(self.game.entries, key=lambda entry: entry.number)],
            drafts=(),
            phones=(),
            postings=[self.posting(posting) for posting in postings],
            projections=None,
        )

    def seat(self, row: SeatRow) -> dict[str, Any]:
        merged = self.stays[row.player]
        return {
            "number": row.number,
            "position": row.position,
            "team": row.team,
            "deals": row.deals,
            "player_id": self.players[row.player],
            "player_group": GROUP,
            "player_merged": None if merged is None else self.players[merged],
        }

    def entry(self, row: EntryRow) -> dict[str, Any]:
        fields = {name: getattr(row, name) for name in ("number", "kind", "target", "data", "key", "at")}
        return fields | {"author_id": PERSON, "device_id": row.device}

    def posting(self, row: PostingRow) -> dict[str, Any]:
        debtor, creditor = (self.stays[each] or each for each in (row.debtor, row.creditor))
        return {
            "group_id": GROUP,
            "debtor_id": self.players[debtor],
            "creditor_id": self.players[creditor],
            "amount": row.amount,
            "unit": row.unit,
        }


def _check_rematches(file: GroupFile) -> None:
    """Check that rematches name games of the file and form no cycle."""
    games = {game.address: game for game in file.games}
    for game in file.games:
        if game.rematch_of is not None and game.rematch_of not in games:
            raise FileError("unknown_game", f"{game.place}, rematch_of")
    sound: set[str] = set()
    for game in file.games:
        way: set[str] = set()
        before: str | None = game.address
        while before is not None and before not in sound:
            if before in way:
                raise FileError("rematch_circle")
            way.add(before)
            before = games[before].rematch_of
        sound |= way

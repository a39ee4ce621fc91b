"""Storing a group file in short steps: players, games, logs, ledger, results.

The group has no members until the import ends, so no one reads it half written.
"""

from __future__ import annotations

import json
import secrets
import uuid
from collections.abc import Iterator, Sequence
from functools import partial

from django.db import DatabaseError, connection

from scorekeeper.history.results import write
from scorekeeper.ledger import postings
from scorekeeper.ledger.models import Posting
from scorekeeper.people import names
from scorekeeper.people.groups import lock_group
from scorekeeper.people.models import Device, Person, Player, new_address
from scorekeeper.play.loading import load_from_log
from scorekeeper.play.models import Seat, Session
from scorekeeper.play.sql import INSERT_ENTRY

from .author_pseudonyms import persons_of
from .chunked_transactions import Step, batched
from .group_records import EntryRow, GameRow, GroupFile, PlayerRow, PostingRow, players_renamed
from .group_seasons import store_seasons
from .note_pieces import note_value

GAMES, LINES, POSTINGS, PLAYERS = 20, 200, 100, 200  # of one step


class GroupWriter:
    """Writer of a file into a pending group (`group`: its id).

    `copy`: with new addresses and keys. Its dictionaries map the file's names to stored rows: players, devices and
    postings by id, sessions, persons.
    """

    def __init__(self, file: GroupFile, group: int, importer: Person | None, *, copy: bool) -> None:
        self.file, self.group, self.importer, self.copy = file, group, importer, copy
        self.players: dict[str, int] = {}
        self.sessions: dict[str, Session] = {}
        self.devices: dict[int, int] = {}
        self.persons: dict[str, Person] = {}
        self.postings: dict[int, int] = {}

    def steps(self) -> Iterator[Step]:
        """Yield the steps that write everything but results."""
        stay = [row for row in self.file.players if row.merged_into is None]
        merged = [row for row in self.file.players if row.merged_into is not None]
        # merged players come later: they refer to remaining ones, and may share names
        for rows in (*batched(stay, PLAYERS), *batched(merged, PLAYERS)):
            yield partial(self._write_players, rows)
        for games in batched(self.file.games, GAMES):
            yield partial(self._write_sessions, games)
            for game in games:
                for lines in batched(game.entries, LINES):
                    yield partial(self._write_entries, game, lines)
        again = (game for game in self.file.games if game.rematch_of is not None)
        for games in batched(again, GAMES):
            yield partial(self._write_rematches, games)
        if self.file.seasons:
            yield partial(store_seasons, self.file.seasons, self.group, self.players)
        for posted in self._ledger():
            yield partial(self._write_ledger, posted)

    def results(self) -> Iterator[Step]:
        """Yield the steps that write results; ratings are recomputed after all of them."""
        for game in self.file.games:
            if game.fields["finished"] is None:
                continue
            try:
                table = load_from_log(self.sessions[game.address])
            except DatabaseError:
                raise
            except Exception:  # noqa: S112 - `verify` will report the fault and its entry
                continue
            if table.outcome is not None:
                yield partial(write, table, ordered=False)

    def _address(self, address: str) -> str:
        return new_address() if self.copy else address

    def _write_players(self, rows: Sequence[PlayerRow]) -> None:
        made = Player.objects.bulk_create(
            Player(
                group_id=self.group,
                address=self._address(row.address),
                name=row.name,
                folded_name=names.fold(row.name),
                colour=row.colour,
                left_at=row.left_at,
                payment_links=row.payment_links,
                merged_into_id=None if row.merged_into is None else self.players[row.merged_into],
            )
            for row in rows
        )
        for row, stored in zip(rows, made, strict=True):
            stored.created = row.created
            self.players[row.address] = stored.pk
        Player.objects.bulk_update(made, ["created"])

    def _write_sessions(self, games: Sequence[GameRow]) -> None:
        self._know({game.note.by for game in games if game.note is not None and game.note.by is not None})
        rows = [
            Session(
                group_id=self.group,
                address=self._address(game.address),
                note=note_value(game.note, lambda mark: self.persons[mark].pk),
                link_generation=_fresh_link(),
                imported_result=game.fields["given"],
                **{name: value for name, value in game.fields.items() if name != "given"},
            )
            for game in games
        ]
        Session.objects.bulk_create(rows)
        self.sessions |= {game.address: row for game, row in zip(games, rows, strict=True)}
        Seat.objects.bulk_create(
            Seat(
                session=row,
                player_id=self.players[seat.player],
                number=seat.number,
                position=seat.position,
                team=seat.team,
                deals=seat.deals,
            )
            for game, row in zip(games, rows, strict=True)
            for seat in game.seats
        )

    def _write_rematches(self, games: Sequence[GameRow]) -> None:
        rows = [self.sessions[game.address] for game in games]
        for game, row in zip(games, rows, strict=True):
            row.rematch_of = self.sessions[game.rematch_of or ""]
        Session.objects.bulk_update(rows, ["rematch_of"])

    def _write_entries(self, game: GameRow, rows: Sequence[EntryRow]) -> None:
        """Insert entries by raw SQL, because the models of the log refuse bulk inserts."""
        self._know({row.by for row in rows})
        adapt, session = connection.ops.adapt_datetimefield_value, self.sessions[game.address].pk
        made = []
        for row in rows:
            author = self.persons[row.by].pk
            line = (row.number, row.kind, row.target, json.dumps(row.data))
            made.append((session, *line, author, self._device(row, author), row.key, adapt(row.at)))
        with connection.cursor() as cursor:
            cursor.executemany(INSERT_ENTRY, made)

    def _know(self, marks: set[str]) -> None:
        """Load or create the persons of these pseudonyms."""
        fresh = marks - self.persons.keys()
        if fresh:
            self.persons |= persons_of(fresh, self.file.address, self.importer)

    def _device(self, row: EntryRow, author: int) -> int:
        if row.device not in self.devices:
            self.devices[row.device] = Device.objects.create(person_id=author).pk
        return self.devices[row.device]

    def _ledger(self) -> Iterator[list[PostingRow]]:
        """Yield postings in batches in file order; an undo is in a later batch than its payment."""
        part: dict[int, PostingRow] = {}
        for row in self.file.ledger:
            if row.undoes in part or len(part) == POSTINGS:
                yield list(part.values())
                part = {}
            part[row.number] = row
        if part:
            yield list(part.values())

    def _write_ledger(self, rows: Sequence[PostingRow]) -> None:
        self._know({row.by for row in rows if row.by is not None})
        lock_group(self.group)
        made = [self._posting(row) for row in rows]
        postings.post(made)
        self.postings |= {row.number: stored.pk for row, stored in zip(rows, made, strict=True)}

    def _posting(self, row: PostingRow) -> Posting:
        return Posting(
            group_id=self.group,
            kind=row.kind,
            debtor_id=self.players[row.debtor],
            creditor_id=self.players[row.creditor],
            amount=row.amount,
            unit=row.unit,
            session=self.sessions[row.game].address if row.game else "",
            entry=row.entry,
            reason=players_renamed(row.reason, lambda player: self.players.get(player, 0)),
            undoes_id=None if row.undoes is None else self.postings[row.undoes],
            key=uuid.uuid4() if self.copy else row.key,
            author=None if row.by is None else self.persons[row.by],
            at=row.at,
        )


def _fresh_link() -> int:
    """Return a random link generation, so that passes of a deleted group's tables stay invalid."""
    return 1 + secrets.randbelow(2**30)

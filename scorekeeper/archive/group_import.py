"""A group's file, stored: all of it, or nothing.

It comes in under the addresses and keys of the file; where one of them is taken here, as a copy, under new ones. The
importer keeps the group and nobody else gets in: a file says what was played, not who may come. Before anything is
committed, every game is checked as `verify` checks what people wrote.
"""

from __future__ import annotations

import json
import secrets
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError, connection

from scorekeeper.history.results import write_many
from scorekeeper.ledger import book
from scorekeeper.ledger.models import Posting
from scorekeeper.people import names
from scorekeeper.people.groups import hold
from scorekeeper.people.models import Device, Group, Member, Person, Player, new_address
from scorekeeper.play.models import Seat, Session
from scorekeeper.play.table import Table, read_again
from scorekeeper.play.verify import verify_between
from scorekeeper.writers import writing

from .batches import batched
from .group_file import PLAYERS_IN_REASONS
from .group_read import EntryRow, GroupFile, PostingRow
from .marks import persons_marked
from .shape import FileError

BATCH = 500
_INSERT = """
INSERT INTO play_entry (session_id, number, kind, target, data, author_id, device_id, key, at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
"""


@dataclass(frozen=True, slots=True)
class Taken:
    """What of a file is here already: `group`, whether its own address; `other`, whether anything else of it."""

    group: bool
    other: bool

    def __bool__(self) -> bool:
        return self.group or self.other


def taken(file: GroupFile) -> Taken:
    """What stands in the way of bringing the file in under its own addresses."""
    group = Group.objects.filter(address=file.address).exists()
    others: tuple[tuple[Any, list[Any]], ...] = (
        (Player.objects, [row.address for row in file.players]),
        (Session.objects, [row.address for row in file.games]),
    )
    found = any(
        rows.filter(address__in=part).exists() for rows, values in others for part in batched(values, BATCH)
    )
    keys = batched([row.key for row in file.ledger], BATCH)
    return Taken(group, found or any(Posting.objects.filter(key__in=part).exists() for part in keys))


def bring_in(file: GroupFile, importer: Person, *, copy: bool = False) -> Group:
    """Store the file as a new group that the importer keeps. `copy`: under new addresses.

    Raises FileError `taken` where its addresses or keys are here and no copy is wanted; `does_not_add_up` (`what`, as
    `verify` says it) for a game that is none.
    """
    with writing():
        if not copy and taken(file):
            raise FileError("taken")
        return _Writer(file, importer, copy=copy).write()


class _Writer:
    """One file on its way into the database. `numbers` are rows by what the file calls them."""

    def __init__(self, file: GroupFile, importer: Person, *, copy: bool) -> None:
        self.file, self.importer, self.copy = file, importer, copy
        self.players: dict[str, int] = {}
        self.sessions: dict[str, Session] = {}
        self.devices: dict[int, int] = {}
        self.persons: Mapping[str, Person] = {}

    def write(self) -> Group:
        file = self.file
        fields = dict(file.fields)
        created = fields.pop("created")
        group = Group.objects.create(address=self.address(file.address), **fields)
        Group.objects.filter(pk=group.pk).update(created=created)
        Member.objects.create(group=group, person=self.importer, owner=True)
        self.write_players(group)
        self.write_sessions(group)
        marks = {entry.by for game in file.games for entry in game.entries}
        marks |= {row.by for row in file.ledger if row.by is not None}
        self.persons = persons_marked(marks, file.address, self.importer)
        self.write_entries()
        hold(group.pk)
        self.write_ledger(group)
        self.write_results(group)
        self.check()
        return group

    def address(self, address: str) -> str:
        return new_address() if self.copy else address

    def write_players(self, group: Group) -> None:
        rows = [
            Player(
                group=group,
                address=self.address(row.address),
                name=row.name,
                folded=names.fold(row.name),
                colour=row.colour,
                left=row.left,
                links=row.links,
            )
            for row in self.file.players
        ]
        # whoever was merged may be called like somebody else only once that is said
        for row, stored in zip(self.file.players, rows, strict=True):
            if row.merged_into is None:
                stored.save()
                self.players[row.address] = stored.pk
        for row, stored in zip(self.file.players, rows, strict=True):
            if row.merged_into is not None:
                stored.merged_into_id = self.players[row.merged_into]
                stored.save()
                self.players[row.address] = stored.pk
            stored.created = row.created
        Player.objects.bulk_update(rows, ["created"], BATCH)

    def write_sessions(self, group: Group) -> None:
        games = self.file.games
        rows = [
            Session(group=group, address=self.address(game.address), link=_fresh_link(), **game.fields)
            for game in games
        ]
        Session.objects.bulk_create(rows, BATCH)
        self.sessions = {game.address: row for game, row in zip(games, rows, strict=True)}
        later = []
        for game, row in zip(games, rows, strict=True):
            if game.rematch_of is not None:
                row.rematch_of = self.sessions.get(game.rematch_of)
                if row.rematch_of is None:
                    raise FileError("unknown_game", f"{game.place}, rematch_of")
                later.append(row)
        _must_not_circle(rows)
        Session.objects.bulk_update(later, ["rematch_of"], BATCH)
        seats = (
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
        Seat.objects.bulk_create(seats, BATCH)

    def write_entries(self) -> None:
        """Raw: the log has no other way in for lines that were written elsewhere, and takes no bulk."""
        with connection.cursor() as cursor:
            for part in batched(self.entry_rows(), BATCH):
                cursor.executemany(_INSERT, part)

    def entry_rows(self) -> Iterator[tuple[Any, ...]]:
        adapt = connection.ops.adapt_datetimefield_value
        for game in self.file.games:
            session = self.sessions[game.address].pk
            for row in game.entries:
                author = self.persons[row.by].pk
                device = self.device(row, author)
                data = json.dumps(row.data)
                yield (
                    *(session, row.number, row.kind, row.target, data, author, device),
                    *(row.key, adapt(row.at)),
                )

    def device(self, row: EntryRow, author: int) -> int:
        if row.device not in self.devices:
            self.devices[row.device] = Device.objects.create(person_id=author).pk
        return self.devices[row.device]

    def write_ledger(self, group: Group) -> None:
        """In the order of the file. What takes something back needs the number of that, so it waits for it."""
        numbers: dict[int, int] = {}
        waiting: dict[int, Posting] = {}

        def flush() -> None:
            book.post(list(waiting.values()))
            numbers.update({number: row.pk for number, row in waiting.items()})
            waiting.clear()

        for row in self.file.ledger:
            if row.undoes in waiting:
                flush()
            waiting[row.number] = self.posting(group, row, numbers)
        flush()

    def posting(self, group: Group, row: PostingRow, numbers: Mapping[int, int]) -> Posting:
        named = {
            name: [self.players.get(player, 0) for player in row.reason[name]]
            for name in PLAYERS_IN_REASONS
            if name in row.reason
        }
        return Posting(
            group=group,
            kind=row.kind,
            debtor_id=self.players[row.debtor],
            creditor_id=self.players[row.creditor],
            amount=row.amount,
            unit=row.unit,
            session=self.sessions[row.game].address if row.game else "",
            entry=row.entry,
            reason=row.reason | named,
            undoes_id=None if row.undoes is None else numbers[row.undoes],
            key=uuid.uuid4() if self.copy else row.key,
            author=None if row.by is None else self.persons[row.by],
            at=row.at,
        )

    def write_results(self, group: Group) -> None:
        """What history keeps of games that are over, all of them put in order once."""
        write_many(group.pk, self.tables(), None)

    def tables(self) -> Iterator[Table]:
        """The games that are over, by their rules."""
        for game in self.file.games:
            if game.fields["finished"] is None:
                continue
            try:
                table = read_again(self.sessions[game.address])
            except DatabaseError:
                raise
            except Exception:  # noqa: S112 - whatever it is, the check says why, and in which line
                continue
            if table.outcome is not None:
                yield table

    def check(self) -> None:
        """Raise FileError for the first thing that does not add up."""
        numbers = [row.pk for row in self.sessions.values()]
        if not numbers:
            return
        places = {self.sessions[game.address].address: game.place for game in self.file.games}
        try:
            faults = [each for each in verify_between(min(numbers), max(numbers)) if each.address in places]
        except DatabaseError:
            raise
        except Exception as error:  # what no form of ours could have written may be odder than any check
            raise _wrong("games", type(error).__name__) from error
        for fault in faults:
            place = places[fault.address]
            raise _wrong(place if fault.entry is None else f"{place}, entries {fault.entry}", fault.what)


def _fresh_link() -> int:
    """A generation that no phone has a pass for: it may have opened this very table before the group was deleted."""
    return 1 + secrets.randbelow(2**30)


def _wrong(place: str, what: str) -> FileError:
    return FileError("does_not_add_up", place, what=what)


def _must_not_circle(rows: list[Session]) -> None:
    """A game is the rematch of an earlier one: nobody who follows them walks in circles."""
    sound: set[str] = set()
    for row in rows:
        way: list[str] = []
        before: Session | None = row
        while before is not None and before.address not in sound:
            if before.address in way:
                raise FileError("rematch_circle")
            way.append(before.address)
            before = before.rematch_of
        sound.update(way)

"""Import of transcripts: each becomes a game, appended to the log as if played now.

Players are matched by name within the group, or created.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import islice
from typing import Any

from django.db import IntegrityError, transaction

from scorekeeper.history import results
from scorekeeper.ledger.money import dump_stake
from scorekeeper.people.models import Group, Person
from scorekeeper.play import log
from scorekeeper.play.exceptions import RefusedError, StaleError
from scorekeeper.play.game_cache import GAME_CACHE
from scorekeeper.play.loading import load, load_from_log
from scorekeeper.play.models import Entry, Session
from scorekeeper.play.permissions import Visitor
from scorekeeper.play.start_session import Plan, create_session
from scorekeeper.play.table import Table
from scorekeeper.play.transcript_metadata import dump_imported
from scorekeeper.play.transcript_names import rename_players
from scorekeeper.play.write_request import WriteRequest

from .chunked_transactions import MOST, Step, run
from .duplicate_games import keys_of, line_key
from .transcript_reader import CheckedTranscript


def writers(
    games: Sequence[CheckedTranscript], group: Group, importer: Person, device: int
) -> list[TranscriptWriter]:
    """Return a writer for each game."""
    keys = keys_of([each.trace for each in games], group)
    return [TranscriptWriter(each, importer, device, key) for each, key in zip(games, keys, strict=True)]


class TranscriptWriter:
    """Writer of one game into the log.

    Only the importer may write at its table until it is complete.
    """

    session: Session
    table: Table
    there: set[str]  # keys of the lines that are already stored

    def __init__(self, readable: CheckedTranscript, importer: Person, device: int, key: uuid.UUID) -> None:
        self.readable, self.importer, self.device, self.key = readable, importer, device, key
        self.lines = len(readable.transcript.entries)

    def write_parts(self, group: Group) -> Iterator[None]:
        """Write the game, and yield after each transaction."""
        steps = self.steps(group)
        try:
            run(islice(steps, 1))
            yield
            while part := list(islice(steps, MOST)):
                run(part)
                yield
        except GeneratorExit:
            raise
        except BaseException as error:
            if hasattr(self, "session"):
                GAME_CACHE.drop(self.session.address)  # it was cached before the commit
            if isinstance(error, RefusedError):  # the table was changed meanwhile
                raise error.error from error
            raise

    def steps(self, group: Group) -> Iterator[Step]:
        """Yield the steps: beginning the game, then each line."""
        yield partial(self.begin, group)
        seats = self.readable.transcript.seats.players
        called = {player: str(number) for number, player in enumerate(seats, start=1)}
        fields = self.readable.transcript.game.PLAYER_FIELDS
        for number, entry in enumerate(self.readable.transcript.entries, start=1):
            assert isinstance(entry, dict)  # checked by the replay
            at = self.readable.line_at(number)
            yield partial(self.write, number, rename_players(entry, called, fields), at)

    def begin(self, group: Group) -> None:
        """Find or create the session, and reserve it for the importer until its last line is stored."""
        self.session = self.stored_session() or self.begin_anew(group)
        self.there = set(Entry.objects.filter(session=self.session).values_list("key", flat=True))
        if self.lines and line_key(self.key, self.lines) not in self.there:
            found = Session.objects.filter(pk=self.session.pk)
            found.update(writers=Session.Writers.HOST, host=self.importer)
        self.table = load(self.session.address, Visitor(self.importer))

    def stored_session(self) -> Session | None:
        """Return the session of an earlier import; a deleted one is detached from the key."""
        found = Session.objects.filter(key=self.key)
        found.filter(removed__isnull=False).update(key=None)
        return found.first()

    def begin_anew(self, group: Group) -> Session:
        """Create the session, or find the one that another process just created."""
        try:
            with transaction.atomic():
                return self.stored(group)
        except IntegrityError:  # created by another process
            return self.stored_session() or self.stored(group)

    def stored(self, group: Group) -> Session:
        """Store the session; one with totals instead of lines is finished at once."""
        session = create_session(group, self.importer, self.plan())
        transcript = self.readable.transcript
        if transcript.given is not None:
            numbers = {player: str(number) for number, player in enumerate(transcript.seats.players, start=1)}
            session.imported_result = dump_imported(transcript.given, numbers)
            session.finished = self.readable.until or session.started
            session.save(update_fields=["imported_result", "finished"])
            results.write(load_from_log(session))
        return session

    def write(self, number: int, entry: dict[str, Any], at: datetime | None) -> None:
        """Append a line if it is missing.

        The last one opens the table to all players.
        """
        key = line_key(self.key, number)
        if key in self.there:
            return
        write_request = WriteRequest(self.importer, self.device, self.table.count, key, at=at)
        try:
            self.table = log.append(self.session.address, write_request, [entry])
        except StaleError as stale:  # the importer wrote an entry on another device
            self.table = log.append(
                self.session.address, replace(write_request, seen=stale.table.count), [entry]
            )
        GAME_CACHE.put_uncommitted(self.table)
        if number == self.lines:
            Session.objects.filter(pk=self.session.pk).update(writers=Session.Writers.EVERYBODY)

    def plan(self) -> Plan:
        """Return the plan of the session."""
        transcript, stake = self.readable.transcript, self.readable.transcript.stake
        seats = transcript.seats
        sides = {player: side for side, team in enumerate(seats.teams) for player in team}
        return Plan(
            game=transcript.game.slug,
            names=self.readable.players,
            teams=tuple(sides.get(player) for player in seats.players),
            options=dict(transcript.options),
            stake=dump_stake(stake) if stake is not None and stake.kind != "none" else {},
            dealer=None if seats.dealer is None else seats.players.index(seats.dealer) + 1,
            started=self.readable.at,
            key=self.key,
            rules_version=transcript.options.version,
        )

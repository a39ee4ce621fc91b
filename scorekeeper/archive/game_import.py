"""Transcripts, stored: each becomes a game of a group, written line by line by the log as if it were played now.

Players are who is called so in the group; others are new. A file says when its game was only by its name.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from django.db import IntegrityError, transaction

from scorekeeper.ledger.money import dump_stake
from scorekeeper.ledger.settle import settle
from scorekeeper.people import names
from scorekeeper.people.models import Group, Person
from scorekeeper.play import log
from scorekeeper.play.begin import Plan, write_session
from scorekeeper.play.models import Entry, Session
from scorekeeper.play.renaming import rename_players
from scorekeeper.play.rights import Visitor
from scorekeeper.play.table import Table, forget, keep_at_once, load
from scorekeeper.play.ticket import RefusedError, StaleError
from scorekeeper.play.transcript import Transcript, parse_transcript
from scorekeeper.play.wording import explain
from scorekeeper.rules.core import Outcome
from scorekeeper.rules.replay import replay

from .games_here import Trace, games_here, keys_of, line_key, trace_of
from .incoming import Sent
from .shape import FileError
from .slices import Step, run

_DAY = re.compile(r"(?<!\d)(?:19|20)\d\d-\d\d-\d\d(?!\d)")
EVENING = 20  # o'clock, of a game of which the day only is known
BETWEEN = timedelta(seconds=30)
MOST_LINES = 5000  # of all games together; fifty long ones have fewer


@dataclass(frozen=True, slots=True)
class Readable:
    """A transcript that can come in: who plays, by tidy names; how it ends, None while it runs; whether it is for
    something."""

    name: str
    transcript: Transcript
    players: tuple[str, ...]
    outcome: Outcome | None
    at: datetime | None

    @property
    def trace(self) -> Trace:
        """What it is recognised by."""
        day = "" if self.at is None else self.at.date().isoformat()
        return trace_of(self.transcript, self.players, self.outcome, day)

    @property
    def pays(self) -> bool:
        """Whether it brings lines to the ledger."""
        stake = self.transcript.stake
        return bool(stake and self.outcome and settle(stake, self.outcome))


def read_all(files: Sequence[Sent]) -> list[Readable]:
    """Files as games. Raises as `read`, and FileError `too_many_rows` for more lines than come in at once."""
    found = [read(file) for file in files]
    if sum(len(each.transcript.entries) for each in found) > MOST_LINES:
        raise FileError("too_many_rows", most=MOST_LINES)
    return found


def read(file: Sent) -> Readable:
    """A file as a game, tried by the rules. Raises FileError for a line that they refuse and for names that are one;
    RuleError and StakeError as `parse_transcript`."""
    transcript = parse_transcript(file.value)
    if len(transcript.entries) > MOST_LINES:
        raise FileError("too_many_rows", file.name, most=MOST_LINES)
    replayed = replay(transcript.game, transcript.options, transcript.seats, transcript.entries)
    if replayed.error is not None:
        why = explain(replayed.error, game=transcript.game)
        raise FileError("line_refused", file.name, line=replayed.taken + 1, why=why)
    players = tuple(names.tidy(name) for name in transcript.seats.players)
    folded = [names.fold(name) for name in players]
    for name, key in zip(players, folded, strict=True):
        if folded.count(key) > 1:
            raise FileError("name_twice", file.name, name=name)
        if names.fault(name):
            raise FileError("bad_name", file.name, most=40)
    return Readable(file.name, transcript, players, transcript.game.outcome(replayed.state), _day(file.name))


def bring_in(games: Sequence[Readable], group: Group, importer: Person, device: int) -> list[Session]:
    """Store those that the group has not yet, a few lines at a time. What broke off goes on, whoever sends it again."""
    made = []
    traces = [each.trace for each in games]
    here = games_here(traces, group)
    for number, (each, key) in enumerate(zip(games, keys_of(traces, group), strict=True)):
        if number in here:
            continue
        writer = _Writer(each, importer, device, key)
        try:
            run(writer.steps(group))
        except BaseException as error:
            forget()  # what was remembered before it was committed may never have been
            if isinstance(error, RefusedError):  # somebody has done something to the table meanwhile
                raise error.error from error
            raise
        made.append(writer.session)
    return made


class _Writer:
    """One game on its way into the log. Until its last line is there, nobody else writes on its table."""

    session: Session
    table: Table
    there: set[str]  # the keys of its lines that came before

    def __init__(self, readable: Readable, importer: Person, device: int, key: uuid.UUID) -> None:
        self.readable, self.importer, self.device, self.key = readable, importer, device, key
        self.lines = len(readable.transcript.entries)

    def steps(self, group: Group) -> Iterator[Step]:
        yield partial(self.begin, group)
        at = self.readable.at
        seats = self.readable.transcript.seats.players
        called = {player: str(number) for number, player in enumerate(seats, start=1)}
        for number, entry in enumerate(self.readable.transcript.entries, start=1):
            at = at and at + BETWEEN
            assert isinstance(entry, dict)  # the rules took it
            yield partial(self.write, number, rename_players(entry, called), at)

    def begin(self, group: Group) -> None:
        self.session = self.begun() or self.begin_anew(group)
        self.there = set(Entry.objects.filter(session=self.session).values_list("key", flat=True))
        if self.lines and line_key(self.key, self.lines) not in self.there:
            found = Session.objects.filter(pk=self.session.pk)
            found.update(writers=Session.Writers.HOST, host=self.importer)
        self.table = load(self.session.address, Visitor(self.importer))

    def begun(self) -> Session | None:
        """What came in before; where somebody has deleted it since, it is left to him and comes in anew."""
        found = Session.objects.filter(key=self.key)
        found.filter(removed__isnull=False).update(key=None)
        return found.first()

    def begin_anew(self, group: Group) -> Session:
        try:
            with transaction.atomic():
                return write_session(group, self.importer, self.plan())
        except IntegrityError:  # another process was quicker
            return self.begun() or write_session(group, self.importer, self.plan())

    def write(self, number: int, entry: dict[str, Any], at: datetime | None) -> None:
        """Write a line that is not there yet. With the last one everybody may write."""
        key = line_key(self.key, number)
        if key in self.there:
            return
        ticket = log.Ticket(self.importer, self.device, self.table.count, key, at=at)
        try:
            self.table = log.append(self.session.address, ticket, [entry])
        except StaleError as stale:  # the importer himself writes there from elsewhere
            self.table = log.append(self.session.address, replace(ticket, seen=stale.table.count), [entry])
        keep_at_once(self.table)
        if number == self.lines:
            Session.objects.filter(pk=self.session.pk).update(writers=Session.Writers.EVERYBODY)

    def plan(self) -> Plan:
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
        )


def _day(name: str) -> datetime | None:
    """The day that the file's name says, as `game_file` names it."""
    found = _DAY.search(name)
    try:
        return datetime.fromisoformat(found[0]).replace(hour=EVENING, tzinfo=UTC) if found else None
    except ValueError:
        return None

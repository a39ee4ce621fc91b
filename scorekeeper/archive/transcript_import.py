"""Transcripts, stored: each becomes a game of a group, written line by line by the log as if it were played now.

Players are who is called so in the group; others are new. A file without the times of its game may have its day in its
name.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import islice
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from scorekeeper.games.messages import explain
from scorekeeper.history import results
from scorekeeper.ledger.money import dump_stake
from scorekeeper.ledger.settle import settle
from scorekeeper.people import names
from scorekeeper.people.models import Group, Person
from scorekeeper.play import log
from scorekeeper.play.game_cache import GAME_CACHE
from scorekeeper.play.loading import load, read_again
from scorekeeper.play.models import Entry, Session
from scorekeeper.play.permissions import Visitor
from scorekeeper.play.start_session import Plan, write_session
from scorekeeper.play.table import Table
from scorekeeper.play.transcript import Transcript, parse_transcript
from scorekeeper.play.transcript_metadata import dump_given
from scorekeeper.play.transcript_names import rename_players
from scorekeeper.play.writes import RefusedError, StaleError
from scorekeeper.rules.contract import Outcome
from scorekeeper.rules.replay import replay

from .chunked_transactions import MOST, Step, run
from .duplicate_games import Trace, keys_of, known_games, line_key, trace_of
from .json_reader import FileError
from .uploads import SentFile

_DAY = re.compile(r"(?<!\d)(?:19|20)\d\d-\d\d-\d\d(?!\d)")
EVENING = 20  # o'clock, of a game of which the day only is known
BETWEEN = timedelta(seconds=30)
SLOW = timedelta(days=1)  # what clocks and zones of two servers may differ by
MOST_LINES = 5000  # of all games together; fifty long ones have fewer


@dataclass(frozen=True, slots=True)
class CheckedTranscript:
    """A transcript that can come in: who plays, by tidy names; how it ends, None while it runs.

    `at`, `until`: when it began and ended, None where nothing says so.
    """

    name: str
    transcript: Transcript
    players: tuple[str, ...]
    outcome: Outcome | None
    at: datetime | None
    until: datetime | None = None

    def line_at(self, number: int) -> datetime | None:
        """When a line was written, counted from 1: evenly from beginning to end, as far as these are known."""
        if self.at is None or self.until is None:
            return self.at and min(self.at + number * BETWEEN, timezone.now())
        return self.at + (self.until - self.at) * number / len(self.transcript.entries)

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


def read_all(files: Sequence[SentFile]) -> list[CheckedTranscript]:
    """Files as games. Raises as `read`, and FileError `too_many_rows` for more lines than come in at once."""
    found = [read(file) for file in files]
    if sum(len(each.transcript.entries) for each in found) > MOST_LINES:
        raise FileError("too_many_rows", most=MOST_LINES)
    return found


def read(file: SentFile) -> CheckedTranscript:
    """A file as a game, tried by the rules. Raises FileError for a line that they refuse and for names that are one;
    RuleError and StakeError as `parse_transcript`."""
    transcript = parse_transcript(file.value)
    if len(transcript.entries) > MOST_LINES:
        raise FileError("too_many_rows", file.name, most=MOST_LINES)
    replayed = replay(transcript.game, transcript.options, transcript.seats, transcript.entries)
    if replayed.error is not None:
        why = explain(replayed.error, game=transcript.game, rules=transcript.options)
        raise FileError("line_refused", file.name, line=replayed.taken + 1, why=why)
    players = tuple(names.tidy(name) for name in transcript.seats.players)
    folded = [names.fold(name) for name in players]
    for name, key in zip(players, folded, strict=True):
        if folded.count(key) > 1:
            raise FileError("name_twice", file.name, name=name)
        if names.name_error(name):
            raise FileError("bad_name", file.name, most=40)
    at, until = _times(transcript, file.name)
    return CheckedTranscript(file.name, transcript, players, transcript.outcome(replayed.state), at, until)


def import_transcripts(
    games: Sequence[CheckedTranscript], group: Group, importer: Person, device: int
) -> list[Session]:
    """Store those that the group has not yet, a few lines at a time. What broke off goes on, whoever sends it again."""
    made = []
    here = known_games([each.trace for each in games], group)
    for number, writer in enumerate(writers(games, group, importer, device)):
        if number not in here:
            for _part in writer.write_parts(group):
                pass
            made.append(writer.session)
    return made


def writers(
    games: Sequence[CheckedTranscript], group: Group, importer: Person, device: int
) -> list[TranscriptWriter]:
    """Who writes each of these games into a group."""
    keys = keys_of([each.trace for each in games], group)
    return [TranscriptWriter(each, importer, device, key) for each, key in zip(games, keys, strict=True)]


class TranscriptWriter:
    """One game on its way into the log. Until its last line is there, nobody else writes on its table."""

    session: Session
    table: Table
    there: set[str]  # the keys of its lines that came before

    def __init__(self, readable: CheckedTranscript, importer: Person, device: int, key: uuid.UUID) -> None:
        self.readable, self.importer, self.device, self.key = readable, importer, device, key
        self.lines = len(readable.transcript.entries)

    def write_parts(self, group: Group) -> Iterator[None]:
        """Write the game, and yield after each part."""
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
            if isinstance(error, RefusedError):  # somebody has done something to the table meanwhile
                raise error.error from error
            raise

    def steps(self, group: Group) -> Iterator[Step]:
        """What is to be done, one line after the other."""
        yield partial(self.begin, group)
        seats = self.readable.transcript.seats.players
        called = {player: str(number) for number, player in enumerate(seats, start=1)}
        for number, entry in enumerate(self.readable.transcript.entries, start=1):
            assert isinstance(entry, dict)  # the rules took it
            at = self.readable.line_at(number)
            yield partial(self.write, number, rename_players(entry, called), at)

    def begin(self, group: Group) -> None:
        """Find or make the session; until its last line is there nobody else writes in it."""
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
        """Make the session, or find the one that another process made at once."""
        try:
            with transaction.atomic():
                return self.stored(group)
        except IntegrityError:  # another process was quicker
            return self.begun() or self.stored(group)

    def stored(self, group: Group) -> Session:
        """The session; one with totals instead of lines is over at once."""
        session = write_session(group, self.importer, self.plan())
        transcript = self.readable.transcript
        if transcript.given is not None:
            numbers = {player: str(number) for number, player in enumerate(transcript.seats.players, start=1)}
            session.given = dump_given(transcript.given, numbers)
            session.finished = self.readable.until or session.started
            session.save(update_fields=["given", "finished"])
            results.write(read_again(session))
        return session

    def write(self, number: int, entry: dict[str, Any], at: datetime | None) -> None:
        """Write a line that is not there yet. With the last one everybody may write."""
        key = line_key(self.key, number)
        if key in self.there:
            return
        write_request = log.WriteRequest(self.importer, self.device, self.table.count, key, at=at)
        try:
            self.table = log.append(self.session.address, write_request, [entry])
        except StaleError as stale:  # the importer himself writes there from elsewhere
            self.table = log.append(
                self.session.address, replace(write_request, seen=stale.table.count), [entry]
            )
        GAME_CACHE.put_uncommitted(self.table)
        if number == self.lines:
            Session.objects.filter(pk=self.session.pk).update(writers=Session.Writers.EVERYBODY)

    def plan(self) -> Plan:
        """The session as it is to begin."""
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


def _times(transcript: Transcript, name: str) -> tuple[datetime | None, datetime | None]:
    """When a game began and ended, as far as the file or its name says. Raises FileError `in_future`."""
    played = transcript.played
    times = (_day(name), None) if played is None else (played.start, played.end)
    if max(filter(None, times), default=timezone.now()) > timezone.now() + SLOW:
        raise FileError("in_future", name)
    return times


def _day(name: str) -> datetime | None:
    """The day that the file's name says, as `game_file` names it."""
    found = _DAY.search(name)
    try:
        return datetime.fromisoformat(found[0]).replace(hour=EVENING, tzinfo=UTC) if found else None
    except ValueError:
        return None

"""Transcripts, stored: each becomes a game of a group, written line by line by the log as if it were played now.

Players are who is called so in the group; others are new. A file says when its game was only by its name.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from scorekeeper.ledger.money import dump_stake
from scorekeeper.ledger.settle import settle
from scorekeeper.people import names
from scorekeeper.people.models import Group, Person
from scorekeeper.play import log
from scorekeeper.play.begin import Plan, write_session
from scorekeeper.play.models import Session
from scorekeeper.play.renaming import rename_players
from scorekeeper.play.rights import Visitor
from scorekeeper.play.table import keep_at_once, load
from scorekeeper.play.transcript import Transcript, parse_transcript
from scorekeeper.play.wording import explain
from scorekeeper.rules.core import Outcome
from scorekeeper.rules.replay import replay
from scorekeeper.writers import writing

from .incoming import Sent
from .shape import FileError

_DAY = re.compile(r"(?<!\d)(?:19|20)\d\d-\d\d-\d\d(?!\d)")
EVENING = 20  # o'clock, of a game of which the day only is known
BETWEEN = timedelta(seconds=30)


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
    def pays(self) -> bool:
        """Whether it brings lines to the ledger."""
        stake = self.transcript.stake
        return bool(stake and self.outcome and settle(stake, self.outcome))


def read(file: Sent) -> Readable:
    """A file as a game, tried by the rules. Raises FileError for a line that they refuse and for names that are one;
    RuleError and StakeError as `parse_transcript`."""
    transcript = parse_transcript(file.value)
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
    """Store them all, or none."""
    with writing():
        return [_write(each, group, importer, device) for each in games]


def _write(readable: Readable, group: Group, importer: Person, device: int) -> Session:
    transcript, stake = readable.transcript, readable.transcript.stake
    seats = transcript.seats
    sides = {player: side for side, team in enumerate(seats.teams) for player in team}
    plan = Plan(
        game=transcript.game.slug,
        names=readable.players,
        teams=tuple(sides.get(player) for player in seats.players),
        options=dict(transcript.options),
        stake=dump_stake(stake) if stake is not None and stake.kind != "none" else {},
        dealer=None if seats.dealer is None else seats.players.index(seats.dealer) + 1,
        started=readable.at,
    )
    session = write_session(group, importer, plan)
    table = load(session.address, Visitor(importer))
    called = {player: str(number) for number, player in enumerate(seats.players, start=1)}
    at = readable.at
    for entry in transcript.entries:
        at = at and at + BETWEEN
        ticket = log.Ticket(importer, device, table.count, str(uuid.uuid4()), at=at)
        assert isinstance(entry, dict)  # the rules took it
        table = log.append(session.address, ticket, [rename_players(entry, called)])
        keep_at_once(table)
    return session


def _day(name: str) -> datetime | None:
    """The day that the file's name says, as `game_file` names it."""
    found = _DAY.search(name)
    try:
        return datetime.fromisoformat(found[0]).replace(hour=EVENING, tzinfo=UTC) if found else None
    except ValueError:
        return None

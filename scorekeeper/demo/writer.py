"""The writer of the demo: stores games through the log and the ledger, line by line.

Each line has its own time and a device as its sender.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from scorekeeper.core.db.write_lock import writing
from scorekeeper.games.presentations import presentation_of
from scorekeeper.people.models import Device, Group, Person
from scorekeeper.play import amendments, log, session_changes
from scorekeeper.play.exceptions import RefusedError
from scorekeeper.play.game_cache import GAME_CACHE
from scorekeeper.play.loading import load
from scorekeeper.play.permissions import Visitor
from scorekeeper.play.replay import Line
from scorekeeper.play.start_session import Plan, create_session
from scorekeeper.play.table import Table
from scorekeeper.play.write_request import WriteRequest
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Game
from scorekeeper.rules.dice import FACE_OF

from .schedule import PlannedGame

# shares: of lines taken back at once, of lines corrected a little later, of games ended early
SLIPS, SECOND_THOUGHTS, GIVEN_UP = 0.008, 0.06, 0.02


@dataclass(frozen=True, slots=True)
class DemoMember:
    """A person with a device; `name` is the name of their player."""

    name: str
    person: Person
    device: Device


@dataclass
class GameWriter:
    """A writer of random games of one group; `members` holds the owner's device first."""

    group: Group
    members: Sequence[DemoMember]
    chance: Random
    corrections: int = 0

    def play(self, planned: PlannedGame, begins: datetime) -> Table:
        """Start a game and write it to its end, or as far as `planned.lines` says; return its table.

        The time of the last line is in the table's log.
        """
        plan = Plan(
            game=planned.game,
            names=planned.players,
            teams=(None,) * len(planned.players),
            options=planned.options,
            stake=planned.stake,
            dealer=len(planned.players) if GAMES[planned.game].DEALS else None,
            started=begins,
        )
        with writing():  # one transaction per game, so that the disk is synced once
            session = create_session(self.group, self.members[0].person, plan)
            table = load(session.address, Visitor(self.members[0].person))
            return self._continue(table, planned, begins)

    def correct_older_line(self, address: str, at: datetime) -> Table | None:
        """Correct a random line of an older game; return None if no line can be corrected."""
        table = load(address, Visitor(self.members[0].person))
        lines = list(table.replayed.lines)
        self.chance.shuffle(lines)
        for line in lines:
            found = self._amended(table, line, at)
            if found is not None:
                return found
        return None

    def _continue(self, table: Table, planned: PlannedGame, at: datetime) -> Table:
        tired = self.chance.random() < GIVEN_UP and planned.lines is None
        while table.outcome is None and (planned.lines is None or len(table.replayed.lines) < planned.lines):
            at += timedelta(seconds=self.chance.uniform(0.5, 1.6) * planned.line)
            if tired and len(table.replayed.lines) >= 7:
                return session_changes.change(
                    table.session.address, self._write_request(table, at), {"ended": True}
                )
            table = self._write(table, next_line(table.game, table.state, self.chance), at)
            GAME_CACHE.put_uncommitted(table)
            if self.chance.random() < SLIPS:
                table = self._take_back_mistake(table, at + timedelta(seconds=5))
            elif self.chance.random() < SECOND_THOUGHTS:
                line = self.chance.choice(table.replayed.lines)
                table = self._amended(table, line, at + timedelta(seconds=9)) or table
        return table

    def _write(self, table: Table, line: dict[str, Any], at: datetime) -> Table:
        return log.append(table.session.address, self._write_request(table, at, line.get("player")), [line])

    def _take_back_mistake(self, table: Table, at: datetime) -> Table:
        """Take back the last line, as after a mistyped entry; the game then writes the next line."""
        self.corrections += 1
        return amendments.void(table.session.address, self._write_request(table, at), table.count)

    def _amended(self, table: Table, line: Line, at: datetime) -> Table | None:
        """Correct the line by one die more or less of its face.

        Return None if the line does not fit, or if the rules refuse the correction.
        """
        move = line.moves[0]
        if "points" not in move or "throws" in move:
            return None
        face = FACE_OF.get(move["box"], 0)
        points = move["points"] + self.chance.choice((-face, face))
        if not 0 < points <= 5 * face or points == move["points"]:
            return None
        right = {"box": move["box"], "points": points}
        try:
            found = amendments.amend(
                table.session.address, self._write_request(table, at), line.number, right
            )
        except RefusedError:
            return None
        self.corrections += 1
        return found

    def _write_request(self, table: Table, at: datetime, player: str | None = None) -> WriteRequest:
        """Return a write request of the line's player, or of any player with a device."""
        names = {key: name for key, name in table.names.items() if key == player}
        own = [member for member in self.members if member.name in names.values()]
        member = own[0] if own else self.chance.choice(self.members)
        key = UUID(int=self.chance.getrandbits(128), version=4)
        return WriteRequest(member.person, member.device.pk, table.count, str(key), at=at)


def next_line(game: Game[Any, Any], state: Any, chance: Random) -> dict[str, Any]:
    """Return a legal random line without a note, for a game that is still running."""
    line = presentation_of(game).demo_line(game, state, chance)
    return {name: value for name, value in line.items() if name != "note"}

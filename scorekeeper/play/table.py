"""A table as loaded for one request: the session, its seats and the replayed game."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.http import Http404

from scorekeeper.people.names import isolated
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Game, Options, Outcome, Row, Seats, Sheet

from .former_points import former_points
from .game_names import game_name
from .imported_results import imported_outcome
from .models import Seat, Session
from .past_games import PastGames, past_games
from .permissions import MEMBER_PERMISSIONS, Permissions
from .replay import Line, ReplayedGame


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a move on the sheet: player, row and points."""

    player: str
    row: Row
    points: int


@dataclass(frozen=True)
class Table:
    """A session with its seats, the number of its entries, and the replayed game.

    `seats`: in order of play. `wrote`: the entry that this request has written, now or when it was first sent.
    `permissions`: those of the visitor. `read`: when they were read, in seconds since 1970.
    """

    session: Session
    seats: tuple[Seat, ...]
    count: int
    replayed: ReplayedGame
    wrote: int | None = None
    permissions: Permissions = MEMBER_PERMISSIONS
    read: float = field(default_factory=time.time, compare=False)

    @property
    def game(self) -> Game[Any, Any]:
        """The rule module of this session."""
        return GAMES[self.session.game]

    @property
    def version(self) -> int:
        """A number that rises with every change visible on a phone."""
        return self.session.version + self.count

    @property
    def options(self) -> Options:
        """The house rules, with defaults filled in."""
        return self.game.resolve(self.session.options, self.session.rules_version)

    @property
    def state(self) -> Any:
        """The state of the game in its rules."""
        return self.replayed.state

    @cached_property
    def sheet(self) -> Sheet:
        """The present sheet; for an imported result only its totals and leaders."""
        sheet = self.game.sheet(self.state)
        if self.session.imported_result is None or self.outcome is None:
            return sheet
        totals = tuple(self.outcome.scores.values())
        return replace(sheet, totals=totals, leaders=self.outcome.winners, turn=None)

    @cached_property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, None while it runs."""
        if self.session.imported_result is not None:
            keys = [seat.key for seat in self.seats]
            return imported_outcome(self.session.imported_result, keys, has_points=self.game.POINTS)
        return self.game.outcome(self.state)

    @cached_property
    def past(self) -> PastGames | None:
        """The group's other games, for the result; None while running and for outside visitors.

        None also after a write, so that the line that ends a game does not wait for it.
        """
        known = self.outcome is not None and self.wrote is None and self.permissions.of_group
        return past_games(self.session) if known else None

    @cached_property
    def turn(self) -> str | None:
        """The player whose line is next; None at the end, after abandoning, or without turns."""
        over = self.session.ended is not None or self.session.imported_result is not None
        return None if over else self.game.turn(self.state)

    @property
    def last_line(self) -> Line | None:
        """The line whose present content is the newest."""
        return max(self.replayed.lines, key=lambda line: line.latest.number, default=None)

    @cached_property
    def scored_line(self) -> Line | None:
        """The line that scored last, which a later note on any line does not change."""
        return max(self.replayed.lines, key=lambda line: line.scored.number, default=None)

    @cached_property
    def places(self) -> dict[tuple[int, int], Place]:
        """The place of every written cell, by line number and index of the move in the line."""
        found = {}
        for row in self.sheet.rows:
            for player, cell in zip(self.sheet.players, row.cells, strict=True):
                if cell.line is not None and cell.points is not None:
                    found[self.replayed.places[cell.line]] = Place(player, row, cell.points)
        return found

    @cached_property
    def first_points(self) -> dict[tuple[int, int], dict[str, int]]:
        """The points by player that corrected moves had when they were entered, by line number and index."""
        return former_points(self.game, self.options, rule_seats(self.seats), self.replayed)

    @cached_property
    def former_points(self) -> dict[tuple[int, int], int]:
        """The points that corrected boxes had when they were entered, by line number and index, if others than now."""
        places = self.places
        return {
            place: points
            for place, by_player in self.first_points.items()
            for points in by_player.values()
            if place not in places or places[place].points != points
        }

    @property
    def game_name(self) -> str:
        """The name of the game under these house rules."""
        return game_name(self.session.game, self.session.options)

    def seat(self, key: str) -> Seat:
        """The seat with a key of the rules.

        Raises Http404 for an unknown key.
        """
        for seat in self.seats:
            if seat.key == key:
                return seat
        raise Http404

    def name(self, key: str) -> str:
        """The name of a player by key, isolated for use in a sentence of either direction."""
        return isolated(self.seat(key).player.name)

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of all players by key."""
        return {seat.key: seat.player.name for seat in self.seats}


def rule_seats(seats: tuple[Seat, ...]) -> Seats:
    """The seats for the rules: keys in order of play, teams, and the first dealer."""
    teams: dict[int, list[str]] = {}
    for seat in seats:
        if seat.team is not None:
            teams.setdefault(seat.team, []).append(seat.key)
    sides = tuple(tuple(teams[team]) for team in sorted(teams))
    dealer = next((seat.key for seat in seats if seat.deals), None)
    return Seats(tuple(seat.key for seat in seats), sides, dealer)

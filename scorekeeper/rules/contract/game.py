"""The protocol that the rules of every game satisfy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from .options import Option, Options, Preset
from .outcome import Outcome
from .seats import Seats
from .sheet import Box, Choice, Sheet

S = TypeVar("S")
M = TypeVar("M")


class Game(Protocol[S, M]):
    """The rules of one game. `S` is its state, `M` its move; both are immutable."""

    slug: str
    name: str
    summary: str
    # the newest version of the rules; it rises where an old line could score differently
    version: int
    OPTIONS: tuple[Option, ...]
    PRESETS: Mapping[str, Preset]
    # the numbers of players that `start` accepts; the pages offer those that fit a phone
    PLAYERS: range
    # whether cards are dealt, so that a game begins with a first dealer
    DEALS: bool
    # whether totals are points, so that a stake may be paid per point
    POINTS: bool
    # possible partnerships: numbers of sides by number of players, {4: (2,), 6: (2, 3)}
    PARTNERSHIPS: Mapping[int, tuple[int, ...]]
    # the boxes of its sheet in printed order; empty for a game without boxes
    BOXES: tuple[Box, ...]

    def resolve(self, given: Mapping[str, object], version: int | None = None) -> Options:
        """The complete house rules for a version of the rules, the newest by default. Raises SetupError."""

    def start(self, options: Options, seats: Seats) -> S:
        """The state before the first move. Raises SetupError where the seats do not suit the game."""

    def parse(self, data: object) -> M:
        """A move from its transcript entry. Raises InvalidMoveError for what is malformed."""

    def dump(self, move: M) -> dict[str, Any]:
        """The transcript entry of a move: `parse(dump(move)) == move`."""

    def apply(self, state: S, move: M, *, check_order: bool = True) -> S:
        """The state after the move. Raises IllegalMoveError.

        `check_order` False: the line was accepted before, and a correction elsewhere does not make it illegal
        by the order of play.
        """

    def choices(
        self,
        state: S,
        *,
        player: str | None = None,
        begun: Mapping[str, Any] | None = None,
    ) -> tuple[Choice, ...]:
        """The possible next lines of `player`, by default of the next player.

        Empty when the game is over or the player has no line left. `begun`: a partial transcript entry
        ({"dice": [...], "throws": 2}, {"trump": "H", "tricks": ["A"]}); the choices say what it scores and how it
        can go on. `apply` accepts every offer. Raises MoveError for an entry that cannot begin so.
        """

    def may_win_at_once(self, options: Options) -> bool:
        """Whether an automatic win can end the game under these house rules."""

    def bounds(self, state: S) -> dict[str, tuple[int, int]] | None:
        """The least and most final total of each player with bonuses; None in games without totals."""

    def dealer(self, state: S) -> str | None:
        """The dealer of the current round; after the end, of the next game. None in games without a deal."""

    def turn(self, state: S) -> str | None:
        """The player of the next line; None where every player may write it, and after the end."""

    def scores(self, state: S) -> dict[str, int]:
        """Every player's own total, in seat order."""

    def sheet(self, state: S) -> Sheet:
        """The sheet as it stands."""

    def report(self, state: S) -> dict[str, Any]:
        """The sheet as `replay` prints it."""

    def outcome(self, state: S) -> Outcome | None:
        """The result; None while the game runs."""

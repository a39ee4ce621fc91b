"""The protocol that the rules of every game satisfy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from .options import Option, Options, Preset
from .outcome import Outcome
from .player_fields import PlayerField
from .seats import Seats
from .sheet import Box, Choice, Sheet

S = TypeVar("S")
M = TypeVar("M")


class Game(Protocol[S, M]):
    """The rules of one game: `S` is its state, `M` its move, both immutable."""

    slug: str
    name: str
    summary: str
    # the newest version of the rules; it rises when an old line could score differently
    version: int
    OPTIONS: tuple[Option, ...]
    PRESETS: Mapping[str, Preset]
    # the numbers of players that `start` accepts; the pages offer those that fit a phone
    PLAYERS: range
    # whether cards are dealt, so that a game starts with a first dealer
    DEALS: bool
    # whether totals are points, so that a stake may be paid per point
    POINTS: bool
    # possible partnerships: numbers of sides by number of players, {4: (2,), 6: (2, 3)}
    PARTNERSHIPS: Mapping[int, tuple[int, ...]]
    # the fields of its transcript entries that name players
    PLAYER_FIELDS: Mapping[str, PlayerField]
    # the boxes of its sheet in printed order; empty for a game without boxes
    BOXES: tuple[Box, ...]

    def resolve(self, given: Mapping[str, object], version: int | None = None) -> Options:
        """Return the complete house rules for a version of the rules, by default the newest.

        Raises SetupError.
        """

    def start(self, options: Options, seats: Seats) -> S:
        """Return the state before the first move.

        Raises SetupError if the seats do not suit the game.
        """

    def parse(self, data: object) -> M:
        """Return the move of a transcript entry.

        Raises InvalidMoveError for a malformed entry.
        """

    def dump(self, move: M) -> dict[str, Any]:
        """Return the transcript entry of a move: `parse(dump(move)) == move`."""

    def apply(self, state: S, move: M, *, check_order: bool = True) -> S:
        """Return the state after the move.

        Raises IllegalMoveError. With `check_order=False` the line was accepted before; the order of play is not
        checked, so that a correction of an earlier line does not make this one illegal.
        """

    def choices(
        self,
        state: S,
        *,
        player: str | None = None,
        partial: Mapping[str, Any] | None = None,
    ) -> tuple[Choice, ...]:
        """Return the possible next lines of `player`, by default of the next player.

        Empty when the game is over or the player has no line left. `partial` is a partial transcript entry ({"dice":
        [...], "throws": 2}, {"trump": "H", "tricks": ["A"]}); the choices say what it scores and how it can go on.
        `apply` accepts every offer. Raises MoveError if no entry can start with `partial`.
        """

    def may_win_at_once(self, options: Options) -> bool:
        """Return whether an automatic win can end the game under these house rules."""

    def bounds(self, state: S) -> dict[str, tuple[int, int]] | None:
        """Return the least and most final total of each player, bonuses included.

        None in games without such bounds.
        """

    def dealer(self, state: S) -> str | None:
        """Return the dealer of the current round, and after the end the dealer of the next game.

        None in games without a deal.
        """

    def turn(self, state: S) -> str | None:
        """Return the player of the next line.

        None if every player may write it, and after the end.
        """

    def scores(self, state: S) -> dict[str, int]:
        """Return every player's own total, in seat order."""

    def sheet(self, state: S) -> Sheet:
        """Return the current sheet."""

    def report(self, state: S) -> dict[str, Any]:
        """Return the sheet in the form that the command `replay` prints."""

    def outcome(self, state: S) -> Outcome | None:
        """Return the result, or None while the game is running."""

"""A game of Forty-fives so far: the rounds that were written, each with what it brought. Immutable values only."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.rules.contract import Options, Seats

from .deal import Taking
from .move import Bid
from .play import BestTrump, Revoke


class Ending(NamedTuple):
    """How a round ends the game. `outright`: the winners need not have the highest total."""

    reason: str
    winners: tuple[str, ...]
    outright: bool


class Written(NamedTuple):
    """A round that stands on the sheet. `gains` and `totals` in seat order; `winners`: who took each trick.

    `best`: who held the best trump, None where none was played. `best_trump` and `revokes` are known only of a
    round entered card by card. `sweep`: the side that took all five tricks, () where none did or it may not count.
    """

    dealer: str
    trump: str
    winners: tuple[str, ...]
    best: str | None
    gains: tuple[int, ...]
    totals: tuple[int, ...]
    takings: tuple[Taking, ...] = ()
    bid: Bid | None = None
    made: bool = False
    best_trump: BestTrump | None = None
    revokes: tuple[Revoke, ...] = ()
    by_cards: bool = False
    sweep: tuple[str, ...] = ()


class State(NamedTuple):
    """A game: its house rules, its seats, the rounds written, and how it ended, if it did."""

    options: Options
    seats: Seats
    rounds: tuple[Written, ...] = ()
    ending: Ending | None = None

    @property
    def totals(self) -> tuple[int, ...]:
        """Everybody's own total, in seat order."""
        return self.rounds[-1].totals if self.rounds else (0,) * len(self.seats.players)

    @property
    def dealer(self) -> str:
        """Whose deal it is: after every round the deal passes to the left."""
        return self.seats.after(self.rounds[-1].dealer)[0] if self.rounds else self.seats.first_dealer


def side_of(seats: Seats, player: str) -> tuple[str, ...]:
    """The side that a player is of."""
    return next(side for side in seats.sides if player in side)

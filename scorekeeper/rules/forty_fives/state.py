"""The immutable state of a game of Forty-fives: the rounds written so far, and the end."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.rules.contract import Options, Seats

from .deal import Taking
from .move import Bid
from .play import BestTrump, Revoke


class Ending(NamedTuple):
    """The end of the game by a round; `outright`: the winners need not have the highest total."""

    reason: str
    winners: tuple[str, ...]
    outright: bool


class Written(NamedTuple):
    """A written round: one row of the sheet.

    `gains` and `totals`: in seat order. `winners`: the winner of each trick. `best`: the holder of the best trump,
    None if none was played. `best_trump` and `revokes` are known only of a round entered card by card. `sweep`: the
    side that took all five tricks, () if there is none or it may not count. `won`: the points of the bidder's side
    before the bid is settled.
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
    won: int = 0


class State(NamedTuple):
    """The state of a game: house rules, seats, written rounds, and the end if there is one."""

    options: Options
    seats: Seats
    rounds: tuple[Written, ...] = ()
    ending: Ending | None = None

    @property
    def totals(self) -> tuple[int, ...]:
        """Every player's own total, in seat order."""
        return self.rounds[-1].totals if self.rounds else (0,) * len(self.seats.players)

    @property
    def dealer(self) -> str:
        """The next dealer: after every round the deal passes to the left."""
        return self.seats.after(self.rounds[-1].dealer)[0] if self.rounds else self.seats.first_dealer


def side_of(seats: Seats, player: str) -> tuple[str, ...]:
    """Return the side of a player."""
    return next(side for side in seats.sides if player in side)

"""The fields of every choice and of every row of Forty-fives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scorekeeper.rules.contract import Fields, Reason, RoundRow

from .chances import Chance
from .deal import TakingFields
from .known import Known
from .move import Bid
from .play import BestTrump, Revoke, Shown, Trick
from .state import Ending


class LedCard(NamedTuple):
    """The card that the next card answers: whether it is a trump, and the suit to follow."""

    player: str
    card: str
    trump: bool
    suit: str


class WrittenBid(NamedTuple):
    """The bid of a written round, whether it was made, and the points that the side won."""

    player: str
    points: int
    made: bool
    won: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFields(Fields):
    """The round being entered; fields of the other way of entry keep their defaults.

    - `number`, `dealer`, `leader`, `target`; `trump` (None while unknown), `order` (trumps from the best down)
    - `turned` (cards), and for each its taking in `takings`; `auction`; the `bid`, and the `bids` that may be made
    - `by_cards`; `needs`: the next input: "bid", "turned", "trump", "trick", "best", "card", or None: it is
      `complete`
    - `points` won so far, their `sum` of `of_points`; `gains` and `totals`: the sheet if the round were written
      now (bids count once it is complete), `side_totals` with partnerships; `zeroed`: players who score 0 for a
      revoke
    - `bid_won`: the points of the bidder's side so far, and whether the bid is "made", "failed" or "open"; None
      without a bid
    - `winners` of the tricks that are full; `best`: the holder of the best trump so far; `revokes` proven so far, and
      `revoke`, the house rule for them; `chances` of the sides
    - when complete: `entry` as it may be written, `made` (the bid, else None), `sweep`, and how the game `ends` (None
      if it goes on)

    By result: `best_choices`, the players who won a trick and can have had the best trump; `known`, what the known
    cards say, which are in `shown`. By cards: `next` (the next player), `tricks`, `follow`
    (None for a lead), `best_trump`, `shown` (by card), `closed` (by card, why it is refused to the next player).
    """

    number: int
    dealer: str
    leader: str
    target: int
    trump: str | None
    order: list[str]
    turned: list[str]
    takings: list[TakingFields]
    auction: bool
    bid: Bid | None
    bids: list[int]
    revoke: str
    by_cards: bool
    needs: str | None
    complete: bool = False
    bid_won: tuple[int, str] | None = None
    winners: list[str] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=dict)
    sum: int = 0
    of_points: int = 0
    gains: dict[str, int] = field(default_factory=dict)
    totals: dict[str, int] = field(default_factory=dict)
    side_totals: list[int] = field(default_factory=list)
    zeroed: list[str] = field(default_factory=list)
    revokes: tuple[Revoke, ...] = ()
    chances: list[Chance] = field(default_factory=list)
    best: str | None = None
    best_choices: list[str] = field(default_factory=list)
    known: Known | None = None
    best_trump: BestTrump | None = None
    next: str | None = None
    tricks: tuple[Trick, ...] = ()
    follow: LedCard | None = None
    shown: Mapping[str, Shown] = field(default_factory=dict)
    closed: dict[str, Reason] = field(default_factory=dict)
    entry: dict[str, Any] = field(default_factory=dict)
    made: bool | None = None
    sweep: list[str] = field(default_factory=list)
    ends: Ending | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenRow(RoundRow):
    """A written round.

    - `leader`; `turned` (cards); `bid`, None without an auction
    - `winners` of each trick; `best`, the holder of the best trump, or None, with `best_card` and `best_trick` if the
      cards are known; `by_cards`; `sweep` (the side)
    """

    leader: str
    turned: list[str]
    bid: WrittenBid | None
    winners: list[str]
    best: str | None
    best_card: str | None
    best_trick: int | None
    by_cards: bool
    sweep: list[str]
    revokes: tuple[Revoke, ...]

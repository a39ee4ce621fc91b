"""The fields of every choice and of every row of Forty-fives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from scorekeeper.rules.contract import Fields, RoundRow

Objects = list[dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFields(Fields):
    """The round being entered; fields of the other way of entry keep their defaults.

    - `number`, `dealer`, `leader`, `target`; `trump` (None while unknown), `order` (trumps from the best down)
    - `turned` (cards); `takings`: for each its `card`, the players who `may` take it, the `ace` that gives the
      right (None: it is the dealer's), `by` whom and for what (`discarded`) it was taken, whether that was `asked`,
      and by player the cards that must `stay` in the hand
    - `auction`; `bid` (`player`, `points`, or None) and the `bids` that may be made
    - `by_cards`; `needs`: the next input: "bid", "turned", "trump", "trick", "best", "card", or None: it is
      `complete`
    - `points` won so far, their `sum` of `of_points`; `gains` and `totals`: the sheet if the round were written
      now (bids count once it is complete), `side_totals` with partnerships; `zeroed`: players who score 0 for a
      revoke
    - `bid_won`: the points of the bidder's side so far, and whether the bid is "made", "failed" or "open"; None
      without a bid
    - `winners` of the tricks that are full; `best`: the holder of the best trump so far; `revokes` proven so far
      (`player`, `trick`, `card`, `led`, `why`, `proof`, `proof_trick`) and `revoke`, the house rule for them
    - `chances`: see `chances.chances`
    - when complete: `entry` as it may be written, `made` (the bid, else None), `sweep`, and `ends` (`reason`,
      `winners`, or None if the game goes on)

    By result: `best_choices`, the players who won a trick. By cards: `next` (the next player), `tricks` (`number`,
    `leader`, `plays` of `player` and `card`, `winner` so far, `full`), `follow` (None for a lead, else `card`,
    `player`, `trump`, `suit`), `best_trump` (`player`, `card`, `trick`, or None), `shown` (by card: `player`,
    `trick`), `closed` (by card: the code under which it is refused to the next player, and its fields).
    """

    number: int
    dealer: str
    leader: str
    target: int
    trump: str | None
    order: list[str]
    turned: list[str]
    takings: Objects
    auction: bool
    bid: dict[str, Any] | None
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
    revokes: Objects = field(default_factory=list)
    chances: Objects = field(default_factory=list)
    best: str | None = None
    best_choices: list[str] = field(default_factory=list)
    best_trump: dict[str, Any] | None = None
    next: str | None = None
    tricks: Objects = field(default_factory=list)
    follow: dict[str, Any] | None = None
    shown: dict[str, dict[str, Any]] = field(default_factory=dict)
    closed: dict[str, dict[str, Any]] = field(default_factory=dict)
    entry: dict[str, Any] = field(default_factory=dict)
    made: bool | None = None
    sweep: list[str] = field(default_factory=list)
    ends: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenRow(RoundRow):
    """A written round.

    - `leader`; `turned` (cards), `robbed` (each `player`, `card`, `discarded`); `bid` (`player`, `points`, `made`, and
      the points `won` by the side, or None)
    - `winners` of each trick; `best`, the holder of the best trump, or None, with `best_card` and `best_trick` if the
      cards are known; `by_cards`; `sweep` (the side)
    - `revokes` (each `player`, `trick`, `card`, `led`, `why`, `proof`, `proof_trick`)
    """

    leader: str
    turned: list[str]
    robbed: Objects
    bid: dict[str, Any] | None
    winners: list[str]
    best: str | None
    best_card: str | None
    best_trick: int | None
    by_cards: bool
    sweep: list[str]
    revokes: Objects

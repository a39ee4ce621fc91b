"""The fields of the choices and of the rows of Générala, by kind."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from scorekeeper.rules.contract import Fields, RoundRow


@dataclass(frozen=True, slots=True, kw_only=True)
class EndFields(Fields):
    """The end by agreement: the `score` of each player, and the `winners`."""

    score: dict[str, int]
    winners: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFields(Fields):
    """A hand or a trick being entered; fields of another point of the entry keep their defaults.

    - `number` of the hand; `dealer`; `leader` to the hand's first trick; `players` in the game, by seat; `dropped`: the
      players out of the game, the first one first; `order`: the players in the game, from the leader on
    - `cards`: number of cards of each player, at this point of the entry
    - `out`: the players who ran out of this hand so far, those of one trick in one group; `left`: the other players;
      `places` of the players in `out`, shared by a group, then as in 1, 1, 3
    - `complete`: whether the entry may be written, and then `entry`, the whole of it; `over`: whether it ends the hand
    - if `over`: `all_out` (no player was left with cards), `lost`, `drops` (the player who leaves the game),
      `champion`, `tie` (all out with two left), `next_dealer`, `next_leader`, `next_cards` (None after the last hand)
    - if `complete`: `house_rules`, the options that decided any of it
    """

    number: int
    dealer: str
    leader: str
    players: list[str]
    dropped: list[str]
    order: list[str]
    cards: dict[str, int]
    out: list[list[str]]
    places: dict[str, int]
    left: list[str]
    complete: bool = False
    entry: dict[str, Any] = field(default_factory=dict)
    over: bool = False
    all_out: bool = False
    lost: str | None = None
    drops: str | None = None
    champion: str | None = None
    tie: bool = False
    next_dealer: str | None = None
    next_leader: str | None = None
    next_cards: dict[str, int] | None = None
    house_rules: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFields(LineFields):
    """A hand by its result.

    `rest`: the rest of a hand that was started by tricks; `ran_out`: the players who ran out on those tricks. `last`:
    the player who would be left with cards, if this were all; `joins`: `last` may have run out on the same trick as
    the last group.
    """

    rest: bool
    ran_out: list[str]
    last: str | None
    joins: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickFields(LineFields):
    """A trick by its cards.

    - `trick`: its number, 0 for one that is judged by itself (`disputed`); `plays`: player and card so far;
      `turn_order` of the trick; `suit` to follow, "" if any may be played; `joker_led`; `winner` so far or in the end
      and `winning_card`
    - `gone`: cards that have left play; `held`: picked-up cards known to be in a hand; `without`: suits that a hand is
      known to have held none of, except for cards picked up since
    - while a player is next: `waiting`, the players after this one; `has_suit`: proven to hold the suit, so it must be
      followed; `lacks_suit`: proven to hold none
    - once complete: `took`, player and card; `runs_out`: the players whose last card it was; `leaves`: cards that leave
      play; `leads`: the next leader, None if the hand is over; `leads_by`: "winner", "next_highest" (the winner ran
      out) or "took" (no other player can); `card_counts`: the winning card is picked up
    """

    trick: int
    plays: list[tuple[str, str]]
    turn_order: list[str]
    suit: str
    joker_led: bool
    winner: str | None
    winning_card: str | None
    gone: list[str]
    held: dict[str, list[str]]
    without: dict[str, list[str]]
    waiting: list[str] = field(default_factory=list)
    has_suit: bool = False
    lacks_suit: bool = False
    took: tuple[str, str] | None = None
    runs_out: list[str] = field(default_factory=list)
    leaves: list[str] = field(default_factory=list)
    leads: str | None = None
    leads_by: str = ""
    card_counts: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFields(TrickFields):
    """The next card of a trick.

    `last_card`: it is the last one of this player. `joker_refused`: the code of why no joker may be played although the
    suit need not be followed, else None. `declines`: picking up is open, and `takes`: the cards for it.
    """

    last_card: bool
    joker_refused: str | None
    declines: bool
    takes: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTrick:
    """A trick of a finished hand; `line` is the index of the move that wrote it."""

    plays: list[tuple[str, str]]
    took: tuple[str, str] | None
    winner: str | None
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRow(RoundRow):
    """A finished hand.

    `leader`; `cards` dealt to each; `dropped`: the player who left the game by it; `all_out`: no player was left with
    cards; `champion`; `tricks`, empty for a hand that was written by its result.
    """

    leader: str
    cards: dict[str, int]
    out: list[list[str]]
    places: dict[str, int]
    dropped: str | None
    all_out: bool
    champion: str | None
    by_cards: bool
    tricks: list[PlayedTrick]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickRow(Fields):
    """A trick of the running hand; `took`: player and card, or None."""

    hand: int
    number: int
    leader: str
    winner: str | None
    took: tuple[str, str] | None

"""Inputs of the entry panels and of the sheet of Générala, one class per template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NotRequired

from django.utils.safestring import SafeString

from scorekeeper.games.card_rounds.draft import Head
from scorekeeper.games.card_rounds.inputs import DraftInputs, PlayerKey, SheetContext
from scorekeeper.games.card_rounds.picker import Picker
from scorekeeper.rules.contract import Choice, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class LineInputs(DraftInputs):
    """Inputs that all panels share, and those of `_end_game`."""

    choice: Choice
    go: str = ""  # the label of the key that writes the line


@dataclass(frozen=True, slots=True, kw_only=True)
class HandInputs(LineInputs):
    """Inputs of `_hand`.

    `groups`: place, and the players out, each with whether a tap takes them off. `across`: the number of player keys
    in a row. `same_on`, `same_off`: the key "same trick" is on, is disabled. `left`: players with cards.
    """

    groups: Sequence[tuple[int, Sequence[tuple[Head, bool]]]]
    players: Sequence[PlayerKey]
    across: int
    same_on: bool
    same_off: bool
    may_switch: bool
    may_end: bool
    left: str = ""
    begun: bool = False  # a player is out


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickInputs(LineInputs):
    """Inputs of `_trick`.

    `tricks`: the earlier tricks of the hand. `took`: the card picked up. `undo`: the tap that "take back" undoes.
    `fix`: the card to correct. `shown`: the place of every shown card. `none`: the label of the key for no card of
    the suit, and whether it is disabled. `disputed`: it is judged by itself, and never written. `if_out`: what follows
    if its winner has no card left.
    """

    tricks: Sequence[Row]
    took: Mapping[str, Any] | None
    undo: str = ""
    fix: int | None = None
    may_finish: bool = False
    asks_card: bool = False
    picker: Picker | None = None
    shown: Mapping[str, str] = field(default_factory=dict)
    joker: bool = False
    joker_refused: bool = False
    may_switch: bool = False
    may_end: bool = False
    none: tuple[str, bool] | None = None
    disputed: bool = False
    if_out: str = ""


@dataclass(frozen=True, slots=True)
class TakeKey:
    """Key of a card that may be picked up. `whose`: the player who played it."""

    card: SafeString
    whose: str
    rank: str
    press: str
    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PickUpInputs(TrickInputs):
    """Inputs of `_pick_up`. `has_suit`: the label of the key for a player who has the suit."""

    takes: Sequence[TakeKey]
    has_suit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderInputs(LineInputs):
    """Inputs of `_disputed_leader`. `across`: the number of player keys in a row."""

    players: Sequence[PlayerKey]
    across: int


# --- the sheet -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayerColumn:
    """Head of a player's column."""

    head: Head
    figure: int  # the games won this evening, or the hands lost in this game
    leads: bool
    won: bool
    dropped: bool


@dataclass(frozen=True, slots=True)
class GameCell:
    """A player's place in a game of the evening."""

    place: int
    won: bool


@dataclass(frozen=True, slots=True)
class GameShown:
    """A finished game of the evening."""

    number: int
    address: str
    cells: Sequence[GameCell]


@dataclass(frozen=True, slots=True)
class HandCell:
    """A player's cell of a hand."""

    mark: int | str
    place: bool  # `mark` is the place of a player out
    won: bool
    open: bool  # a box of the drafted hand


@dataclass(frozen=True, slots=True)
class HandShown:
    """A hand."""

    number: int
    dealer: str
    cells: Sequence[HandCell]
    line: int = 0  # number of its line, 0 for a drafted hand
    state: str = ""  # "on" (marked), "new" (the last) or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerInTrick:
    """A player's line in `_current_trick`.

    `left`: the number of cards left, None if unknown. `fix`: the value of the card's key. `next`: plays next. `away`:
    the card is picked up. `took`: picks one up. `idle`: does not play. `remarks`: each with whether it is important.
    """

    head: Head
    left: int | None
    card: SafeString | str
    fix: str
    next: bool
    wins: bool
    took: bool
    away: bool
    idle: bool
    remarks: Sequence[tuple[str, bool]]


@dataclass(frozen=True, slots=True)
class TrickOutcome:
    """The end of a trick: winner, effect, and house rules, each with the name of its option."""

    head: Head | None
    title: str
    remarks: Sequence[str]
    rules: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrentTrick:
    """Inputs of `_current_trick`."""

    hand: int
    number: int
    leader: str
    suit: SafeString | str
    any: bool  # any card may be played
    players: Sequence[PlayerInTrick]
    fix: int | None  # the place of the card to correct
    came: TrickOutcome | None


@dataclass(frozen=True, slots=True)
class PlayShown:
    """A card of an earlier trick. `away`: it was picked up."""

    head: Head
    card: SafeString
    won: bool
    away: bool


@dataclass(frozen=True, slots=True)
class PastTrick:
    """Inputs of `_past_trick`. `took`: the player who picked up a card. `on`: the marked line."""

    number: int
    line: int
    state: str
    plays: Sequence[PlayShown]
    took: Head | None
    on: bool = False


@dataclass(frozen=True, slots=True)
class SeatFromAbove:
    """A seat of the table from above."""

    head: Head
    dropped: bool
    text: str


@dataclass(frozen=True, slots=True)
class DealFromAbove:
    """The deal in one line: "Eva deals, Ana leads, 14 14 13 13"."""

    dealer: str
    leader: str
    pack: int
    cards: str


class HandsContext(SheetContext):
    """Context of `_sheet`."""

    subtitle: NotRequired[str]
    columns: Sequence[PlayerColumn]
    losses: bool  # the columns show hands lost
    game_number: int
    games: Sequence[GameShown]
    hands: Sequence[HandShown]
    pencil: HandShown | None
    size: str
    trick: CurrentTrick | None  # only during a trick
    tricks: Sequence[PastTrick]
    tricks_before: Sequence[PastTrick]
    seats: Sequence[SeatFromAbove]  # only between hands
    from_above: DealFromAbove | None

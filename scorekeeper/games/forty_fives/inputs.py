"""Inputs of the entry panels of Forty-fives, one class per template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.safestring import SafeString

from scorekeeper.games.card_rounds.draft import Head
from scorekeeper.games.card_rounds.inputs import DraftInputs, PlayerKey
from scorekeeper.games.card_rounds.picker import Picker
from scorekeeper.rules.contract import Choice


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundInputs(DraftInputs):
    """Inputs that the panels of a round share, and the sheet draws.

    `won`: the winners of the first tricks, entered by result before the round was continued by cards.
    """

    choice: Choice
    won: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BidInputs(RoundInputs):
    """Inputs of `_bid`.

    `across`: the number of player keys in a row. `bids`: open once a player is chosen. `made`: the entered bid.
    `leave`: the question may be dropped. `forced`: the label of the key for the bid of the dealer after all passed.
    """

    players: Sequence[PlayerKey]
    across: int
    bids: Sequence[int]
    made: int | None
    leave: bool
    forced: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultInputs(RoundInputs):
    """Inputs of `_result`.

    `suits`: see `controls.suit_keys`. `slots`: the avatars of the five winners. `asked`: the number of the
    trick to enter. `bid`: the bidder's avatar, the points, the text. `asking`: "took" or "best"; `lacking`: the first
    word of the keys that are missing. `none_on`: no trump was played; `none_refused`: the known cards say otherwise.
    `returns`: a round begun by cards may go back to them. `turned`: the turned cards. `turning`: asks for the turned
    card. `points`: their sum, and of how many. `begun`: it has answers of its own, so that no key takes back the round
    before.
    """

    suits: Sequence[tuple[str, str, str, bool]]
    slots: Sequence[SafeString | None]
    asked: int
    bid: tuple[SafeString, int, str] | None
    players: Sequence[PlayerKey]
    across: int
    asking: str
    lacking: str
    none_on: bool
    none_refused: bool
    returns: bool
    turned: SafeString
    turning: bool
    picker: Picker | None = None
    points: tuple[int, int] | None = None
    begun: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeInputs(RoundInputs):
    """Inputs of `_disputed_trick`.

    `suits`: asked for first if trumps are unknown. `laid`: player and card. `winner` of the full trick; `unrobbed`:
    its winner if no player robbed with the `ace`. `order`: the deciding suit, with the cards of the trick marked.
    """

    number: int
    suits: Sequence[tuple[str, str, str, bool]] = ()
    laid: Sequence[tuple[Head, SafeString]] = ()
    undo: str = ""
    picker: Picker | None = None
    winner: str = ""
    unrobbed: str = ""
    ace: str = ""
    order: Sequence[tuple[SafeString, bool]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RobbingInputs(RoundInputs):
    """Inputs of `_robbing`.

    `dealer`: only the dealer may take the card, yes or no. `nobody`: no player robs. `why`: who may. `go`: the label of
    the key with the answer. `out`: the discard. `naming`: asks for the discard; `away`: the reason of each card that
    cannot be it.
    """

    card: SafeString
    players: Sequence[PlayerKey]
    across: int
    dealer: bool
    nobody: bool
    robber: str
    go: str
    out: SafeString | str
    naming: bool
    picker: Picker | None = None
    away: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RevokeNote:
    """A revoke on the panel.

    The texts name the player, the trick, the card that proves it with the reason, and the effect of the house rule.
    `fixes`: the cards that may be corrected, with the value of their keys.
    """

    title: str
    player: str
    card: SafeString
    led: SafeString
    proof: SafeString
    proof_trick: int
    why: str
    rule: str
    fixes: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsInputs(RoundInputs):
    """Inputs of `_cards`, and of the round on the sheet.

    `fix`: the card to correct, trick and place. `undo`: the step that "take back" undoes. `revokes`: notes on them.
    `points`: their sum, and of how many. `zeroed`: sides with a revoke, and their gains.
    """

    picker: Picker | None = None
    undo: str = ""
    may_switch: bool = False
    fix: Sequence[int] | None = None
    done: bool = False
    revokes: Sequence[RevokeNote] = ()
    turned: Sequence[SafeString] = ()
    robbery: str = ""
    may_bid: bool = False
    may_finish: bool = False
    points: tuple[int, int] | None = None
    zeroed: Sequence[tuple[str, int]] = ()

"""Inputs of the entry panels of Générala, one class per template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.safestring import SafeString

from scorekeeper.games.card_rounds.draft import Head
from scorekeeper.games.card_rounds.inputs import DraftInputs, PlayerKey
from scorekeeper.games.card_rounds.picker import Picker
from scorekeeper.rules.contract import Choice, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class LineInputs(DraftInputs):
    """Inputs that all panels share, and those of `_end_game`. `go`: the label of the key that writes the line."""

    choice: Choice
    go: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandInputs(LineInputs):
    """Inputs of `_hand`.

    `groups`: place, and the players out, each with whether a tap takes them off. `across`: the number of player keys
    in a row. `same_on`, `same_off`: the key "same trick" is on, is disabled. `left`: the players with cards.
    """

    groups: Sequence[tuple[int, Sequence[tuple[Head, bool]]]]
    players: Sequence[PlayerKey]
    across: int
    same_on: bool
    same_off: bool
    may_switch: bool
    may_end: bool
    left: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickInputs(LineInputs):
    """Inputs of `_trick`.

    `tricks`: the earlier tricks of the hand. `took`: the card picked up. `undo`: the tap that "take back" undoes.
    `fix`: the card to correct. `shown`: the place of every shown card. `none`: the label of the key for no card of
    the suit, and whether it is disabled.
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

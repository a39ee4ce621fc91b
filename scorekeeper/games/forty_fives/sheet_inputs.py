"""Inputs of the sheets of Forty-fives, one context per template."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from scorekeeper.games.card_rounds.draft import Head
from scorekeeper.games.card_rounds.inputs import SheetContext


@dataclass(frozen=True, slots=True, kw_only=True)
class SideColumn:
    """Head of a side's column.

    `key`: its first player. `reach`: its part of the target, in percent. `to_go`: the points to the target.
    """

    heads: Sequence[Head]
    name: str
    key: str
    total: int
    reach: int
    to_go: int
    leads: bool
    won: bool
    deals: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundCell:
    """A side's cell of a round."""

    gain: str = ""  # "" while nothing is known
    total: int = 0
    revoke: bool = False
    former: tuple[str, str] | None = None  # other points before a correction, and these in words
    may: bool = False  # the side can win with this round


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundShown:
    """A round."""

    number: int
    trump: SafeString | str
    dealer: str
    bid: str
    cells: Sequence[RoundCell]
    line: int = 0  # number of its line, 0 for a drafted round
    state: str = ""  # "on" (marked), "new" (the last) or ""


class RoundsContext(SheetContext):
    """Context of `_sheet`."""

    columns: Sequence[SideColumn]
    target: int
    rows: Sequence[RoundShown]
    pencil: RoundShown | None  # the drafted round
    size: str
    order: Sequence[tuple[str, bool]]  # trumps, each with whether it is out of play
    chances: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerColumn:
    """Head of a player's column."""

    head: Head
    total: int  # before the round
    gain: str  # of the round, with its sign; empty for none
    turn: bool
    zeroed: bool  # the gain is struck out


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickCell:
    """A player's card in a trick; `press` is the value of its key.

    `spoken`: parts of the text for screen readers.
    `state`: "bad" (a revoke), "proof" (of one) or "". `fixing`: the card is being corrected.
    """

    card: SafeString | str
    press: str
    spoken: Sequence[str]
    leads: bool
    takes: bool
    next: bool
    state: str
    fixing: bool


@dataclass(frozen=True, slots=True)
class TrickShown:
    """A trick by player."""

    number: int
    cells: Sequence[TrickCell]


class TricksContext(SheetContext):
    """Context of `_round_sheet`."""

    columns: Sequence[PlayerColumn]
    rows: Sequence[TrickShown]
    number: int
    subtitle: str
    trump: SafeString
    best: tuple[str, str] | None  # player and card of the best trump
    order: Sequence[tuple[str, bool]]
    size: str
    turn: int  # the place of the next player
    chances: Sequence[str]

"""Inputs of the entry panels and of the pad of dice games, one class per template."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from django.utils.safestring import SafeString

from scorekeeper.games.entry_panel import PanelInputs, PlayerSeat, WrittenLine

from .advice import PadAdvice


@dataclass(frozen=True, slots=True, kw_only=True)
class DicePad(PanelInputs):
    """Inputs of `_dice`: the pad as HTML, and whether it has more than three throws.

    `coach`: the advice on the dice where the coach sits at the table.
    """

    pad: SafeString
    many_throws: bool
    coach: PadAdvice | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InstantWin(PanelInputs):
    """Inputs of `_automatic_win`: the dice that end the game."""

    slots: Sequence[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingScored(PanelInputs):
    """Inputs of `_nothing`: the dice, the name of the box, and the reason in a sentence.

    `refused`: the box takes none of these dice. `again`: the address of the pad with them.
    """

    dice: Sequence[int]
    box: str
    reason: str
    refused: bool
    again: str


@dataclass(frozen=True, slots=True)
class ValueKey:
    """Key of a value: the points, and below them the throw and the spare throws.

    `throws`: the throw it sends, None for the last one. `on`: chosen. `now`: the value on the sheet.
    """

    points: int
    throws: int | None = None
    under: str = ""
    on: bool = False
    now: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxValues(PanelInputs):
    """Inputs of `_values`: the values of a box.

    `laid`: the dice typed so far. `dice_href`: the address of the pad with these dice. `reason`: why no points are
    possible, "" if some are.
    """

    offers: Sequence[ValueKey]
    box: str
    laid: str
    throws: int | None
    dice_href: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DicePlayer(PlayerSeat):
    """Inputs of `_seat`: a player's lines and possible totals.

    `bounds`: the least and the most total. `need`: what leads or wins. `last`: the last line.
    """

    bounds: tuple[int, int] | None
    need: str
    count: int
    last: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenCell(WrittenLine):
    """Inputs of `_line`: a written cell.

    `start`: how a correction of it opens, as the field `right` of an address: with the written dice, or by points.
    `throws`: the throw in words. `many`: the number of moves of its line if more than one.
    """

    start: str
    dice: Sequence[int]
    turn: int
    throws: str
    by_points: bool
    many: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction(PanelInputs):
    """Inputs that both corrections of a cell share.

    `old`: the points on the sheet. `strike_on`: a strike is chosen. Once a change is chosen, it is `ready`: with the
    `new` points, the name of the box to which they `moved`, and the `consequence` for the standings.
    """

    ref: str
    box: str
    old: int
    strike_on: bool
    new: int | None = None
    moved: str = ""
    consequence: str = ""
    ready: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionByPoints(Correction):
    """Inputs of `_correct_points`: the values to choose from, and the dice of the cell as a query (`dice_again`)."""

    offers: Sequence[ValueKey]
    dice_again: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionByDice(Correction):
    """Inputs of `_correct_dice`: the pad, and whether all dice are entered."""

    pad: SafeString
    many_throws: bool
    whole: bool


# --- the pad --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ThrowKey:
    """Key of a throw: its number, its label, the spare throws it costs. `on`: chosen."""

    value: int
    label: str
    cost: int
    on: bool


class PadContext(TypedDict):
    """Context of `_dice_pad`."""

    slots: Sequence[int | str]  # a face, or "" for an empty place
    filled: str  # how much of the tray: "", "part" or "full"
    typed: str  # the dice so far, or the text that is not dice
    count: int  # number of dice
    throws: Sequence[ThrowKey]
    faces: bool

"""Inputs of the entry panels and the sheet of Generals and Majors, one class per template."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from scorekeeper.games.card_rounds.draft import Head
from scorekeeper.games.card_rounds.inputs import DraftInputs, SheetContext
from scorekeeper.games.card_rounds.picker import Picker
from scorekeeper.rules.generals_and_majors.choice_fields import TurnFields


@dataclass(frozen=True, slots=True)
class CardButton:
    """Key of a card: the value it sends, its picture, its name. `on`: picked."""

    press: str
    html: SafeString
    spoken: str
    on: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnInputs(DraftInputs):
    """Inputs that all panels share.

    `turn`: the fields of the turn for the sheet's pencil. `tray`: the cards laid. `shown_in`: the state before it.
    `tall`: the pack has more than thirteen ranks.
    """

    turn: TurnFields | None
    tray: Sequence[CardButton]
    shown_in: Any
    tall: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LayInputs(TurnInputs):
    """Inputs of `_lay_cards`. `reach`: suits, colour and the largest army that it can still pay."""

    reach: Sequence[tuple[Sequence[str], str, int]]
    picker: Picker


@dataclass(frozen=True, slots=True)
class AnswerKey:
    """Key of an answer: the value it sends, its label, the suits before it, the text below it."""

    press: str
    label: str
    suits: Sequence[str] = ()
    below: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionInputs(TurnInputs):
    """Inputs of `_question`: the answers."""

    keys: Sequence[AnswerKey]


@dataclass(frozen=True, slots=True)
class SetKey:
    """Key of a cancellation: the value it sends, the cards of both sides, its label."""

    press: str
    mine: Sequence[SafeString]
    theirs: Sequence[SafeString]
    label: str
    on: bool  # chosen


@dataclass(frozen=True, slots=True)
class NoneKey:
    """Key for no cancellation. `on`: chosen."""

    press: str
    on: bool


@dataclass(frozen=True, slots=True)
class CancellationQuestion:
    """The cancellations of an army: title, rule, keys."""

    title: str
    why: str
    keys: Sequence[SetKey]
    none: NoneKey | None


@dataclass(frozen=True, slots=True)
class OtherLine:
    """A line other than a turn: value and label of its key, question, effect, and final key."""

    press: str
    key: str
    title: str
    why: str
    write: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseInputs(TurnInputs):
    """Inputs of `_close_turn`.

    `layable`: the hand holds another card. `alone`: one question only. `more`: more cancellations than listed.
    `label`, `below`: the key that writes the turn.
    """

    label: str
    below: str
    layable: bool
    asked: Sequence[CancellationQuestion] = ()
    alone: bool = False
    more: bool = False
    others: Sequence[OtherLine] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupInputs(TurnInputs):
    """Inputs of `_cancel_group`: each player's name and armies. `fits`: the sums are equal."""

    rows: Sequence[tuple[str, Sequence[CardButton]]]
    fits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherInputs(TurnInputs):
    """Inputs of `_other_entry`: the effect, and the label of the key that writes it."""

    effect: str
    label: str


# --- the sheet -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CommanderShown:
    """A commander."""

    text: SafeString
    state: str
    bound: str  # the word for the colour that it was bound to
    colour: str  # the colour that it serves


@dataclass(frozen=True, slots=True)
class ArmyShown:
    """An army face up."""

    html: SafeString
    state: str
    line: int | None  # the number of its line, None in the drafted turn
    bound: str  # the colour that paid


@dataclass(frozen=True, slots=True)
class PointsBox:
    """The points of a colour, and the commanders that they come from."""

    suits: Sequence[SafeString]
    points: int | None
    pencil: bool  # after the drafted turn
    commanders: Sequence[CommanderShown]


@dataclass(frozen=True, slots=True, kw_only=True)
class SideShown:
    """A side of the table."""

    head: Head
    total: int
    then: int | None  # its total after the drafted turn
    turn: bool
    grace: bool
    deals: bool
    leads: bool
    won: bool
    boxes: Sequence[PointsBox]
    commanders: Sequence[CommanderShown]
    armies: Sequence[ArmyShown]
    down: SafeString  # its armies face down
    empty: str  # text for a side without armies


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadBar:
    """The bar of the lead; places are CSS lengths, `marks` and `ticks` have a figure.

    `past`: the lead has reached the winning one. `after`: the place after the drafted turn, "" if it is the same.
    """

    text: str
    names: Sequence[str]
    start: str
    length: str
    past: bool
    after: str
    marks: Sequence[tuple[str, int]]
    ticks: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class GraceShown:
    """A turn of grace: the names of its player and of the leader, the lead and the winning lead."""

    player: str
    against: str
    by: int
    winning: int


class SidesContext(SheetContext):
    """Context of `_sheet`."""

    subtitle: str
    top: SideShown
    bottom: SideShown
    lead: LeadBar
    grace: GraceShown | None
    drawing: str  # a special next draw
    changed: str  # the lead or the winner after a correction

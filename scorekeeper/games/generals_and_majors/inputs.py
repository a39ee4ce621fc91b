"""Inputs of the entry panels of Generals and Majors, one class per template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from scorekeeper.games.card_rounds.inputs import DraftInputs
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
class Question:
    """The possible cancellations of an army of the turn.

    `sets`: every possibility. `chosen`: the chosen one. `none`: whether the army was set to cancel nothing.
    """

    army: str
    sets: tuple[Mapping[str, Sequence[str]], ...]
    chosen: Mapping[str, Sequence[str]] | None
    none: bool


@dataclass(frozen=True, slots=True)
class SetKey:
    """Key of a cancellation: the value it sends, the cards of both sides, its label. `on`: chosen."""

    press: str
    mine: Sequence[SafeString]
    theirs: Sequence[SafeString]
    label: str
    on: bool


@dataclass(frozen=True, slots=True)
class NoneKey:
    """Key for no cancellation. `on`: chosen."""

    press: str
    on: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """The cancellations of an army: title, rule, keys."""

    title: str
    why: str
    keys: Sequence[SetKey]
    none: NoneKey | None


@dataclass(frozen=True, slots=True)
class OtherLine:
    """A line other than a turn: the value and label of its key, its question, its effect, the key that writes it."""

    press: str
    key: str
    title: str
    why: str
    write: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseInputs(TurnInputs):
    """Inputs of `_close_turn`.

    `alone`: one question only. `more`: more cancellations than listed. `label`, `below`: the key that writes the turn.
    """

    label: str
    below: str
    asked: Sequence[Asked] = ()
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

    told: str
    label: str

"""The big screen of a table: what a game shows on a television, where nothing is tapped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.safestring import SafeString


@dataclass(frozen=True, slots=True)
class Tile:
    """The total of one side, the largest element of the big screen.

    `players`: the keys of its seats. `gain`: the points of the line that is being entered, "+10". `notes`: remarks
    below the total. `reach`: percent of the points that win, None for a game without such points. `place`: the place
    in the standings after the end.
    """

    players: tuple[str, ...]
    avatars: tuple[SafeString, ...]
    name: str
    figure: str
    gain: str = ""
    notes: tuple[str, ...] = ()
    reach: int | None = None
    asked: bool = False
    leads: bool = False
    won: bool = False
    dropped: bool = False
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """The question that the table has to answer next.

    `player`: the seat that answers it, None for the whole table. `about`: the round, the dealer, the rolls.
    """

    player: str | None = None
    text: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class LastLine:
    """The newest line: its player, if it has one, the text without the player, and the dice.

    `roll`: the roll on which the dice were scored.
    """

    player: str | None
    text: str
    dice: tuple[int, ...] = ()
    roll: str = ""


@dataclass(frozen=True, slots=True)
class Alarm:
    """A message across the whole screen: its heading and its text."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Screen:
    """Everything on the big screen that depends on the game.

    `corner`: label and figure beside the totals: ("Turn", "7 of 10"). `middle`: the template below the totals.
    `aside`: the template below the question, "" for none. `values`: their context, added to that of the sheet.
    """

    question: Question
    corner: tuple[str, str]
    tiles: tuple[Tile, ...]
    middle: str
    aside: str = ""
    last: LastLine | None = None
    alarm: Alarm | None = None
    values: Mapping[str, Any] = field(default_factory=dict)

"""What a help page is made of: pure data, so that tests can ask the rules whether every example is true.

Texts are English and marked with `N_`; the pages translate them. Within a text `[9S]` is a card and
`[H]` a suit, drawn as rank and shape.

An example holds at every table that agrees with its `options`: the page leaves out those that do not, and the
tests try the others under all house rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.rules.contract import N_, OptionValue

Entry = Mapping[str, Any]
HouseRules = Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice as they lie, and what they bring one player who has written `before`.

    `boxes`: the points in each box they may go into; with `refused` the box that may not be written, and the
    code that says why. `throws`: 0 for the last one. `brings`: points beside the box. `spares`: throws kept
    (below zero: used), None where nothing is said about it. `wins`: they end the game.
    """

    dice: tuple[int, ...]
    note: str
    boxes: Mapping[str, int] = field(default_factory=dict)
    throws: int = 0
    before: tuple[Entry, ...] = ()
    brings: int = 0
    spares: int | None = None
    wins: bool = False
    refused: str = ""
    options: HouseRules = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Shown:
    """Cards that lie together, under whose they are or what they are.

    `mark`: "taken" for the card that takes the trick, "wrong" for one that should not be played, "down" for cards
    face down.
    """

    label: str
    cards: tuple[str, ...]
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards as they lie, what comes of them, and the transcript that proves it.

    `figure` is said at the right: a number, a name or a suit that stands in `proves`, or one of the words below.
    `proves`: a fragment of what `replay` prints after `entries`, with the `dealer` of the next hand, and `begun`:
    what the rules answer to the entry that is begun after them. `refused`: the code under which the last of all
    that is refused.
    """

    shown: tuple[Shown, ...]
    note: str
    figure: str
    entries: tuple[Entry, ...] = ()
    begun: Entry | None = None
    proves: Mapping[str, Any] = field(default_factory=dict)
    refused: str = ""
    players: tuple[str, ...] = ("Ana", "Bo")
    teams: tuple[tuple[str, ...], ...] = ()
    options: HouseRules = field(default_factory=dict)


ALLOWED, REVOKE, NOT_ALLOWED, GOES_ON = N_("allowed"), N_("revoke"), N_("not allowed"), N_("goes on")


@dataclass(frozen=True, slots=True)
class Order:
    """Cards from the best to the lowest: each beats all that follow. `trump`: the suit of trumps, if any."""

    label: str
    cards: tuple[str, ...]
    trump: str = ""
    options: HouseRules = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Seating:
    """Players round a table, seen from above, in order of play against the clock; the first one deals."""

    players: tuple[str, ...]
    options: HouseRules = field(default_factory=dict)


Example = Dice | Cards | Order | Seating


@dataclass(frozen=True, slots=True)
class Point:
    """A rule that every table plays alike. `options`: the house rules under which it matters at all."""

    anchor: str
    title: str
    text: str
    examples: tuple[Example, ...] = ()
    options: HouseRules = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """One value of a house rule: as a headline, as a rule, in a few words after "Elsewhere:", and at work.

    In its texts `{value}` is the value as its label says it.
    """

    value: OptionValue
    title: str
    text: str
    elsewhere: str
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A point of dispute, that is an option of the game: its readings, and where they come from.

    `options`: the house rules under which the option matters at all. `others`: the other values in a few words,
    where they are too many to be told one by one.
    """

    option: str
    source: str
    readings: tuple[Reading, ...]
    options: HouseRules = field(default_factory=dict)
    others: str = ""


@dataclass(frozen=True, slots=True)
class Guide:
    """The rules of one game in the order in which one reads them; where they come from, a paragraph each.

    `before`: what differs in games of version 1 of the rules, empty where there was no other.
    """

    game: str
    parts: tuple[Point | Rule, ...]
    sources: tuple[str, ...]
    before: str = ""


def agrees(options: HouseRules, pinned: HouseRules) -> bool:
    """Whether a table's house rules are those that something was written for."""
    return all(options[name] == value for name, value in pinned.items())


# --- short ways to write examples down -------------------------------------------------------------------


def dice(faces: str, note: str, boxes: Mapping[str, int] | None = None, **more: Any) -> Dice:
    """An example of dice: `dice("34561", N_("third throw"), {"straight": 20})`."""
    return Dice(tuple(int(face) for face in faces), note, boxes or {}, **more)


def wrote(box: str, faces: str, throws: int = 0) -> Entry:
    """A line that was written before, by its dice."""
    made = {"throws": throws} if throws else {}
    return {"box": box, "dice": [int(face) for face in faces], **made}


def struck(box: str) -> Entry:
    """A box that was struck before."""
    return {"box": box, "strike": True}


def cards(text: str) -> tuple[str, ...]:
    """Cards with blanks between them."""
    return tuple(text.split())

"""Content of help pages as pure data, so that tests can check every example by the rules.

Texts are English and marked with `N_`; the pages translate them. Within a text `[9S]` is a card and
`[H]` a suit, drawn as rank and shape.

An example holds at every table that agrees with its `options`: the page omits the others, and the tests try it under
all house rules that agree.
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
    """Example of dice and their points for one player who has written `before`.

    `boxes`: the points in each possible box; with `refused` the box that may not be written, and the code of the
    refusal. `throws`: 0 for the last one. `brings`: points beside the box. `spares`: spare throws gained (below zero:
    used), None if the example leaves them out. `wins`: the dice end the game.
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
    """Cards shown together, with the name of their player or their role as `label`.

    `mark`: "taken" for the card that takes the trick, "wrong" for one that should not be played, "down" for cards
    face down.
    """

    label: str
    cards: tuple[str, ...]
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Cards:
    """Example of cards, with its result and the transcript that proves it.

    `figure`: the text at the right, that is a number, a name or a suit that occurs in `proves`, or one of the words
    below. `proves`: a fragment of the output of `replay` after `entries`, with the `dealer` of the next hand, and
    `partial`: the answer of the rules to the unfinished entry after them. `refused`: the code of the refusal of the
    last entry.
    """

    shown: tuple[Shown, ...]
    note: str
    figure: str
    entries: tuple[Entry, ...] = ()
    partial: Entry | None = None
    proves: Mapping[str, Any] = field(default_factory=dict)
    refused: str = ""
    players: tuple[str, ...] = ("Ana", "Bo")
    teams: tuple[tuple[str, ...], ...] = ()
    options: HouseRules = field(default_factory=dict)


ALLOWED, REVOKE, NOT_ALLOWED, GOES_ON = N_("allowed"), N_("revoke"), N_("not allowed"), N_("goes on")


@dataclass(frozen=True, slots=True)
class Order:
    """Cards from the best to the lowest.

    `trump`: the suit of trumps, if any.
    """

    label: str
    cards: tuple[str, ...]
    trump: str = ""
    options: HouseRules = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Seating:
    """Seating plan, seen from above.

    The players are in order of play, counter-clockwise; the first one deals.
    """

    players: tuple[str, ...]
    options: HouseRules = field(default_factory=dict)


Example = Dice | Cards | Order | Seating


@dataclass(frozen=True, slots=True)
class Point:
    """A rule that every table plays alike.

    `options`: the house rules under which it applies. `boxes`: the boxes of the sheet that it describes, by default
    the one named like the anchor.
    """

    anchor: str
    title: str
    text: str
    examples: tuple[Example, ...] = ()
    options: HouseRules = field(default_factory=dict)
    boxes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """One value of a house rule: headline, rule, short form after "Elsewhere:", and examples.

    In its texts `{value}` is the label of the value.
    """

    value: OptionValue
    title: str
    text: str
    elsewhere: str
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A disputed point, that is an option of the game: its readings and their source.

    `options`: the house rules under which the option applies. `others`: the other values in a few words, if there are
    too many to list each. `boxes`: the boxes of the sheet that it describes.
    """

    option: str
    source: str
    readings: tuple[Reading, ...]
    options: HouseRules = field(default_factory=dict)
    others: str = ""
    boxes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Guide:
    """The rules of one game in reading order, and their sources, a paragraph each.

    `before`: the differences in games of version 1 of the rules, empty for a game without one.
    """

    game: str
    parts: tuple[Point | Rule, ...]
    sources: tuple[str, ...]
    before: str = ""


def agrees(options: HouseRules, pinned: HouseRules) -> bool:
    """Return whether a table's house rules agree with the `pinned` ones."""
    return all(options[name] == value for name, value in pinned.items())


# --- short forms of examples -----------------------------------------------------------------------------


def dice(faces: str, note: str, boxes: Mapping[str, int] | None = None, **more: Any) -> Dice:
    """Return an example of dice: `dice("34561", N_("third throw"), {"straight": 20})`."""
    return Dice(tuple(int(face) for face in faces), note, boxes or {}, **more)


def wrote(box: str, faces: str, throws: int = 0) -> Entry:
    """Return an earlier line by its dice."""
    made = {"throws": throws} if throws else {}
    return {"box": box, "dice": [int(face) for face in faces], **made}


def struck(box: str) -> Entry:
    """Return an earlier line that struck a box."""
    return {"box": box, "strike": True}


def cards(text: str) -> tuple[str, ...]:
    """Split a text into cards."""
    return tuple(text.split())

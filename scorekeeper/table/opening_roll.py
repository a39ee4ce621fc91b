"""The opening throw: the order of play computed from the dice of all players.

General: all players throw once; the lowest poker hand starts, then the next lowest; equal hands throw again. Other
dice games: the highest total starts and the others follow as they sit. Nothing is stored: the form holds the
throws. `Draw` is the base shared with drawing cards for seats.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from secrets import SystemRandom
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from scorekeeper.core.i18n.languages import within
from scorekeeper.games.panel_request import faces, is_throw
from scorekeeper.rules.dice import FACE_LABELS, FACES, order_by_hand, partners, poker_hand

from .seating import Seating, SeatLine

MOST_ROUNDS = 20
LONGEST = 40
Dice = tuple[int, ...]


@dataclass(frozen=True)
class Draw(ABC):
    """The throws or drawn cards ("turns") of all players so far, in seat order.

    `typed`: field texts; `chosen`: the places in the order that the phone drew, () without.
    """

    turns: tuple[tuple[Any, ...], ...]
    typed: tuple[str, ...]
    chosen: tuple[int, ...] = field(default=(), kw_only=True)

    # whether the draw decides all places or only the first
    in_full = True

    @property
    @abstractmethod
    def groups(self) -> list[list[int]]:
        """Places from first to last; places that are still equal share a group."""

    @abstractmethod
    def read(self, place: int) -> Any:
        """Return the turn typed for a place, None if incomplete."""

    @abstractmethod
    def fault(self, place: int) -> str:
        """Return the error text for what is typed for a place."""

    @abstractmethod
    def describe(self, place: int) -> str:
        """Return a player's last turn in words."""

    @abstractmethod
    def fields(self) -> list[tuple[str, str]]:
        """Return the hidden fields that hold the turns so far."""

    @property
    def waiting(self) -> list[int]:
        """The places of the players who go next, in seat order."""
        if self.chosen:
            return []
        tied = self.groups if self.in_full else self.groups[:1]
        return sorted(place for group in tied if len(group) > 1 for place in self._latest(group))

    @property
    def order(self) -> list[int]:
        """The places in order of play, once no player is waiting."""
        if self.chosen:
            return list(self.chosen)
        first = self.groups[0][0]
        if self.in_full:
            return [place for group in self.groups for place in group]
        return self.begun_by(first)

    def begun_by(self, first: int) -> list[int]:
        """Return the places as they sit, beginning with one of them."""
        places = list(range(len(self.turns)))
        return places[first:] + places[:first]

    def by_phone(self) -> Draw:
        """Return a draw at random, without throws or cards."""
        count = len(self.turns)
        order = SystemRandom().sample(range(count), count)
        return replace(self.cleared(), chosen=tuple(order if self.in_full else self.begun_by(order[0])))

    def taken(self) -> Draw:
        """Return the draw with every complete typed turn added."""
        found = self
        for place in self.waiting:
            turn = found.read(place)
            if turn is not None:
                turns, typed = list(found.turns), list(found.typed)
                turns[place] = (*turns[place], turn)
                typed[place] = ""
                found = replace(found, turns=tuple(turns), typed=tuple(typed))
        return found

    def faults(self) -> dict[int, str]:
        """Return the errors of what was typed, by place."""
        return {place: self.fault(place) for place in self.waiting if self.typed[place].strip()}

    def cleared(self) -> Draw:
        """Return the draw without turns."""
        return replace(self, turns=((),) * len(self.turns), typed=("",) * len(self.typed))

    def seated(self, seating: Seating) -> Seating:
        """Return the seating in the order drawn."""
        return replace(seating, lines=tuple(seating.lines[place] for place in self.order))

    def _latest(self, group: list[int]) -> list[int]:
        """Return those of several equal places that have had the fewest turns."""
        fewest = min(len(self.turns[place]) for place in group)
        return [place for place in group if len(self.turns[place]) == fewest]


@dataclass(frozen=True)
class Throw(Draw):
    """The dice of all players.

    `count`: dice in a throw; `in_full`: by poker hand, else by total.
    """

    count: int = 5
    in_full: bool = False

    @property
    def groups(self) -> list[list[int]]:
        """Places by their latest throws, the best first."""
        return [list(group) for group in order_by_hand(dict(enumerate(self.turns)), self._key)]

    def read(self, place: int) -> Dice | None:
        """Return the dice typed for a place."""
        return read_dice(self.typed[place], self.count) or None

    def fault(self, place: int) -> str:
        """Return the error text: how many dice are needed."""
        text = _("Type the %(count)d faces, such as %(example)s.")
        return text % {"count": self.count, "example": "44126"[: self.count]}

    def seated(self, seating: Seating) -> Seating:
        """Return the seating in the order thrown; by poker hand, the lower half becomes one side."""
        lines = super().seated(seating).lines
        if self.in_full and seating.sides == 2:
            lower, _higher = partners([str(place) for place in range(len(lines))])
            sides = (1 if str(place) in lower else 2 for place in range(len(lines)))
            lines = tuple(SeatLine(line.name, side) for line, side in zip(lines, sides, strict=True))
        return replace(seating, lines=lines)

    def fields(self) -> list[tuple[str, str]]:
        """Return the hidden fields that hold the throws so far."""
        return [
            (f"thrown-{place + 1}", " ".join("".join(map(str, dice)) for dice in thrown))
            for place, thrown in enumerate(self.turns)
            if thrown
        ]

    def describe(self, place: int) -> str:
        """Return a player's last throw in words, such as "pair of ones" or "17"."""
        if not self.turns[place]:
            return ""
        last = self.turns[place][-1]
        return hand_name(last) if self.in_full else str(sum(last))

    def _key(self, dice: Sequence[int]) -> tuple[int, ...]:
        """Return the sort key; the lowest starts."""
        return poker_hand(dice) if self.in_full else (-sum(dice),)


def read_throws(form: QueryDict, players: int, count: int, *, by_hand: bool) -> Throw:
    """Read the throws so far from a form; incomplete ones are left out."""
    throws = []
    for number in range(1, players + 1):
        found = [read_dice(text, count) for text in form.get(f"thrown-{number}", "").split()[:MOST_ROUNDS]]
        throws.append(tuple(dice for dice in found if dice))
    typed = tuple(form.get(f"dice-{number}", "")[:LONGEST] for number in range(1, players + 1))
    return Throw(tuple(throws), typed, count, by_hand)


def read_dice(text: str, count: int) -> Dice:
    """Return the faces in a text, () unless there are exactly `count`."""
    typed = faces(text)
    return tuple(map(int, typed)) if is_throw(typed, count) else ()


def hand_name(dice: Sequence[int]) -> str:
    """Return the name of a poker hand of dice."""
    kind, face = poker_hand(dice)[:2]
    words = {
        0: _("nothing"),
        1: _("pair of %(face)s"),
        2: _("two pairs"),
        3: _("three %(face)s"),
        4: _("straight"),
        5: _("full house"),
        6: _("four %(face)s"),
        7: _("five %(face)s"),
    }
    return words[kind] % {"face": within(_(FACE_LABELS[FACES[face - 1]]))}

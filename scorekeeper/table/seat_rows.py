"""Rows of the seating form for its template."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.people.avatars import initials
from scorekeeper.people.models import Player
from scorekeeper.people.names import COLOURS, fold
from scorekeeper.play.seats import MOST

from .seating import Seating, SeatLine

FIRST_LINES = 3


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A row of the seating form."""

    number: int
    name: str
    initial: str
    colour: int
    known: bool
    side: int
    deals: bool
    note: str
    error: str

    @property
    def field(self) -> str:
        """The id of the name field."""
        return f"name-{self.number}"

    @property
    def up(self) -> str:
        """The id of the button that moves the row up."""
        return f"up-{self.number}"


def seat_rows(
    seating: Seating,
    known: Mapping[str, Player],
    errors: Mapping[str, str],
    most: int = MOST,
    notes: Mapping[int, str] | None = None,
) -> list[SeatRow]:
    """Build the rows, with an empty one at the end while there are fewer than `most` names.

    `notes`: text beside names, by line number.
    """
    named = len(seating.lines)
    empty = max(1, min(FIRST_LINES, most) - named) if named < most else 0
    lines = [*seating.lines, *[SeatLine("")] * empty]
    letters = initials([line.name or "?" for line in seating.lines]) + [""] * empty
    colours = _colours(known, [line.name for line in lines])
    rows = []
    for number, (line, letter, colour) in enumerate(zip(lines, letters, colours, strict=True), start=1):
        error, note = errors.get(f"name-{number}", ""), (notes or {}).get(number, "")
        player = None if error else known.get(fold(line.name))
        name, deals = player.name if player else line.name, number == seating.dealer
        rows.append(SeatRow(number, name, letter, colour, bool(player), line.side, deals, note, error))
    return rows


def _colours(known: Mapping[str, Player], names: Sequence[str]) -> list[int]:
    """Return the colour of each line: of its player, or as a new player would get it."""
    taken = Counter(player.colour for player in known.values())
    found = []
    for name in names:
        player = known.get(fold(name)) if name else None
        colour = player.colour if player else min(range(1, COLOURS + 1), key=lambda each: (taken[each], each))
        if player is None:
            taken[colour] += 1
        found.append(colour)
    return found

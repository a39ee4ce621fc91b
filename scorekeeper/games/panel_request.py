"""Parameters of the entry panel in the address of a table.

They are read strictly: an invalid value is a fault of its field.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.http import Http404, QueryDict

from scorekeeper.core.web.numbers import parse_integer
from scorekeeper.play.write_request import COUNT_DIGITS

_DICE = re.compile(r"[1-6]*", re.ASCII)
LONGEST = 9  # characters of the field for dice
_BETWEEN = re.compile(r"[\s,.;-]+")


@dataclass(frozen=True, slots=True)
class PanelRequest:
    """Parameters of the entry panel.

    `dice`: the dice typed so far. `bad_dice`: the typed text is not dice. `line`: entry number and move of a
    written cell. `correcting`: correct it ("1", or "dice" by its dice). `seat`: the tapped head of a player.
    `writer`: write for this player. `sure`: the line out of turn is confirmed. `seen`: the number of lines on the
    requesting sheet. `where`: a card whose place on the table is asked for. `turn`: the player whose turn it was
    when the dice were entered. `typed`: the dice as typed.
    """

    dice: tuple[int, ...] = ()
    bad_dice: bool = False
    throws: int | None = None
    box: str | None = None
    points: int | None = None
    strike: bool = False
    line: tuple[int, int] | None = None
    correcting: str = ""
    seat: str | None = None
    writer: str | None = None
    sure: bool = False
    seen: int | None = None
    where: str = ""
    turn: str | None = None
    typed: str = ""

    @property
    def depth(self) -> int:
        """Number of steps back to the pad: 1 from a box, cell or player, 2 from a correction."""
        if self.line is not None and self.correcting:
            return 2
        return int(any(opened is not None for opened in (self.line, self.seat, self.box)))


def read(query: QueryDict) -> PanelRequest:
    """Read the parameters of an address or form.

    Raises Http404 for an impossible line number.
    """
    text = query.get("dice", "")
    typed = faces(text)
    fits = _DICE.fullmatch(typed) is not None and len(typed) <= 5
    return PanelRequest(
        dice=tuple(int(die) for die in typed) if fits else (),
        bad_dice=not fits,
        typed=text[:LONGEST],
        throws=_number(query.get("throws", "")) or None,
        box=query.get("box") or None,
        points=_number(query.get("points", "")),
        strike=bool(query.get("strike")),
        line=line_of(query.get("line", "")) if query.get("line") else None,
        correcting=query.get("right", ""),
        seat=query.get("seat") or None,
        writer=query.get("as") or None,
        sure=bool(query.get("sure")),
        seen=_number(query.get("seen", "")),
        where=query.get("where", ""),
        turn=query.get("turn") or None,
    )


def _number(text: str) -> int | None:
    return parse_integer(text, COUNT_DIGITS)


def faces(text: str) -> str:
    """Return typed dice without separators; `is_throw` checks the rest for ASCII digits 1 to 6."""
    return _BETWEEN.sub("", text)


def is_throw(typed: str, count: int) -> bool:
    """Return whether typed faces are exactly `count` dice."""
    return len(typed) == count and _DICE.fullmatch(typed) is not None


def line_of(text: str) -> tuple[int, int]:
    """Return entry number and move of a written cell: "12" or "12-1".

    Raises Http404 for any other text.
    """
    entry, dash, place = text.partition("-")
    number, index = parse_integer(entry, COUNT_DIGITS), parse_integer(place, 3) if dash else 0
    if number is None or index is None:
        raise Http404
    return number, index

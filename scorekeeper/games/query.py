"""What the address of a table asks the entry panel to show. Read strictly: an odd value is a fault at its field."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass

from django.http import Http404, QueryDict

_DICE = re.compile(r"[1-6]*", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)
_KEY = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,.;-]+")
_WHOLE = re.compile(r"[0-9]{1,9}", re.ASCII)
_LINE = re.compile(r"([0-9]{1,6})(?:-([0-9]{1,3}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Ask:
    """The entry panel's questions. `dice`: as typed so far; `bad_dice`: what was typed is no dice.

    `line`: entry number and move of a written cell; `right`: put it right; `seat`: a player's head was tapped;
    `writer`: write for this player; `sure`: out of turn, and meant. `seen`: the count of lines on the sheet asked from.
    `where`: a card: where it was shown. `turn`: whose turn it was when the dice were laid.
    """

    dice: tuple[int, ...] = ()
    bad_dice: bool = False
    throws: int | None = None
    box: str | None = None
    points: int | None = None
    strike: bool = False
    line: tuple[int, int] | None = None
    right: str = ""
    seat: str | None = None
    writer: str | None = None
    sure: bool = False
    seen: int | None = None
    where: str = ""
    turn: str | None = None


def read(query: QueryDict) -> Ask:
    """The questions in an address or form. Raises Http404 for a line that cannot be one."""
    typed = faces(query.get("dice", ""))
    fits = _DICE.fullmatch(typed) is not None and len(typed) <= 5
    return Ask(
        dice=tuple(int(die) for die in typed) if fits else (),
        bad_dice=not fits,
        throws=_number(query.get("throws")) or None,
        box=query.get("box") or None,
        points=_number(query.get("points")),
        strike=bool(query.get("strike")),
        line=line_of(query.get("line", "")) if query.get("line") else None,
        right=query.get("right", ""),
        seat=query.get("seat") or None,
        writer=query.get("as") or None,
        sure=bool(query.get("sure")),
        seen=_number(query.get("seen")),
        where=query.get("where", ""),
        turn=query.get("turn") or None,
    )


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and _NUMBER.fullmatch(text) else None


def faces(text: str) -> str:
    """Typed dice without what people put between them; only 1 to 6 in ASCII are dice (`is_throw`)."""
    return _BETWEEN.sub("", text)


def is_throw(typed: str, count: int) -> bool:
    """Whether typed faces are so many dice."""
    return len(typed) == count and _DICE.fullmatch(typed) is not None


def read_key(text: str) -> str:
    """The key of a form in its one spelling, empty for anything else."""
    return text.lower() if _KEY.fullmatch(text) else ""


def new_or_sent(text: str) -> uuid.UUID:
    """The key that a form sent, a new one where it sent none."""
    key = read_key(text)
    return uuid.UUID(key) if key else uuid.uuid4()


def line_of(text: str) -> tuple[int, int]:
    """Entry number and move of a written cell: "12" or "12-1". Raises Http404."""
    match = _LINE.fullmatch(text)
    if match is None:
        raise Http404
    return int(match[1]), int(match[2] or 0)


def whole(text: str) -> int | str:
    """A whole number as it was typed; anything else stays a text, which the rules refuse."""
    return int(text) if _WHOLE.fullmatch(text) else text

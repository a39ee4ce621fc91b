"""What somebody's file holds, looked at piece by piece: every piece knows where it stands, so that a fault has a place.

No database here. Whatever was read from JSON may be given; what is odd is refused, never an exception of another kind.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

from scorekeeper.people.models import ADDRESS
from scorekeeper.play.transcript_metadata import YEARS

T = TypeVar("T")

MOST_LETTERS = 2000
MOST = 2**31 - 1
MOST_SEATS = 40
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class FileError(Exception):
    """A file that is not taken. `code` is stable snake_case; `place`: where, counted from 1, "games 3, entries 12, at",
    empty for the whole of it; `fields`: what the wording needs besides."""

    def __init__(self, code: str, place: str = "", **fields: Any) -> None:
        super().__init__(code, place)
        self.code = code
        self.place = place
        self.fields = fields


@dataclass(frozen=True, slots=True)
class Piece:
    """A value read from JSON and its place. Every way to take it raises FileError where it is something else."""

    value: Any
    place: str = ""

    def fault(self, code: str, **fields: Any) -> FileError:
        """What is to be raised for this piece."""
        return FileError(code, self.place, **fields)

    def only(self, *names: str) -> Piece:
        """The piece itself, an object with none but these fields."""
        if not isinstance(self.value, dict):
            raise self.fault("not_an_object")
        for name in self.value:
            if name not in names:
                raise self.fault("unknown_field", field=name)
        return self

    def __getitem__(self, name: str) -> Piece:
        """A field that must be there."""
        if not isinstance(self.value, dict):
            raise self.fault("not_an_object")
        if name not in self.value:
            raise self.fault("missing_field", field=name)
        return Piece(self.value[name], self._of(name))

    def get(self, name: str) -> Piece | None:
        """A field that may be left out."""
        return self[name] if isinstance(self.value, dict) and name in self.value else None

    def may(self, name: str, take: Callable[[Piece], T]) -> T | None:
        """What `take` makes of a field that may be left out; None where it is."""
        piece = self.get(name)
        return None if piece is None else take(piece)

    def each(self, most: int, least: int = 0) -> Iterator[Piece]:
        """The pieces of a list."""
        if not isinstance(self.value, list):
            raise self.fault("not_a_list")
        if not least <= len(self.value) <= most:
            raise self.fault("wrong_count", least=least, most=most)
        return (Piece(value, f"{self.place} {number}") for number, value in enumerate(self.value, start=1))

    def text(self, most: int = MOST_LETTERS, among: Collection[str] | None = None) -> str:
        """A text that can be stored, of so many letters at most; `among`: one of these."""
        if not isinstance(self.value, str):
            raise self.fault("not_a_text")
        if len(self.value) > most or _UNSTORABLE.search(self.value):
            raise self.fault("bad_text", most=most)
        if among is not None and self.value not in among:
            raise self.fault("not_one_of", values=", ".join(sorted(among)))
        return self.value

    def like(self, pattern: re.Pattern[str]) -> str:
        """A text that follows a pattern as a whole."""
        text = self.text()
        if not pattern.fullmatch(text):
            raise self.fault("bad_text", most=MOST_LETTERS)
        return text

    def whole(self, least: int, most: int) -> int:
        """A whole number between two others."""
        if type(self.value) is not int or not least <= self.value <= most:
            raise self.fault("not_a_number", least=least, most=most)
        return self.value

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            raise self.fault("not_a_flag")
        return self.value

    def time(self) -> datetime:
        """A moment as ISO 8601 writes it, with its zone."""
        try:
            found = datetime.fromisoformat(self.text(40))
            if found.tzinfo is not None and found.year in YEARS:
                return found.astimezone(UTC)
        except (ValueError, OverflowError):
            pass
        raise self.fault("not_a_time")

    def key(self) -> uuid.UUID:
        """A UUID as it is written: small letters and four hyphens."""
        text = self.text(40)
        try:
            found = uuid.UUID(text)
        except ValueError:
            raise self.fault("bad_key") from None
        if str(found) != text:
            raise self.fault("bad_key")
        return found

    def object(self) -> dict[str, Any]:
        """An object whatever it holds, as long as it can be stored."""
        if not isinstance(self.value, dict):
            raise self.fault("not_an_object")
        if not _storable(self.value):
            raise self.fault("bad_text", most=MOST_LETTERS)
        return self.value

    def _of(self, name: str) -> str:
        return f"{self.place}, {name}" if self.place else name


def address(piece: Piece) -> str:
    """The address of a group, a player or a game."""
    return piece.like(ADDRESS)


def number(piece: Piece) -> int:
    """A number that counts from 1."""
    return piece.whole(1, MOST)


def once(rows: Any, place: str, name: str) -> Iterator[Any]:
    """The rows, each of which calls itself something else. Raises FileError `twice`."""
    seen = set()
    for count, row in enumerate(rows, start=1):
        value = getattr(row, name)
        if value in seen:
            raise FileError("twice", f"{place} {count}, {name}", value=str(value))
        seen.add(value)
        yield row


def _storable(value: Any) -> bool:
    """Whether a value holds only what both databases and every page can hold."""
    if isinstance(value, dict):
        return all(_storable(key) and _storable(each) for key, each in value.items())
    if isinstance(value, list):
        return all(map(_storable, value))
    if isinstance(value, str):
        return len(value) <= MOST_LETTERS and not _UNSTORABLE.search(value)
    # what is longer was read as a float, and no field of ours is one
    return value is None or isinstance(value, int)

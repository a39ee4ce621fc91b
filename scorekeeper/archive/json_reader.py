"""Validating reader of decoded JSON; its errors name the place of the fault.

Pure: no database. Accepts any decoded JSON and raises only FileError.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

from scorekeeper.core.i18n.dates import YEARS
from scorekeeper.people.models import ADDRESS

T = TypeVar("T")

MOST_LETTERS = 2000
MOST = 2**31 - 1
MOST_SEATS = 40
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class FileError(Exception):
    """A refused file.

    `code`: stable identifier in snake case. `place`: counted from 1, "games 3, entries 12, at", empty for the whole
    file. `fields`: values for the error text.
    """

    def __init__(self, code: str, place: str = "", **fields: Any) -> None:
        super().__init__(code, place)
        self.code = code
        self.place = place
        self.fields = fields


@dataclass(frozen=True, slots=True)
class Piece:
    """A JSON value and its place.

    All methods raise FileError for an unexpected value.
    """

    value: Any
    place: str = ""

    def fault(self, code: str, **fields: Any) -> FileError:
        """Return the error to raise for this piece."""
        return FileError(code, self.place, **fields)

    def only(self, *names: str) -> Piece:
        """Return the piece if it is an object without other fields."""
        if not isinstance(self.value, dict):
            raise self.fault("not_an_object")
        for name in self.value:
            if name not in names:
                raise self.fault("unknown_field", field=name)
        return self

    def __getitem__(self, name: str) -> Piece:
        """Return a required field."""
        if not isinstance(self.value, dict):
            raise self.fault("not_an_object")
        if name not in self.value:
            raise self.fault("missing_field", field=name)
        return Piece(self.value[name], self._of(name))

    def get(self, name: str) -> Piece | None:
        """Return an optional field, None if it is missing."""
        return self[name] if isinstance(self.value, dict) and name in self.value else None

    def may(self, name: str, take: Callable[[Piece], T]) -> T | None:
        """Return `take(field)` of an optional field, None if it is missing."""
        piece = self.get(name)
        return None if piece is None else take(piece)

    def each(self, most: int, least: int = 0) -> Iterator[Piece]:
        """Yield the items of a list."""
        if not isinstance(self.value, list):
            raise self.fault("not_a_list")
        if not least <= len(self.value) <= most:
            raise self.fault("wrong_count", least=least, most=most)
        return (Piece(value, f"{self.place} {number}") for number, value in enumerate(self.value, start=1))

    def text(self, most: int = MOST_LETTERS, among: Collection[str] | None = None) -> str:
        """Return a storable text of at most so many characters; with `among`, one of these."""
        if not isinstance(self.value, str):
            raise self.fault("not_a_text")
        if len(self.value) > most or _UNSTORABLE.search(self.value):
            raise self.fault("bad_text", most=most)
        if among is not None and self.value not in among:
            raise self.fault("not_one_of", values=", ".join(sorted(among)))
        return self.value

    def like(self, pattern: re.Pattern[str]) -> str:
        """Return a text that matches a whole pattern."""
        text = self.text()
        if not pattern.fullmatch(text):
            raise self.fault("bad_text", most=MOST_LETTERS)
        return text

    def whole(self, least: int, most: int) -> int:
        """Return an integer within bounds."""
        if type(self.value) is not int or not least <= self.value <= most:
            raise self.fault("not_a_number", least=least, most=most)
        return self.value

    def flag(self) -> bool:
        """Return a boolean."""
        if not isinstance(self.value, bool):
            raise self.fault("not_a_flag")
        return self.value

    def time(self) -> datetime:
        """Return an ISO 8601 time with its zone, converted to UTC."""
        try:
            found = datetime.fromisoformat(self.text(40))
            if found.tzinfo is not None and found.year in YEARS:
                return found.astimezone(UTC)
        except (ValueError, OverflowError):
            pass
        raise self.fault("not_a_time")

    def key(self) -> uuid.UUID:
        """Return a UUID in canonical form."""
        text = self.text(40)
        try:
            found = uuid.UUID(text)
        except ValueError:
            raise self.fault("bad_key") from None
        if str(found) != text:
            raise self.fault("bad_key")
        return found

    def object(self) -> dict[str, Any]:
        """Return any storable object."""
        if not isinstance(self.value, dict):
            raise self.fault("not_an_object")
        if not _storable(self.value):
            raise self.fault("bad_text", most=MOST_LETTERS)
        return self.value

    def _of(self, name: str) -> str:
        return f"{self.place}, {name}" if self.place else name


def address(piece: Piece) -> str:
    """Return the address of a group, a player or a game."""
    return piece.like(ADDRESS)


def number(piece: Piece) -> int:
    """Return a number from 1."""
    return piece.whole(1, MOST)


def once(rows: Any, place: str, name: str) -> Iterator[Any]:
    """Yield the rows, checking that each is unique.

    Raises FileError `twice` for a repeated value of the attribute `name`.
    """
    seen = set()
    for count, row in enumerate(rows, start=1):
        value = getattr(row, name)
        if value in seen:
            raise FileError("twice", f"{place} {count}, {name}", value=str(value))
        seen.add(value)
        yield row


def _storable(value: Any) -> bool:
    """Return whether both databases can store a value and pages can show it."""
    if isinstance(value, dict):
        return all(_storable(key) and _storable(each) for key, each in value.items())
    if isinstance(value, list):
        return all(map(_storable, value))
    if isinstance(value, str):
        return len(value) <= MOST_LETTERS and not _UNSTORABLE.search(value)
    # longer numbers were decoded as floats, which no field allows
    return value is None or isinstance(value, int)

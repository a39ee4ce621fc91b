"""Fields that several lists of a group's file have: addresses, numbers, what may be there once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scorekeeper.people.models import ADDRESS

from .json_reader import FileError, Piece

MOST = 2**31 - 1
MOST_SEATS = 40


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

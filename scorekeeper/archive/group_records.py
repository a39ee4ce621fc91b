"""A group's file as rows: what it says, by the names and numbers of the file. Nothing is looked at or stored here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player. `merged_into`: an address."""

    address: str
    name: str
    colour: int
    created: datetime
    left: datetime | None
    links: str
    merged_into: str | None


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry. `by`: a mark; `device`: a number of the file."""

    number: int
    kind: str
    target: int | None
    data: dict[str, Any]
    by: str
    device: int
    key: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat. `player`: an address."""

    number: int
    player: str
    position: int
    team: int | None
    deals: bool


@dataclass(frozen=True, slots=True)
class GameRow:
    """A session. `fields`: the columns that are stored as they are; `rematch_of`: an address. `place`: in the file."""

    place: str
    address: str
    fields: dict[str, Any]
    rematch_of: str | None
    seats: tuple[SeatRow, ...]
    entries: tuple[EntryRow, ...]


@dataclass(frozen=True, slots=True)
class PostingRow:
    """A line of the ledger. `debtor`, `creditor`, `game`: addresses; `undoes`: the number of another line."""

    number: int
    kind: str
    debtor: str
    creditor: str
    amount: int
    unit: str
    game: str
    entry: int | None
    reason: dict[str, Any]
    undoes: int | None
    key: UUID
    by: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class GroupFile:
    """A group as its file tells it. `fields`: the columns of the group that are stored as they are."""

    address: str
    fields: dict[str, Any]
    players: tuple[PlayerRow, ...]
    games: tuple[GameRow, ...]
    ledger: tuple[PostingRow, ...]

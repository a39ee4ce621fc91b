"""Typed rows of a group file, with the file's own addresses and numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from scorekeeper.play.session_notes import SessionNote

from .group_seasons import SeasonRow

PLAYERS_IN_REASONS = ("payers", "payees")


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player of the file.

    `merged_into`: address of the remaining player.
    """

    address: str
    name: str
    colour: int
    created: datetime
    left_at: datetime | None
    payment_links: str
    merged_into: str | None


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A log entry of a game.

    `by`: pseudonym of the author; `device`: a number within the file.
    """

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
    """A seat of a game.

    `player`: address.
    """

    number: int
    player: str
    position: int
    team: int | None
    deals: bool


@dataclass(frozen=True, slots=True)
class NoteRow:
    """The note of a game.

    `by`: pseudonym of the author.
    """

    note: SessionNote
    by: str | None


@dataclass(frozen=True, slots=True)
class GameRow:
    """A session with its seats and log.

    `place`: in the file. `fields`: columns stored unchanged. `rematch_of`: address.
    """

    place: str
    address: str
    fields: dict[str, Any]
    rematch_of: str | None
    note: NoteRow | None
    seats: tuple[SeatRow, ...]
    entries: tuple[EntryRow, ...]


@dataclass(frozen=True, slots=True)
class PostingRow:
    """A posting of the ledger.

    `debtor`, `creditor`, `game`: addresses. `undoes`: number of another posting.
    """

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
    """A group file.

    `fields`: columns of the group stored unchanged.
    """

    address: str
    fields: dict[str, Any]
    players: tuple[PlayerRow, ...]
    games: tuple[GameRow, ...]
    ledger: tuple[PostingRow, ...]
    seasons: tuple[SeasonRow, ...] = ()


def players_renamed(reason: dict[str, Any], rename: Callable[[Any], Any]) -> dict[str, Any]:
    """Convert the players in a posting's reason: ids in the database, addresses in the file."""
    named: dict[str, Any] = {
        name: [rename(player) for player in reason[name]] for name in PLAYERS_IN_REASONS if name in reason
    }
    if "changes" in reason:
        named["changes"] = [
            each | {"player": rename(each["player"])} if "player" in each else each
            for each in reason["changes"]
        ]
    return reason | named

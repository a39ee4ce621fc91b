"""Seasons in a group file: written, parsed and stored; an empty list is omitted."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from scorekeeper.core.i18n.dates import iso_day
from scorekeeper.history.models import Season
from scorekeeper.history.seasons import MOST
from scorekeeper.people import names
from scorekeeper.people.models import Group
from scorekeeper.rules.player_names import MOST_LETTERS

from .json_reader import Piece, address

MOST_ROWS, MOST_PLAYED = 1000, 10**9


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season of the file.

    `table`: (address of the player, games won, games), empty for an open season.
    """

    name: str
    first: date
    last: date
    closed_at: datetime | None
    table: tuple[tuple[str, int, int], ...]


def season_objects(group: Group, addresses: Mapping[int, str]) -> Iterator[dict[str, Any]]:
    """Yield the seasons of a group as in the file.

    `addresses`: of the players, by id.
    """
    for row in Season.objects.filter(group=group).order_by("first", "last", "pk"):
        found = {"name": row.name, "first": row.first.isoformat(), "last": row.last.isoformat()}
        if row.closed_at is None:
            yield found
            continue
        table = [
            {"player": addresses[player], "won": won, "games": games} for player, won, games in row.table
        ]
        yield found | {"closed": row.closed_at.isoformat(), "table": table}


def parse_seasons(piece: Piece, addresses: Collection[str]) -> tuple[SeasonRow, ...]:
    """Parse the list of seasons.

    Raises FileError.
    """
    return tuple(_season(each, addresses) for each in piece.each(MOST))


def store_seasons(rows: Sequence[SeasonRow], group: int, players: Mapping[str, int]) -> None:
    """Store the seasons of a file.

    `players`: ids by address.
    """
    Season.objects.bulk_create(
        Season(
            group_id=group,
            name=row.name,
            first=row.first,
            last=row.last,
            closed_at=row.closed_at,
            table=[[players[player], won, games] for player, won, games in row.table],
        )
        for row in rows
    )


def _season(piece: Piece, addresses: Collection[str]) -> SeasonRow:
    piece.only("name", "first", "last", "closed", "table")
    first, last = _day(piece["first"]), _day(piece["last"])
    if last < first:
        raise piece["last"].fault("not_a_day")
    closed = piece.may("closed", Piece.time)
    table = piece["table"].each(MOST_ROWS) if closed is not None else ()
    rows = tuple(_row(each, addresses) for each in table)
    return SeasonRow(_name(piece["name"]), first, last, closed, rows)


def _name(piece: Piece) -> str:
    name = piece.text(MOST_LETTERS)
    if names.tidy(name) != name or names.name_error(name):
        raise piece.fault("bad_name", most=MOST_LETTERS)
    return name


def _row(piece: Piece, addresses: Collection[str]) -> tuple[str, int, int]:
    player = address(piece.only("player", "won", "games")["player"])
    if player not in addresses:
        raise piece["player"].fault("unknown_player")
    games = piece["games"].whole(1, MOST_PLAYED)
    return player, piece["won"].whole(0, games), games


def _day(piece: Piece) -> date:
    found = iso_day(piece.text(10))
    if found is None:
        raise piece.fault("not_a_day")
    return found

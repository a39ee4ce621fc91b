"""Sides of a table: its partnerships, or every player alone.

Totals, leads and results are those of sides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scorekeeper.people.avatars import avatar_html, initials
from scorekeeper.play.table import Table

from .phrases import and_list


@dataclass(frozen=True, slots=True)
class Side:
    """One side with its name and total.

    `players`: the keys of its seats. `parts`: each player's part of the total.
    """

    players: tuple[str, ...]
    name: str
    total: int
    parts: tuple[int, ...]

    @property
    def alone(self) -> bool:
        """Return whether this side is a single player."""
        return len(self.players) == 1


def sides_of(table: Table, scores: Mapping[str, int] | None = None) -> tuple[Side, ...]:
    """Return the sides of a table in seat order.

    `scores`: every player's own total; by default the totals of the sheet.
    """
    own = dict(zip(table.sheet.players, table.sheet.totals, strict=True)) if scores is None else scores
    return tuple(
        Side(
            side,
            and_list([table.name(key) for key in side]),
            sum(own[key] for key in side),
            tuple(own[key] for key in side),
        )
        for side in table.state.seats.sides
    )


def side_with(sides: Sequence[Side], player: str) -> Side:
    """Return the side of a player."""
    return next(side for side in sides if player in side.players)


def in_partnerships(table: Table) -> bool:
    """Return whether the table has partners, so that a player's own total is only a part."""
    return any(len(side) > 1 for side in table.state.seats.sides)


def player_has(table: Table, player: str) -> str:
    """Describe a player's total, with the side's total beside it in a partnership."""
    side = side_with(sides_of(table), player)
    own = side.parts[side.players.index(player)]
    if side.alone:
        return _("%(player)s has %(points)d") % {"player": table.name(player), "points": own}
    numbers = {"player": table.name(player), "points": own, "side": side.name, "total": side.total}
    return _("%(player)s: %(points)d of the %(total)d of %(side)s") % numbers


@dataclass(frozen=True, slots=True)
class SideTotal:
    """Total of a side above a sheet whose columns are players.

    `front`: it leads or has won. `won`: it has won.
    """

    avatars: tuple[SafeString, ...]
    name: str
    total: int
    front: bool
    won: bool


def side_totals(table: Table) -> list[SideTotal]:
    """Return the totals above a sheet of partners; empty for a table without partnerships."""
    if not in_partnerships(table):
        return []
    letters = dict(zip(table.names, initials(list(table.names.values())), strict=True))
    colours = {seat.key: seat.player.colour for seat in table.seats}
    winners = set(table.outcome.winners) if table.outcome else set[str]()
    return [
        SideTotal(
            tuple(avatar_html(colours[key], letters[key]) for key in side.players),
            side.name,
            side.total,
            front=bool(set(side.players) & set(table.sheet.leaders)),
            won=bool(set(side.players) & winners),
        )
        for side in sides_of(table)
    ]

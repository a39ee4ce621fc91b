"""The sides of a table: its partnerships, or every player alone. Totals, leads and results are said of these."""

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
    """One side with its name and total. `players`: its seats' keys; `parts`: each one's own part of the total."""

    players: tuple[str, ...]
    name: str
    total: int
    parts: tuple[int, ...]

    @property
    def alone(self) -> bool:
        """Whether this side is a single player."""
        return len(self.players) == 1


def sides_of(table: Table, scores: Mapping[str, int] | None = None) -> tuple[Side, ...]:
    """The sides of a table in seat order. `scores`: every player's own total; those of the sheet unless given."""
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
    """The side that a player belongs to."""
    return next(side for side in sides if player in side.players)


def in_partnerships(table: Table) -> bool:
    """Whether players are partners here, so that an own total is only a part."""
    return any(len(side) > 1 for side in table.state.seats.sides)


def player_has(table: Table, player: str) -> str:
    """A player's total in words; a partner's own part beside the side's total."""
    side = side_with(sides_of(table), player)
    own = side.parts[side.players.index(player)]
    if side.alone:
        return _("%(player)s has %(points)d") % {"player": table.name(player), "points": own}
    numbers = {"player": table.name(player), "points": own, "side": side.name, "total": side.total}
    return _("%(player)s: %(points)d of the %(total)d of %(side)s") % numbers


@dataclass(frozen=True, slots=True)
class SideTotal:
    """A side above a sheet whose columns are players. `front`: it leads, or has won (`won`)."""

    counters: tuple[SafeString, ...]
    name: str
    total: int
    front: bool
    won: bool


def side_totals(table: Table) -> list[SideTotal]:
    """What stands above a sheet of partners; empty where everybody plays alone."""
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

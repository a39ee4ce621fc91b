"""Totals of all sides and the newest line, as the big screen shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.core.web.numbers import figure, signed
from scorekeeper.people.avatars import avatar_html, initials
from scorekeeper.play.table import Table

from .presentations import presented
from .screen import LastLine, Tile
from .sides import sides_of


def tiles(
    table: Table,
    *,
    asked: str | None = None,
    figures: Mapping[str, str] | None = None,
    gains: Mapping[str, int] | None = None,
    notes: Mapping[str, Sequence[str]] | None = None,
) -> tuple[Tile, ...]:
    """Return the tile of each side, in seat order.

    `asked`: the seat that answers the question. `figures`: shown in place of the totals, `gains` and `notes`: added up
    for each side, by seat.
    """
    letters = dict(zip(table.names, initials(list(table.names.values())), strict=True))
    winners = set(table.outcome.winners) if table.outcome else set[str]()
    leaders = set() if table.outcome else set(table.sheet.leaders)
    found = []
    for side in sides_of(table):
        gain = sum((gains or {}).get(key, 0) for key in side.players)
        remarks = [note for key in side.players for note in (notes or {}).get(key, ())]
        found.append(
            Tile(
                side.players,
                tuple(avatar_html(table.seat(key).player.colour, letters[key]) for key in side.players),
                side.name,
                figures[side.players[0]] if figures else figure(side.total),
                signed(gain) if gain else "",
                tuple(remarks),
                asked=asked in side.players,
                leads=bool(leaders & set(side.players)),
                won=bool(winners & set(side.players)),
            )
        )
    return tuple(found)


def last_line(table: Table) -> LastLine | None:
    """Return the newest line of a table, None before the first."""
    last = table.scored_line
    if last is None:
        return None
    texts = presented(table).lines
    return LastLine(texts.player(last.moves[0]), texts.content(table, last))

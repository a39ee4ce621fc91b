"""Corrections of a finished game: the differences on the sheet, and the time of its end.

The ledger stores them with the postings of the correction (`ledger/correction.py`); the result shows them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from scorekeeper.ledger.correction import Change
from scorekeeper.rules.contract import Row

from .log_index import lines_at_time
from .table import Table

Cells = Mapping[tuple[str, str], int | None]


def changes(before: Table, after: Table) -> list[Change]:
    """The boxes and rounds that differ between two states of a session, in printed order.

    In games without boxes or rounds the totals are compared; rounds without points are named without them.
    """
    boxes = {box.name for box in before.game.BOXES}
    found = [*_boxes(before, after, boxes), *_rounds(before, after)]
    return found or list(_totals(before, after))


def end_time(table: Table, now: datetime) -> datetime:
    """The time at which a game that is over now ended.

    This is the time of its first end if it was reopened and has not gone on since. It has gone on if more moves stand
    than at the first end. A line that is undone and written again is a correction.
    """
    before = table.session.finished_before
    if before is None:
        return now
    stood, stands = (
        sum(len(line.moves) for line in lines)
        for lines in (lines_at_time(table, before), table.replayed.lines)
    )
    return before if stands <= stood else now


def _boxes(before: Table, after: Table, boxes: set[str]) -> Iterator[Change]:
    was, now = _cells(before, boxes), _cells(after, boxes)
    players = _numbers(after)
    for key in dict.fromkeys([*was, *now]):
        player, box = key
        if was.get(key) != now.get(key):
            yield Change(players[player], was.get(key), now.get(key), box=box)


def _cells(table: Table, boxes: set[str]) -> Cells:
    """The present points by player and box."""
    return {
        (player, row.key): cell.points
        for row in table.sheet.rows
        if row.key in boxes
        for player, cell in zip(table.sheet.players, row.cells, strict=True)
        if cell.points is not None
    }


def _rounds(before: Table, after: Table) -> Iterator[Change]:
    """The rounds of cards that differ.

    Each has the points of each player, or only the round if it has no points.
    """
    was, now = _by_number(before), _by_number(after)
    players = _numbers(after)
    for number in sorted({*was, *now}):
        old, new = was.get(number), now.get(number)
        if _has_points(old or new):
            for player in after.sheet.players:
                points = _points(old, before, player), _points(new, after, player)
                if points[0] != points[1]:
                    yield Change(players[player], *points, round=number)
        elif _out(old) != _out(new):
            yield Change(round=number)


def _by_number(table: Table) -> dict[int, Row]:
    return {row.round.number: row for row in table.sheet.rows if row.round}


def _out(row: Row | None) -> Sequence[Sequence[str]] | None:
    return row.round.out if row and row.round else None


def _has_points(row: Row | None) -> bool:
    return row is not None and any(cell.points is not None for cell in row.cells)


def _points(row: Row | None, table: Table, player: str) -> int | None:
    if row is None:
        return None
    return row.cells[table.sheet.players.index(player)].points


def _totals(before: Table, after: Table) -> Iterator[Change]:
    was, now = before.game.scores(before.state), after.game.scores(after.state)
    players = _numbers(after)
    for player in now:
        if was.get(player) != now[player]:
            yield Change(players[player], was.get(player), now[player])


def _numbers(table: Table) -> dict[str, int]:
    """The ids of the players by the keys of the rules."""
    return {seat.key: seat.player_id for seat in table.seats}

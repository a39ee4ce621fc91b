"""Previews of a change: what new house rules or another dealer would do to written lines."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.games import lines, phrases
from scorekeeper.games.phrases import and_list
from scorekeeper.play.amendments import replay_or_refuse
from scorekeeper.play.exceptions import RefusedError
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Row


@dataclass(frozen=True, slots=True)
class Difference:
    """A line with the points that a change would give it."""

    player: str
    box: str
    line: int
    old: int
    new: int


def with_options(table: Table, options: Mapping[str, Any]) -> Table:
    """Return the table under other house rules, unsaved.

    Raises RefusedError.
    """
    session = copy(table.session)
    session.options = dict(options)
    fresh = replace(table, session=session)
    return replace(fresh, replayed=replay_or_refuse(fresh, table.replayed.lines))


def with_dealer(table: Table, number: int | None) -> Table:
    """Return the table with another first dealer, unsaved.

    Raises RefusedError.
    """
    seats = tuple(copy(seat) for seat in table.seats)
    for seat in seats:
        seat.deals = seat.number == number
    fresh = replace(table, seats=seats)
    return replace(fresh, replayed=replay_or_refuse(fresh, table.replayed.lines))


def conflicting_rule(table: Table, options: Mapping[str, Any]) -> str:
    """Return the first changed house rule that a written line contradicts."""
    old, new = table.options, table.game.resolve(options, table.options.version)
    changed = [name for name in new if new[name] != old[name]]
    for name in changed:
        try:
            with_options(table, {**old, name: new[name]})
        except RefusedError:
            return name
    return changed[0] if changed else ""


def differences(before: Table, after: Table) -> list[Difference]:
    """Return the lines with different points, in log order.

    One round may differ for several players.
    """
    found, now = [], _written(after)
    for place, (_old_row, old) in sorted(_written(before).items(), key=lambda each: each[0]):
        index, column = place
        row, new = now.get(place, (_old_row, old))
        if new != old:
            name = before.name(before.sheet.players[column])
            label = _(row.label) % {"number": row.round.number} if row.round else row.label
            line, _move = before.replayed.places[index]
            found.append(Difference(name, phrases.box_name(label), line, old, new))
    return found


def _written(table: Table) -> dict[tuple[int, int], tuple[Row, int]]:
    """Return row and points of every written cell by line and column number."""
    return {
        (cell.line, column): (row, cell.points)
        for row in table.sheet.rows
        for column, cell in enumerate(row.cells)
        if cell.line is not None and cell.points is not None
    }


def end_change(before: Table, after: Table) -> str:
    """Say whether the change ends or reopens the game; empty if neither."""
    if (before.outcome is None) == (after.outcome is None):
        return ""
    if after.outcome is None:
        return _("The game would go on.")
    return _("The game would be over: %(won)s.") % {"won": lines.winners_line(after)}


def lead_change(before: Table, after: Table) -> str:
    """Name the leader after the change and now; empty where no total changes."""
    if dict(zip(before.sheet.players, before.sheet.totals, strict=True)) == dict(
        zip(after.sheet.players, after.sheet.totals, strict=True)
    ):
        return ""
    leading, now = and_list(_leaders(after)), and_list(_leaders(before))
    numbers = {"who": leading, "ahead": _ahead(after), "now": now, "by": _ahead(before)}
    if not leading:
        return _("All would be tied.")
    if not now:
        return _("%(who)s would lead by %(ahead)d; all are tied now.") % numbers
    if leading == now:
        return _("%(who)s would lead by %(ahead)d, now by %(by)d.") % numbers
    return _("%(who)s would lead by %(ahead)d in place of %(now)s by %(by)d.") % numbers


def _leaders(table: Table) -> list[str]:
    return [table.name(key) for key in table.sheet.leaders]


def _ahead(table: Table) -> int:
    """Return the leaders' distance to the next side."""
    sides = table.sheet.side_totals or table.sheet.totals
    best = max(sides)
    return best - max((total for total in sides if total != best), default=best)

"""Several changes of a table in one transaction, and previews of what a change would do.

Each change is an entry of its own. They share one transaction and one key, so a form sent twice writes once.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from scorekeeper.core.db.write_lock import writing
from scorekeeper.games import lines
from scorekeeper.games.phrases import and_list
from scorekeeper.people.groups import lock_group
from scorekeeper.people.models import Player
from scorekeeper.people.names import fold, players_named
from scorekeeper.play.fold import Stored
from scorekeeper.play.models import Entry
from scorekeeper.play.players import hold_all_of, known_before, tell_tables_of
from scorekeeper.play.rights import Visitor
from scorekeeper.play.table import Table, forget, load
from scorekeeper.play.table_changes import change, seat_latecomer
from scorekeeper.play.ticket import RefusedError, Ticket, draft, insert, must_change, present, refold, renewed
from scorekeeper.rules.contract import Row, RuleError

Step = Callable[[Ticket], Table]


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes to write: `after` as `change` takes it, new names by seat number, a latecomer."""

    after: Mapping[str, Any] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)
    late: str = ""

    def __bool__(self) -> bool:
        return bool(self.after or self.names or self.late)


@dataclass(frozen=True, slots=True)
class Difference:
    """A written line whose points would change."""

    player: str
    box: str
    line: int
    old: int
    new: int


def save_changes(address: str, ticket: Ticket, wanted: Changes) -> Table:
    """Write all changes or none. Raises Http404, StaleError, RefusedError."""
    steps: list[Step] = [
        partial(_rename, address, number, name, frozenset(wanted.names))
        for number, name in wanted.names.items()
    ]
    if wanted.after:
        steps.insert(0, partial(_change, address, dict(wanted.after)))
    if wanted.late:
        steps.append(partial(_seat, address, wanted.late))
    try:
        with writing():
            if wanted.names:
                hold_all_of(address)
            return _kept(address, ticket, steps)
    except Exception:
        # the cached tables hold rows that were rolled back
        forget()
        raise


def rename(
    address: str, ticket: Ticket, number: int, name: str, leaving: frozenset[int] = frozenset()
) -> Table:
    """Rename the player of a seat in the whole group.

    The log records the renaming without the name, so that a person can be erased. `leaving`: seats whose players
    get other names in the same transaction, so that their old names are free. The caller holds every row that this
    reaches (`players.hold_all_of`). Raises RefusedError with the codes `name_taken`, `unknown_player`,
    `members_rename`, and the errors of every write.
    """
    after = {"renamed": number}

    def same(_table: Table, earlier: Stored) -> bool:
        return earlier.kind == Entry.Kind.CHANGE and earlier.data["after"] == after

    with writing():
        table = present(address, ticket, same)
        seat = next((seat for seat in table.seats if seat.number == number), None)
        if seat is None:
            raise RefusedError(table, RuleError("unknown_player"))
        if table.wrote or seat.player.name == name:
            return table
        must_change(table)
        if not table.rights.agrees and number in known_before(table.session):
            raise RefusedError(table, RuleError("members_rename", player=seat.player.name))
        new = draft(table, ticket, Entry.Kind.CHANGE, data={"before": {}, "after": after})
        insert(table, ticket, new)
        _free(table, fold(name), leaving - {number})
        try:
            with transaction.atomic():
                Player.objects.filter(pk=seat.player_id).update(name=name, folded=fold(name))
        except IntegrityError as error:
            raise RefusedError(table, RuleError("name_taken", player=name)) from error
        seat.player.name = name
        tell_tables_of(seat.player_id, but=table.session.pk)
        return renewed(table, new, table.folded)


def with_options(table: Table, options: Mapping[str, Any]) -> Table:
    """Return the table under other house rules, unsaved. Raises RefusedError."""
    session = copy(table.session)
    session.options = dict(options)
    fresh = replace(table, session=session)
    return replace(fresh, folded=refold(fresh, table.folded.lines))


def with_dealer(table: Table, number: int | None) -> Table:
    """Return the table with another first dealer, unsaved. Raises RefusedError."""
    seats = tuple(copy(seat) for seat in table.seats)
    for seat in seats:
        seat.deals = seat.number == number
    fresh = replace(table, seats=seats)
    return replace(fresh, folded=refold(fresh, table.folded.lines))


def culprit(table: Table, options: Mapping[str, Any]) -> str:
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
    """Return the lines whose points differ, in log order.

    One round may differ for several players.
    """
    found, now = [], _written(after)
    for place, (_old_row, old) in sorted(_written(before).items(), key=lambda each: each[0]):
        index, column = place
        row, new = now.get(place, (_old_row, old))
        if new != old:
            name = before.name(before.sheet.players[column])
            label = _(row.label) % row.fields if row.fields else row.label
            line, _move = before.folded.places[index]
            found.append(Difference(name, lines.box_name(label), line, old, new))
    return found


def _written(table: Table) -> dict[tuple[int, int], tuple[Row, int]]:
    """Every written cell with its row and points, by the index of its move and its column."""
    return {
        (cell.line, column): (row, cell.points)
        for row in table.sheet.rows
        for column, cell in enumerate(row.cells)
        if cell.line is not None and cell.points is not None
    }


def end_told(before: Table, after: Table) -> str:
    """Return whether the change ends or reopens the game; empty if neither."""
    if (before.outcome is None) == (after.outcome is None):
        return ""
    if after.outcome is None:
        return _("The game would go on.")
    return _("The game would be over: %(won)s.") % {"won": lines.winners_line(after)}


def lead_told(before: Table, after: Table) -> str:
    """Return who would lead and who leads now; empty where no total changes."""
    if dict(zip(before.sheet.players, before.sheet.totals, strict=True)) == dict(
        zip(after.sheet.players, after.sheet.totals, strict=True)
    ):
        return ""
    leading, now = and_list(_leaders(after)), and_list(_leaders(before))
    numbers = {"who": leading, "ahead": _ahead(after), "now": now, "by": _ahead(before)}
    if not leading:
        return _("All would be level.")
    if not now:
        return _("%(who)s would lead by %(ahead)d; all are level now.") % numbers
    if leading == now:
        return _("%(who)s would lead by %(ahead)d, now by %(by)d.") % numbers
    return _("%(who)s would lead by %(ahead)d in place of %(now)s by %(by)d.") % numbers


def _leaders(table: Table) -> list[str]:
    return [table.name(key) for key in table.sheet.leaders]


def _ahead(table: Table) -> int:
    """The leaders' distance to the next side."""
    sides = table.sheet.side_totals or table.sheet.totals
    best = max(sides)
    return best - max((total for total in sides if total != best), default=best)


def _kept(address: str, ticket: Ticket, steps: list[Step]) -> Table:
    table: Table | None = None
    for place, step in enumerate(steps):
        if table is None:
            table = step(ticket)
            if table.count > ticket.seen + 1:
                return table  # sent before, and all of it was written then
        else:
            key = str(uuid.uuid5(uuid.UUID(ticket.key), str(place)))
            table = step(replace(ticket, seen=table.count, key=key))
    return table or load(address, Visitor(ticket.person))


def _change(address: str, after: dict[str, Any], ticket: Ticket) -> Table:
    return change(address, ticket, after)


def _rename(address: str, number: int, name: str, leaving: frozenset[int], ticket: Ticket) -> Table:
    return rename(address, ticket, number, name, leaving)


def _free(table: Table, folded: str, leaving: frozenset[int]) -> None:
    """Free a name whose player gets another one: no valid name begins with a blank."""
    for seat in table.seats:
        if seat.number in leaving and seat.player.folded == folded:
            Player.objects.filter(pk=seat.player_id).update(folded=f" {seat.player_id}")


def _seat(address: str, name: str, ticket: Ticket) -> Table:
    table = load(
        address, Visitor(ticket.person), lock=True
    )  # first the session, then its group, as every writer
    lock_group(table.session.group_id)
    return seat_latecomer(address, ticket, players_named(table.session.group, [name])[0])

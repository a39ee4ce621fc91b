"""Several changes of a table, written in one transaction.

Each change is an entry of its own. They share one key, so a form sent twice writes once.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from django.db import IntegrityError, transaction

from scorekeeper.core.db.write_lock import writing
from scorekeeper.people.groups import lock_group
from scorekeeper.people.models import Player
from scorekeeper.people.names import fold, players_named
from scorekeeper.play.exceptions import RefusedError
from scorekeeper.play.game_cache import GAME_CACHE
from scorekeeper.play.loading import load
from scorekeeper.play.log import complete, insert, load_for_writing, new_entry
from scorekeeper.play.models import Entry
from scorekeeper.play.permissions import Visitor
from scorekeeper.play.players import lock_tables_for_renaming, notify_tables_of, seats_of_known_players
from scorekeeper.play.replay import StoredEntry
from scorekeeper.play.session_changes import change, check_may_change, seat_latecomer
from scorekeeper.play.table import Table
from scorekeeper.play.write_request import WriteRequest
from scorekeeper.rules.contract import RuleError

Step = Callable[[WriteRequest], Table]


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes to write: `after` as `change` takes it, new names by seat number, a latecomer."""

    after: Mapping[str, Any] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)
    late: str = ""

    def __bool__(self) -> bool:
        return bool(self.after or self.names or self.late)


def save_changes(address: str, write_request: WriteRequest, wanted: Changes) -> Table:
    """Write all changes in one transaction, or none.

    Raises Http404, StaleError, RefusedError.
    """
    steps: list[Step] = [
        partial(_rename, address, number, name, frozenset(wanted.names))
        for number, name in wanted.names.items()
    ]
    if wanted.after:
        steps.insert(0, partial(_change, address, dict(wanted.after)))
    if wanted.late:
        steps.append(partial(_seat_latecomer, address, wanted.late))
    try:
        with writing():
            if wanted.names:
                lock_tables_for_renaming(address)
            return _run(address, write_request, steps)
    except Exception:
        # the cached tables hold rows that were rolled back
        GAME_CACHE.clear()
        raise


def rename_player(
    address: str, write_request: WriteRequest, number: int, name: str, leaving: frozenset[int] = frozenset()
) -> Table:
    """Rename the player of a seat in the whole group.

    The log records the renaming without the name, so that a person can be erased. `leaving`: seats of players that
    get other names in the same transaction, so that their old names are free. The caller holds every row that this
    reaches (`players.lock_tables_for_renaming`). Raises RefusedError with the codes `name_taken`, `unknown_player`,
    `members_rename`, and the errors of every write.
    """
    after = {"renamed": number}

    def is_repeat(_table: Table, earlier: StoredEntry) -> bool:
        return earlier.kind == Entry.Kind.CHANGE and earlier.data["after"] == after

    with writing():
        table = load_for_writing(address, write_request, is_repeat)
        seat = next((seat for seat in table.seats if seat.number == number), None)
        if seat is None:
            raise RefusedError(table, RuleError("unknown_player"))
        if table.wrote or seat.player.name == name:
            return table
        check_may_change(table)
        if not table.permissions.may_change_terms and number in seats_of_known_players(table.session):
            raise RefusedError(table, RuleError("members_rename", player=seat.player.name))
        new = new_entry(table, write_request, Entry.Kind.CHANGE, data={"before": {}, "after": after})
        insert(table, write_request, new)
        _free_name(table, fold(name), leaving - {number})
        try:
            with transaction.atomic():
                Player.objects.filter(pk=seat.player_id).update(name=name, folded_name=fold(name))
        except IntegrityError as error:
            raise RefusedError(table, RuleError("name_taken", player=name)) from error
        seat.player.name = name
        notify_tables_of(seat.player_id, but=table.session.pk)
        return complete(table, new, table.replayed)


def _run(address: str, write_request: WriteRequest, steps: list[Step]) -> Table:
    table: Table | None = None
    for place, step in enumerate(steps):
        if table is None:
            table = step(write_request)
            if table.count > write_request.seen + 1:
                return table  # sent before, and all of it was written then
        else:
            key = str(uuid.uuid5(uuid.UUID(write_request.key), str(place)))
            table = step(replace(write_request, seen=table.count, key=key))
    return table or load(address, Visitor(write_request.person))


def _change(address: str, after: dict[str, Any], write_request: WriteRequest) -> Table:
    return change(address, write_request, after)


def _rename(
    address: str, number: int, name: str, leaving: frozenset[int], write_request: WriteRequest
) -> Table:
    return rename_player(address, write_request, number, name, leaving)


def _free_name(table: Table, folded: str, leaving: frozenset[int]) -> None:
    """Free the old name of a player who gets another one: no valid name begins with a blank."""
    for seat in table.seats:
        if seat.number in leaving and seat.player.folded_name == folded:
            Player.objects.filter(pk=seat.player_id).update(folded_name=f" {seat.player_id}")


def _seat_latecomer(address: str, name: str, write_request: WriteRequest) -> Table:
    table = load(
        address, Visitor(write_request.person), lock=True
    )  # locks the session before its group, like every writer
    lock_group(table.session.group_id)
    return seat_latecomer(address, write_request, players_named(table.session.group, [name])[0])

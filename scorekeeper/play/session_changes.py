"""Changes of a table.

These are house rules, stake, coach, order, dealer, teams, statistics, end, deletion and latecomers. The entry holds the
values before and after; the session and its seats hold the present ones.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from scorekeeper.core.db.write_lock import writing
from scorekeeper.ledger.money import parse_stake
from scorekeeper.ledger.stake import StakeError, suited
from scorekeeper.people.models import Player
from scorekeeper.play.seats import player_counts
from scorekeeper.rules.contract import RuleError, SetupError

from .amendments import replay_or_refuse
from .exceptions import RefusedError
from .imported_results import CHANGEABLE_IF_IMPORTED
from .log import check_not_deleted, check_running, complete, insert, load_for_writing, new_entry
from .models import Entry, Seat
from .notifications import UNKNOWN_VERSION, notify
from .replay import StoredEntry
from .settlement import REMOVED
from .table import Table
from .write_request import WriteRequest

Kind = Entry.Kind
LATEST_ROUND = 2  # the last round in which a latecomer can be seated
TERMS = frozenset({"options", "stake", "coach"})  # only members of the group may change them
CHANGEABLE = frozenset({"options", "stake", "order", "dealer", "teams", "counted", "coach", "ended", REMOVED})
FLAGS = frozenset({"counted", "coach"})  # columns that are stored as they are
LINK_FIELDS = frozenset({"ended", REMOVED})  # fields that decide whether the previous game links to this one


def change(address: str, write_request: WriteRequest, after: dict[str, Any]) -> Table:
    """Change a table: house rules, stake, order, dealer, teams, statistics, its end.

    `after` holds some of: options, stake, order (seat numbers), dealer (number of the seat that deals first), teams
    (seat key to team), counted, coach, ended; or `removed` alone, which only members of the group may change. Raises
    RefusedError with the line that would become illegal. Writes nothing if all values are already so.
    """
    if not CHANGEABLE.issuperset(after):
        raise TypeError(sorted(after))

    def is_repeat(_table: Table, earlier: StoredEntry) -> bool:
        return earlier.kind == Kind.CHANGE and earlier.data["after"] == after

    with writing():
        table = load_for_writing(address, write_request, is_repeat)
        before = {name: _present_value(table, name) for name in after}
        if table.wrote or before == after:
            return table
        if REMOVED in after:
            _check_group_member(table)
        else:
            check_may_change(table)
            _check_may_change_terms(table, after)
        if table.session.imported_result is not None and not after.keys() <= CHANGEABLE_IF_IMPORTED:
            raise RefusedError(table, RuleError("session_given"))
        try:
            fresh = _with_changes(table, after, write_request.at or timezone.now())
        except (RuleError, StakeError) as error:
            raise RefusedError(table, error) from error
        replayed = replay_or_refuse(fresh, table.replayed.lines)
        new = new_entry(table, write_request, Kind.CHANGE, data={"before": before, "after": after})
        insert(table, write_request, new)
        fresh.session.save(update_fields=["options", "stake", "counted", "coach", "ended", "removed"])
        # first the seat that no longer deals: a constraint allows one dealer at any moment
        for seat in sorted(fresh.seats, key=lambda seat: seat.deals):
            seat.save(update_fields=["position", "team", "deals"])
        if fresh.session.rematch_of_id and not after.keys().isdisjoint(LINK_FIELDS):
            notify(fresh.session.rematch_of_id, UNKNOWN_VERSION)  # its page links to this game
        return complete(fresh, new, replayed)


def seat_latecomer(address: str, write_request: WriteRequest, player: Player) -> Table:
    """Add a seat for a player who catches up.

    In games with a deal this is possible before the first line, in others in the first two rounds.

    Codes `too_late_to_sit`, `seated_already`, `teams_are_full`, `table_full`.
    """

    def is_repeat(table: Table, earlier: StoredEntry) -> bool:
        number = earlier.data["after"].get("seated") if earlier.kind == Kind.CHANGE else None
        return any(seat.number == number and seat.player_id == player.pk for seat in table.seats)

    with writing():
        table = load_for_writing(address, write_request, is_repeat)
        if table.wrote:
            return table
        _check_may_be_seated(table, player)
        number = max(seat.number for seat in table.seats) + 1
        new = new_entry(table, write_request, Kind.CHANGE, data={"before": {}, "after": {"seated": number}})
        insert(table, write_request, new)
        seat = Seat.objects.create(
            session=table.session, player=player, number=number, position=len(table.seats)
        )
        fresh = replace(table, seats=(*table.seats, seat))
        return complete(fresh, new, replay_or_refuse(fresh, table.replayed.lines))


def seat_refusal(table: Table) -> RuleError | None:
    """The reason why no seat can be added, None if one can."""
    if any(seat.team is not None for seat in table.seats):
        return RuleError("teams_are_full")
    most = player_counts(table.game)[-1]
    if len(table.seats) >= most:
        return RuleError("table_full", most=most)
    late = table.outcome is not None or _too_late(table)
    return RuleError("too_late_to_sit") if late else None


def dealer_of(table: Table) -> int | None:
    """The number of the seat that deals first; None in a game without a deal."""
    if not table.game.DEALS:
        return None
    said = next((seat.number for seat in table.seats if seat.deals), None)
    return said or table.seats[-1].number


def check_may_change(table: Table) -> None:
    """Raise RefusedError for a deleted game and for visitors who may not change the table."""
    check_not_deleted(table)
    if not table.permissions.may_change:
        raise RefusedError(table, table.permissions.change_refusal())


# --- internal --------------------------------------------------------------------------------------------


def _check_group_member(table: Table) -> None:
    """Raise RefusedError unless the visitor is a member of the group that owns the game."""
    if not table.permissions.of_group:
        raise RefusedError(table, RuleError("members_only"))


def _check_may_change_terms(table: Table, after: dict[str, Any]) -> None:
    """Raise RefusedError if a visitor from outside the group changes what members agree on.

    This is the stake, the house rules and the coach.
    """
    if not table.permissions.may_change_terms and not TERMS.isdisjoint(after):
        raise RefusedError(table, RuleError("members_agree"))


def _too_late(table: Table) -> bool:
    current = table.replayed.lines
    if table.game.DEALS:
        return bool(current)  # a latecomer has no cards in hands that were played
    # a latecomer's missing lines delay the round, not the game
    longest = max(Counter(line.moves[0].get("player") for line in current).values(), default=0)
    return table.sheet.progress[0] > LATEST_ROUND or longest > LATEST_ROUND


def _check_may_be_seated(table: Table, player: Player) -> None:
    check_running(table)
    check_may_change(table)
    if player.group_id != table.session.group_id:
        raise RefusedError(table, RuleError("unknown_player"))
    if any(seat.player_id == player.pk for seat in table.seats):
        raise RefusedError(table, RuleError("seated_already"))
    reason = seat_refusal(table)
    if reason is not None:
        raise RefusedError(table, reason)


def _present_value(table: Table, name: str) -> Any:
    """The present value of a field that `change` may change."""
    if name == "order":
        return [seat.number for seat in table.seats]
    if name == "teams":
        return {seat.key: seat.team for seat in table.seats}
    if name in ("ended", REMOVED):
        return getattr(table.session, name) is not None
    if name == "dealer":
        return dealer_of(table)
    return getattr(table.session, name)


def _with_changes(table: Table, after: dict[str, Any], at: datetime) -> Table:
    """The table with changed fields, ended at `at` if it ends; nothing is stored."""
    session = copy(table.session)
    if "options" in after:
        session.options = after["options"]
    if "stake" in after:
        if after["stake"]:
            suited(parse_stake(after["stake"]), points=table.game.POINTS)
        session.stake = after["stake"]
    for name in FLAGS & after.keys():
        setattr(session, name, bool(after[name]))
    if "ended" in after:
        session.ended = at if after["ended"] else None
    if REMOVED in after:
        session.removed = at if after[REMOVED] else None
    seats = [copy(seat) for seat in table.seats]
    if "order" in after:
        _reorder(seats, after["order"])
    if "teams" in after:
        _set_teams(seats, after["teams"])
    if "dealer" in after:
        _set_dealer(table, seats, after["dealer"])
    return replace(table, session=session, seats=tuple(seats))


def _set_teams(seats: list[Seat], teams: dict[str, int | None]) -> None:
    if set(teams) != {seat.key for seat in seats}:
        raise SetupError("bad_teams")
    for seat in seats:
        seat.team = teams[seat.key]


def _set_dealer(table: Table, seats: list[Seat], dealer: int | None) -> None:
    if not table.game.DEALS or dealer not in [seat.number for seat in seats]:
        raise SetupError("bad_dealer")
    for seat in seats:
        seat.deals = seat.number == dealer


def _reorder(seats: list[Seat], numbers: list[int]) -> None:
    if sorted(numbers) != sorted(seat.number for seat in seats):
        raise SetupError("bad_players")
    seats.sort(key=lambda seat: numbers.index(seat.number))
    for position, seat in enumerate(seats):
        seat.position = position

"""The end of a game: finish or reopen its session, and post its debts to the ledger.

This happens in the transaction of the entry that ended or corrected the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from scorekeeper.ledger.correction import stored
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.money import parse_stake
from scorekeeper.ledger.postings import Source, post_game
from scorekeeper.ledger.settle import Reason, settle
from scorekeeper.ledger.sums import Due
from scorekeeper.rules.contract import Outcome

from .hooks import result_changed
from .models import Entry
from .replay import StoredEntry
from .sheet_differences import changes, end_time
from .table import Table

REMOVED = "removed"  # field of a change that deletes or restores a game


def settle_session(before: Table, table: Table, new: StoredEntry) -> None:
    """Store what entry `new` causes in a game that is over or was over before it.

    Posts its debts, finishes or reopens the session, and sends `result_changed`.
    """
    session, over = table.session, table.outcome is not None
    was_finished = session.finished is not None
    kind = _kind_of_postings(new, was_finished=was_finished)
    # a change of the table contains its own differences
    post(table, new.number, new.author, new.at, kind, None if new.kind == Entry.Kind.CHANGE else before)
    if over != was_finished:
        if over:
            session.finished, session.finished_before = end_time(table, new.at), None
        else:
            session.finished, session.finished_before = None, session.finished
        session.save(update_fields=["finished", "finished_before"])
    result_changed.send(sender=None, table=table, over=over)


def post(
    table: Table,
    entry: int | None,
    author: int | None,
    at: datetime | None = None,
    kind: Posting.Kind | None = None,
    before: Table | None = None,
) -> None:
    """Make the ledger agree with the outcome of a game.

    A game without outcome, abandoned or deleted has no postings. Does nothing for a game that was not finished before
    and owes nothing now. `kind`: of the postings, if it is not the usual one. `before`: the table before the entry, so
    that a correction can list what it changed.
    """
    session = table.session
    players = {seat.key: seat.player_id for seat in table.seats}
    gone = session.ended is not None or session.removed is not None
    owed = dues(session.game, session.stake, players, None if gone else table.outcome)
    if owed or session.finished is not None:
        changed = {"changes": stored(changes(before, table))} if before and session.finished else {}
        source = Source(session.group_id, session.address, entry, author, at, {"game": session.game}, changed)
        post_game(source, owed, kind)


def dues(
    game: str, played_for: Mapping[str, Any], players: Mapping[str, int], outcome: Outcome | None
) -> list[Due]:
    """The debts at the end of a game for a stake.

    `players`: ids by the keys of the rules.
    """
    if outcome is None or not played_for:
        return []
    stake = parse_stake(played_for)
    return [
        Due(
            players[each.payer],
            players[each.payee],
            each.amount,
            stake.unit,
            {"game": game} | _stored(each.reason, players),
        )
        for each in settle(stake, outcome)
    ]


def _stored(reason: Reason, players: Mapping[str, int]) -> dict[str, Any]:
    """A settlement reason as stored, with players by id."""
    found: dict[str, Any] = {"code": reason.code, "amount": reason.amount}
    if reason.points is not None:
        found["points"] = reason.points
    for name, sides in (("payers", reason.payers), ("payees", reason.payees)):
        if sides:
            found[name] = [players[each] for each in sides]
    return found


def _kind_of_postings(new: StoredEntry, *, was_finished: bool) -> Posting.Kind | None:
    """The kind of the postings of an entry, None for those of an ordinary end."""
    removed = new.data.get("after", {}).get(REMOVED)
    if removed is None:
        return Posting.Kind.CORRECTION if was_finished else None
    return Posting.Kind.DELETED if removed else Posting.Kind.RETURNED

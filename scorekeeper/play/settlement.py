"""What a finished game brings to the ledger of its group, posted with the line that ended it or put it right.

It happens in the transaction of the line: there is no moment at which a game is over and its debts are not there.
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

from .corrections import changes
from .table import Table


def post(
    table: Table,
    entry: int | None,
    author: int | None,
    at: datetime | None = None,
    kind: Posting.Kind | None = None,
    before: Table | None = None,
) -> None:
    """Let the ledger say of this game what its end says now; nothing where it has none, was given up or deleted.

    The session says still whether it was over before: a game that was not has brought nothing. `kind`: of the lines,
    where they are not what an end brings or puts right. `before`: the table that a line found: a
    correction says what it changed.
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
    """Who owes whom by the end of a game, for a stake. `players`: by what the rules call them, their numbers."""
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
    """A reason as it is kept: it names players by their numbers."""
    found: dict[str, Any] = {"code": reason.code, "amount": reason.amount}
    if reason.points is not None:
        found["points"] = reason.points
    for name, sides in (("payers", reason.payers), ("payees", reason.payees)):
        if sides:
            found[name] = [players[each] for each in sides]
    return found

"""End a game of boxes as it stands: all open boxes are crossed out, so that the totals decide and debts are settled.

One line holds all of it. It needs no rule or format of its own, and one undo carries on. Games with a deal have no such
line: their rounds cannot be crossed out.
"""

from __future__ import annotations

from scorekeeper.core.db.write_lock import writing
from scorekeeper.rules.contract import RuleError

from .exceptions import RefusedError
from .log import append_line, check_running, load_for_writing
from .models import Entry
from .replay import StoredEntry
from .session_changes import check_may_change
from .table import Table
from .write_request import WriteRequest

EVERYBODY = "*"  # in place of the player who goes home


def can_end_as_it_stands(table: Table) -> bool:
    """Whether totals can decide a running game before its end."""
    try:
        _check_totals_can_decide(table)
    except RefusedError:
        return False
    return True


def end_as_it_stands(address: str, write_request: WriteRequest) -> Table:
    """Strike all open boxes of all players as one line, which ends the game.

    Raises Http404, StaleError, and RefusedError: `nothing_written`, `nobody_leaves`, `game_over`.
    """

    def is_repeat(_table: Table, earlier: StoredEntry) -> bool:
        return earlier.kind == Entry.Kind.APPEND and earlier.data.get("home") == EVERYBODY

    with writing():
        table = load_for_writing(address, write_request, is_repeat)
        if table.wrote:
            return table
        check_running(table)
        check_may_change(table)
        _check_totals_can_decide(table)
        moves = [
            {"player": seat.key, "box": choice.box, "strike": True}
            for seat in table.seats
            for choice in table.game.choices(table.state, player=seat.key)
        ]
        return append_line(table, write_request, {"moves": moves, "home": EVERYBODY}, check_order=False)


def _check_totals_can_decide(table: Table) -> None:
    if table.outcome is not None:
        raise RefusedError(table, RuleError("game_over"))
    if not table.game.BOXES:
        raise RefusedError(table, RuleError("nobody_leaves"))
    if not table.replayed.lines:
        raise RefusedError(table, RuleError("nothing_written"))

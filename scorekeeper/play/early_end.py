"""End a game as it stands: the sheet decides and debts are settled.

One line holds all of it, and one undo carries on. In a game of boxes it crosses out all open boxes and needs no rule or
format of its own; in a card game it is the entry `{"end": "as_it_stands"}`.
"""

from __future__ import annotations

from typing import Any

from scorekeeper.core.db.write_lock import writing
from scorekeeper.ledger.money import parse_stake
from scorekeeper.ledger.settle import settle
from scorekeeper.rules.contract import Outcome, RuleError
from scorekeeper.rules.move_fields import AS_IT_STANDS

from .exceptions import RefusedError
from .log import append_line, check_running, load_for_writing
from .models import Entry
from .replay import StoredEntry
from .session_changes import check_may_change
from .table import Table
from .write_request import WriteRequest

EVERYBODY = "*"  # in place of the player who goes home
CARDS_END = [{"end": AS_IT_STANDS}]


def can_end_as_it_stands(table: Table) -> bool:
    """Return whether totals can decide a running game before its end."""
    try:
        _check_totals_can_decide(table)
    except RefusedError:
        return False
    return True


def end_as_it_stands(address: str, write_request: WriteRequest) -> Table:
    """Write the line that ends the game: all open boxes struck, or the end of a card game.

    Raises Http404, StaleError, and RefusedError: `nothing_on_sheet`, `game_over`.
    """

    def is_repeat(_table: Table, earlier: StoredEntry) -> bool:
        return earlier.kind == Entry.Kind.APPEND and is_early_end(earlier)

    with writing():
        table = load_for_writing(address, write_request, is_repeat)
        if table.wrote:
            return table
        check_running(table)
        check_may_change(table)
        _check_totals_can_decide(table)
        if not table.game.BOXES:
            return append_line(table, write_request, {"moves": CARDS_END}, check_order=False)
        moves = {"moves": _open_boxes_struck(table), "home": EVERYBODY}
        return append_line(table, write_request, moves, check_order=False)


def is_early_end(entry: StoredEntry) -> bool:
    """Return whether the entry of a new line ended its game as it stood."""
    return entry.data.get("home") == EVERYBODY or entry.data["moves"] == CARDS_END


def outcome_as_it_stands(table: Table) -> Outcome:
    """Return the outcome of a running game whose totals can decide it."""
    state = table.state
    for move in _open_boxes_struck(table) if table.game.BOXES else CARDS_END:
        state = table.game.apply(state, table.game.parse(move), check_order=False)
    outcome = table.game.outcome(state)
    assert outcome is not None
    return outcome


def debt_as_it_stands(table: Table, player: str) -> int:
    """Return a player's debt if no further box scored, at least 0; for running games of boxes."""
    transfers = settle(parse_stake(table.session.stake), outcome_as_it_stands(table))
    owed = sum(each.amount for each in transfers if each.payer == player)
    return max(0, owed - sum(each.amount for each in transfers if each.payee == player))


def _open_boxes_struck(table: Table) -> list[dict[str, Any]]:
    return [
        {"player": seat.key, "box": choice.box, "strike": True}
        for seat in table.seats
        for choice in table.game.choices(table.state, player=seat.key)
    ]


def _check_totals_can_decide(table: Table) -> None:
    if table.outcome is not None:
        raise RefusedError(table, RuleError("game_over"))
    if not table.replayed.lines:
        raise RefusedError(table, RuleError("nothing_on_sheet"))
    if not table.game.BOXES:
        try:
            table.game.apply(table.state, table.game.parse(CARDS_END[0]))
        except RuleError as error:
            raise RefusedError(table, error) from error

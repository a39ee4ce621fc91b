"""Exceptions of a write to the log."""

from __future__ import annotations

from scorekeeper.ledger.stake import StakeError
from scorekeeper.rules.contract import RuleError

from .replay import Line
from .table import Table


class StaleError(Exception):
    """The writer has not seen the newest entry; `table` is the present one."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.count)
        self.table = table


class RefusedError(Exception):
    """A refused write: `error` is the reason, `line` the later line that it would break, if any."""

    def __init__(self, table: Table, error: RuleError | StakeError, line: Line | None = None) -> None:
        super().__init__(error.code)
        self.table = table
        self.error = error
        self.line = line


class ConfirmationNeededError(Exception):
    """Undo of entry `number` in a finished game, refused until the player confirms it."""

    def __init__(self, table: Table, number: int) -> None:
        super().__init__(number)
        self.table = table
        self.number = number

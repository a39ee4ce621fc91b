"""What every card game says about its lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from scorekeeper.play.table import Table

Move = Mapping[str, Any]


class CardLine(Protocol):
    """How one game's lines are told. `index`: a move's place among those that stand, None where it stands no more."""

    def whose(self, move: Move) -> str | None:
        """The seat that a line is for; None where it is the whole table's."""

    def heading(self, table: Table, index: int) -> str:
        """Under what the log puts the move at `index`: "Round 3"."""

    def short(self, table: Table, index: int | None, move: Move) -> str:
        """What a line is called: "round 3", "the turn with 6♠"."""

    def what(self, table: Table, index: int | None, move: Move) -> str:
        """What it wrote: "round 3: Bo 20, Cleo 10"."""

"""Texts of lines in card games."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.games.base import LineTexts, Move
from scorekeeper.play.replay import Line
from scorekeeper.play.table import Table
from scorekeeper.rules.move_fields import AS_IT_STANDS


class CardLines(LineTexts):
    """Texts of a line that is a round, a hand, a trick or a turn.

    `index`: the position among the moves on the sheet, or None for an undone line.
    """

    @abstractmethod
    def name(self, table: Table, index: int | None, move: Move) -> str:
        """Name a line: "round 3", "the turn with 6♠"."""

    @abstractmethod
    def written(self, table: Table, index: int | None, move: Move) -> str:
        """Describe the content of a line: "round 3: Bo 20, Cleo 10"."""

    def label(self, table: Table, move: Move) -> str:
        """Return the name without a number."""
        return self._name(table, None, move)

    def short(self, table: Table, line: Line) -> str:
        """Return the name."""
        return self._name(table, index_of(table, line), line.moves[0])

    def content(self, table: Table, line: Line) -> str:
        """Return the name and the result."""
        return self._written(table, index_of(table, line), line.moves[0])

    def former_content(self, table: Table, moves: tuple[dict[str, Any], ...]) -> str:
        """Return the name without a number, and the content."""
        return self._written(table, None, moves[0])

    def details(self, table: Table, moves: list[dict[str, Any]]) -> list[str]:
        """Return the content of the entry; an early end has its name only."""
        return [] if ends_as_it_stands(moves[0]) else [self.written(table, None, moves[0])]

    def refusal(self, table: Table, line: Line) -> tuple[str, str]:
        """Name the line that a refused write would break."""
        short = self.short(table, line)
        return _("That would break %(line)s.") % {"line": short}, _("See %(line)s") % {"line": short}

    def _name(self, table: Table, index: int | None, move: Move) -> str:
        return _("the end") if ends_as_it_stands(move) else self.name(table, index, move)

    def _written(self, table: Table, index: int | None, move: Move) -> str:
        return _("ended as it stands") if ends_as_it_stands(move) else self.written(table, index, move)


def ends_as_it_stands(move: Move) -> bool:
    """Return whether a line ends the game as it stands."""
    return move.get("end") == AS_IT_STANDS


def index_of(table: Table, line: Line) -> int | None:
    """Return the index of a line's first move among all moves on the sheet."""
    return next((index for index, place in enumerate(table.replayed.places) if place[0] == line.number), None)

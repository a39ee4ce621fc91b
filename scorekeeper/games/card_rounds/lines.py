"""The texts of lines in card games."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.games.base import LineTexts, Move
from scorekeeper.play.replay import Line
from scorekeeper.play.table import Table


class CardLines(LineTexts):
    """A line is a round, a hand, a trick or a turn. `index`: its place among the standing moves, or None."""

    @abstractmethod
    def name(self, table: Table, index: int | None, move: Move) -> str:
        """The name of a line: "round 3", "the turn with 6♠"."""

    @abstractmethod
    def written(self, table: Table, index: int | None, move: Move) -> str:
        """What a line wrote: "round 3: Bo 20, Cleo 10"."""

    def label(self, table: Table, move: Move) -> str:
        """The name without a number."""
        return self.name(table, None, move)

    def short(self, table: Table, line: Line) -> str:
        """The name."""
        return self.name(table, _index(table, line), line.moves[0])

    def what(self, table: Table, line: Line) -> str:
        """The name and the result."""
        return self.written(table, _index(table, line), line.moves[0])

    def what_was(self, table: Table, moves: tuple[dict[str, Any], ...]) -> str:
        """The name without a number, and the content."""
        return self.written(table, None, moves[0])

    def details(self, table: Table, moves: list[dict[str, Any]]) -> list[str]:
        """The content of the entry."""
        return [self.written(table, None, moves[0])]

    def refusal(self, table: Table, line: Line) -> tuple[str, str]:
        """By the name of the line."""
        short = self.short(table, line)
        return _("That would break %(line)s.") % {"line": short}, _("See %(line)s") % {"line": short}


def _index(table: Table, line: Line) -> int | None:
    """The index of a line's first move among all standing moves."""
    return next((index for index, place in enumerate(table.replayed.places) if place[0] == line.number), None)

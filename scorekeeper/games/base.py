"""What the table's pages ask of a kind of game: its entry panel, its sheet, and its drafts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from django.http import QueryDict

from scorekeeper.play.table import Table
from scorekeeper.rules.contract import RuleError

from .drafts import Draft
from .entry_panel import Answer, EntryPanel, Notice
from .query import Ask


class Panel(Protocol):
    """A kind of game at the table."""

    def entry_panel(self, table: Table, ask: Ask) -> EntryPanel:
        """The entry panel that answers what the address asks. Raises Http404 for what is not on this table."""

    def notice(self, table: Table, ask: Ask, panel: EntryPanel) -> Notice | None:
        """What is to be said first about the question itself: it makes no sense, or it is asked back."""

    def sheet(self, table: Table, panel: EntryPanel) -> Mapping[str, Any]:
        """What the templates read besides the entry panel: `sheet_template` with its values, `heads` of the players,
        `bounds` (what is still possible for each)."""

    def tried(self, table: Table, form: QueryDict) -> Ask:
        """The questions that bring a refused form back to the entry panel."""

    def press(self, table: Table, draft: Draft, key: str) -> Mapping[str, Any]:
        """The data of a draft after a key was tapped. Raises RuleError for a key that is not there, and for
        what the rules refuse."""

    def remedies(self, table: Table, error: RuleError) -> tuple[Answer, ...]:
        """What else may be done where a tap was refused."""

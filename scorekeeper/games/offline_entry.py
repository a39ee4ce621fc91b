"""Entry without signal: what a page gives the phone; a game without any keeps these answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.play.table import Table

from .entry_panel import EntryPanel


class OfflineEntry:
    """Part of a presentation: what a phone without signal continues with."""

    def points_address(self, table: Table) -> str:
        """Return the address of the score table for offline entry; "" for a game without one."""
        return ""

    def upcoming(self, table: Table) -> str:
        """Return the seats of the next lines that this device may write offline, joined by blanks."""
        return ""

    def offline_draft(self, table: Table, panel: EntryPanel) -> Mapping[str, Any] | None:
        """Return the draft of this panel as a phone without signal continues it; None if it cannot."""
        return None

    def offline_tables(self, table: Table, digest: str) -> bytes | None:
        """Return the JSON of panels and points for `offline_draft`; None for an outdated digest."""
        return None

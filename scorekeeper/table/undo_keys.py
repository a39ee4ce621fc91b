"""Keys of the entry panel for undo and redo."""

from __future__ import annotations

from typing import Any

from scorekeeper.play.log_index import newest_undo
from scorekeeper.play.table import Table

from .notices import again_label, restore_label, undo_label
from .reopening import is_tonight
from .spectator import writes_line


def undo_key(table: Table) -> dict[str, Any] | None:
    """Return the newest line, if the visitor may take it back: its entry and the label."""
    line = table.last_line
    if line is None or table.session.ended or not writes_line(table, line):
        return None
    return {
        "entry": line.latest.number,
        "label": undo_label(table, line),
        "offered": table.outcome is None or is_tonight(table.session),
    }


def redo_key(table: Table) -> dict[str, Any] | None:
    """Return the newest undo, if the visitor may take it back: its entry and the label."""
    if table.session.ended or table.outcome is not None or not table.permissions.may_write:
        return None
    found = newest_undo(table)
    if found is None:
        return None
    undo, entry = found
    if not all(table.permissions.may_write_for(move.get("player")) for move in entry.data["moves"]):
        return None
    moves, line = entry.data["moves"], table.replayed.line(entry.target) if entry.target else None
    label = again_label(line, moves) if line else restore_label(table, moves)
    return {"entry": undo.number, "label": label}

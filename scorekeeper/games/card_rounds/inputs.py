"""Inputs of the entry panels and of the sheets of card games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypedDict

from scorekeeper.games.entry_panel import EntryPanel, PanelInputs, WrittenLine
from scorekeeper.play.table import Table

from .draft import Head


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftInputs(PanelInputs):
    """Inputs that all panels of a draft share.

    `draft_line`, `draft_step`: the draft that a tap changes; `draft_key`, `draft_data`: its id and data. `marked`: the
    line that is being corrected, 0 for a new one. A correction may leave the line `unchanged`, or be `broken` by a
    later line; else `then` is the table after it.
    """

    draft_line: int = 0
    draft_step: int | None = None
    draft_key: int = 0
    draft_data: Mapping[str, Any] = field(default_factory=dict)
    marked: int = 0
    unchanged: bool = False
    broken: bool = False
    then: Table | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidDraft(DraftInputs):
    """Inputs of `_invalid_draft`: the refusal of the rules."""

    refusal: str


class PlayerKey(NamedTuple):
    """Key of a player: the value it sends, whether it is chosen, whether it is disabled."""

    head: Head
    press: str
    on: bool = False
    off: bool = False


class SheetContext(TypedDict):
    """Template context of the sheets of all card games; `heads`: the players in order of play."""

    sheet_template: str
    styles: str
    script: str
    heads: Sequence[Head]
    bounds: Sequence[str]


def marked_line(panel: EntryPanel) -> int:
    """Return the line that the sheet marks, 0 for none."""
    if isinstance(panel.drawn, WrittenLine):
        return panel.drawn.line.number
    return panel.drawn.marked if isinstance(panel.drawn, DraftInputs) else 0


def table_shown(table: Table, panel: EntryPanel) -> Table:
    """Return the table that the sheet shows: the one after a correction, else the present one."""
    then = panel.drawn.then if isinstance(panel.drawn, DraftInputs) else None
    return then or table


def is_new_line(panel: EntryPanel) -> bool:
    """Return whether the panel enters a new line."""
    return isinstance(panel.drawn, DraftInputs) and panel.drawn.draft_line == 0

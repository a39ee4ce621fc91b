"""The entry panel: the keys at the lower edge of a table's page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.rules.contract import Offer


@dataclass(frozen=True, slots=True)
class Pencil:
    """The marks on a sheet of boxes. `player`: the column being written.

    `offers`: by open box what the dice score there, None before all dice are entered. `chosen`: the box being
    written. `marked`: the line being viewed. `change`: its old and its new points. `totals`: the totals that would
    follow. `unsure`: a confirmation comes first, so that a tap writes nothing yet.
    """

    player: str | None = None
    offers: Mapping[str, Offer | None] = field(default_factory=dict)
    chosen: str | None = None
    marked: tuple[int, int] | None = None
    change: tuple[int, int] | None = None
    totals: Mapping[str, int] = field(default_factory=dict)
    unsure: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """The message in the first row. `tone`: "good", "bad" or "". `answers`: links or buttons beside it."""

    strong: str = ""
    text: str = ""
    tone: str = ""
    answers: tuple[Answer, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """A link to `href`, a button that posts `name`=`value` to `action`, or a button that reloads the panel with it."""

    label: str
    href: str = ""
    action: str = ""
    name: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class EntryPanel:
    """`mode`: the name of its template; `writer`: the player whose line it is; `hidden`: fields of the write form."""

    mode: str
    writer: str | None = None
    title: str = ""
    pencil: Pencil = field(default_factory=Pencil)
    notice: Notice | None = None
    hidden: Mapping[str, Any] = field(default_factory=dict)
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def template(self) -> str:
        """Return the path of the template; a mode of one game is named `<slug>/<name>`."""
        folder, _, name = self.mode.rpartition("/")
        return f"games/{folder or 'entry'}/_{name}.html"

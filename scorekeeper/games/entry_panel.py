"""Entry panel: the keys at the lower edge of a table's page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.rules.contract import Offer


@dataclass(frozen=True, slots=True)
class Pencil:
    """Pencil marks on a sheet of boxes.

    `player`: the column being written. `offers`: the points of the dice by open box, None before all dice are
    entered. `chosen`: the box being written. `marked`: the line being viewed. `change`: its old and new points.
    `totals`: the totals that would follow. `unsure`: a confirmation comes first, so a tap writes nothing yet.
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
    """Message in the first row of the panel.

    `tone`: "good", "bad" or "". `answers`: links or buttons beside it.
    """

    strong: str = ""
    text: str = ""
    tone: str = ""
    answers: tuple[Answer, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """Link or button beside a notice.

    A link to `href`; a button that posts `name`=`value` to `action`; or, without `action`, a button that reloads the
    panel with `name`=`value`.
    """

    label: str
    href: str = ""
    action: str = ""
    name: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class EntryPanel:
    """Context of the panel's template.

    `mode`: the name of the template. `writer`: the player of the line. `hidden`: fields of the write form.
    """

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

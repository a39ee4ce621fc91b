"""Entry panel: the keys at the lower edge of a table's page."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.play.models import Seat
from scorekeeper.play.replay import Line
from scorekeeper.rules.contract import Offer


@dataclass(frozen=True, slots=True)
class Pencil:
    """Pencil marks on a sheet of boxes.

    `player`: the column being written. `offers`: the points of the dice by open box, None before all dice are
    entered. `refused`: the open boxes that take none of these dice. `chosen`: the box being written. `marked`: the
    line being viewed. `change`: its old and new points. `totals`: the totals that would follow. `unsure`: a
    confirmation comes first, so a tap writes nothing yet.
    """

    player: str | None = None
    offers: Mapping[str, Offer | None] = field(default_factory=dict)
    refused: frozenset[str] = frozenset()
    chosen: str | None = None
    marked: tuple[int, int] | None = None
    change: tuple[int, int] | None = None
    totals: Mapping[str, int] = field(default_factory=dict)
    unsure: bool = False

    @property
    def open(self) -> Set[str]:
        """Return the boxes that a tap chooses."""
        return self.offers.keys() | self.refused


@dataclass(frozen=True, slots=True)
class Notice:
    """Message in the first row of the panel.

    `tone`: "good", "bad" or "". `answers`: links or buttons beside it. `undo`: the keys for undo follow them.
    """

    strong: str = ""
    text: str = ""
    tone: str = ""
    answers: tuple[Answer, ...] = ()
    undo: bool = False


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


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelInputs:
    """Inputs of the heading of every panel; each template adds its own in a subclass.

    `short`: the title on a narrow screen. `why`: the reason below it. `back`: the address of the closed panel.
    `rule`: the box at whose rule the help page opens. `question`: the address of this panel, for the way back from
    there. `guidance`: the first sentence to a new user, in place of `why` on an empty sheet. `closers`: the keys of a
    draft that close what was opened, the last opened last.
    """

    short: str = ""
    why: str = ""
    back: str = ""
    rule: str = ""
    question: str = ""
    guidance: str = ""
    closers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenLine(PanelInputs):
    """Inputs of the panel of a written line.

    `ref`: its line, and its move if later, in an address. `mine`: the visitor may take it back. `may_change`: and may
    correct it.
    """

    line: Line
    ref: str
    may_change: bool
    note: str
    mine: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSeat(PanelInputs):
    """Inputs of the panel of a player. `write`: the address to write for them, or ""."""

    seat: Seat
    write: str = ""


@dataclass(frozen=True, slots=True)
class EntryPanel:
    """Context of the panel's template.

    `mode`: the name of the template. `writer`: the player of the line. `hidden`: fields of the write form.
    `values`: the inputs of the template. `replaced`: the inputs of the panel that a read-only one replaces, from
    which the sheet draws the draft. `over`: the game is over. `locked`: the sheet is disabled.
    """

    mode: str
    writer: str | None = None
    title: str = ""
    pencil: Pencil = field(default_factory=Pencil)
    notice: Notice | None = None
    hidden: Mapping[str, Any] = field(default_factory=dict)
    values: PanelInputs = PanelInputs()
    replaced: PanelInputs | None = None
    over: bool = False
    locked: bool = False

    @property
    def drawn(self) -> PanelInputs:
        """Return the inputs from which the sheet draws the draft."""
        return self.values if self.replaced is None else self.replaced

    @property
    def template(self) -> str:
        """Return the path of the template; a mode of one game is named `<slug>/<name>`."""
        folder, _, name = self.mode.rpartition("/")
        return f"games/{folder or 'entry'}/_{name}.html"

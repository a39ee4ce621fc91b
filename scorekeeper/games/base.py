"""The presentation of a game: everything that the pages ask of it beside its rules.

Each game has one object, `PRESENTATION`, in `games/<slug>/presentation.py`. `presentations.py` finds them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from random import Random
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from scorekeeper.play.replay import Line
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import RuleError

from .card_rounds.cards import card_html
from .drafts import Draft
from .entry_panel import Answer, EntryPanel, Notice
from .help.content import Guide
from .query import Ask

Move = Mapping[str, Any]


class Family(Enum):
    """The heading under which the home page lists a game."""

    DICE = auto()
    CARDS = auto()


class FirstPlayer(Enum):
    """How a table decides who goes first."""

    HIGHEST_TOTAL = auto()
    POKER_HAND = auto()
    CARD_DRAW = auto()
    NAMED_DEALER = auto()


class Emblem(NamedTuple):
    """The picture of a game: dice with a CSS class, or cards."""

    dice: tuple[int, ...] = ()
    style: str = ""
    cards: tuple[str, ...] = ()

    @property
    def hand(self) -> SafeString:
        """The cards as HTML."""
        return mark_safe("".join(card_html(card) for card in self.cards))  # noqa: S308 - made here


class Unit(NamedTuple):
    """The unit of play. `progress`: "General, turn 7"; `opened_from`: on the help page."""

    progress: Promise
    opened_from: Promise


TURN = Unit(_("%(game)s, turn %(turn)d"), _("opened from turn %(number)d"))
ROUND = Unit(_("%(game)s, round %(turn)d"), _("opened from round %(number)d"))
HAND = Unit(_("%(game)s, hand %(turn)d"), _("opened from hand %(number)d"))


class StakeLabels(NamedTuple):
    """A kind of stake: on its key, beside its amount, and in an example of money or of a thing."""

    key: Promise
    label: Promise
    example: Promise | str = ""
    thing: Promise | str = ""


@dataclass(frozen=True, slots=True)
class DemoProfile:
    """How the demo group plays a game. `weight`: how often; `seconds`: from one line to the next.

    `stakes`: pairs of probability and stake. `first`, `later`: the house rules of the first and the second year.
    `most`: the largest number of players. `running`: whether a game is still open at the end.
    """

    weight: float
    seconds: int
    stakes: tuple[tuple[float, Mapping[str, Any]], ...]
    first: Mapping[str, Any] = field(default_factory=dict)
    later: Mapping[str, Any] = field(default_factory=dict)
    most: int = 6
    running: bool = False


class LineTexts(ABC):
    """The texts of a game's lines. `table`: with the line standing, or taken back."""

    @abstractmethod
    def player(self, move: Move) -> str | None:
        """The seat of the player that a line belongs to; None for a line of the whole table."""

    @abstractmethod
    def heading(self, table: Table, index: int) -> str:
        """The heading in the log above the move at `index`: "Round 3"."""

    @abstractmethod
    def label(self, table: Table, move: Move) -> str:
        """A line without its position, as for one that was taken back: "full house", "round in ♥"."""

    @abstractmethod
    def short(self, table: Table, line: Line) -> str:
        """A standing line as a key names it: "30", "full house, struck", "round 3"."""

    @abstractmethod
    def what(self, table: Table, line: Line) -> str:
        """What a standing line wrote: "full house 30", "round 3: Bo 20, Cleo 10"."""

    @abstractmethod
    def what_was(self, table: Table, moves: tuple[dict[str, Any], ...]) -> str:
        """What a line wrote that no longer stands."""

    @abstractmethod
    def details(self, table: Table, moves: list[dict[str, Any]]) -> list[str]:
        """What the log says of a line before its dice: "struck"."""

    @abstractmethod
    def refusal(self, table: Table, line: Line) -> tuple[str, str]:
        """The sentence "That would break ..." for a later line, and the label of the link to it."""


class Presentation(ABC):
    """The presentation of one game."""

    family: Family
    emblem: Emblem
    # emblems of printed sheets with names of their own, by preset
    preset_emblems: Mapping[str, Emblem] = {}
    unit: Unit = TURN
    first_player: FirstPlayer
    # whether the players are named counter-clockwise
    counter_clockwise: bool = False
    # whether an evening is decided by the number of games won
    counts_wins: bool = False
    # whether a line is entered tap by tap, as a draft on the server
    has_drafts: bool = False
    # the game's own labels of a kind of stake, by kind
    stake_labels: Mapping[str, StakeLabels] = {}
    # the label of the amount that an automatic win costs
    automatic_win_label: Promise
    # the boxes whose number the statistics of a player show
    statistics_boxes: tuple[str, ...] = ()
    help: Guide
    demo: DemoProfile
    lines: LineTexts

    @abstractmethod
    def demo_line(self, game: Any, state: Any, chance: Random) -> dict[str, Any]:
        """A legal random line for the demo. Only for a game that is not over."""

    @abstractmethod
    def entry_panel(self, table: Table, ask: Ask) -> EntryPanel:
        """The entry panel for the state in the address. Raises Http404 for what this table does not have."""

    @abstractmethod
    def notice(self, table: Table, ask: Ask, panel: EntryPanel) -> Notice | None:
        """A notice about the request itself: it is impossible, or needs a confirmation."""

    @abstractmethod
    def sheet(self, table: Table, panel: EntryPanel) -> Mapping[str, Any]:
        """The template context of the sheet: `sheet_template` and its values, `heads`, `bounds`."""

    @abstractmethod
    def tried(self, table: Table, form: QueryDict) -> Ask:
        """The request that shows a refused form again."""

    @abstractmethod
    def press(self, table: Table, draft: Draft, key: str) -> Mapping[str, Any]:
        """The data of a draft after a tap. Raises RuleError for a missing key and for a refusal."""

    def remedies(self, table: Table, error: RuleError) -> tuple[Answer, ...]:
        """Links that help after a refused tap."""
        return ()

    def points_address(self, table: Table) -> str:
        """The address of the score table for entering lines offline; "" where there is none."""
        return ""

    def upcoming(self, table: Table) -> str:
        """The seats of the next lines that this device may write offline, separated by blanks."""
        return ""

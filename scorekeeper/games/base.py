"""Presentation of a game: everything that the pages ask of it beside its rules.

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

from scorekeeper.play.replay import Line
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import RuleError

from .card_rounds.cards import card_html
from .drafts import Draft
from .entry_panel import Answer, EntryPanel, Notice
from .help.content import Guide
from .offline_entry import OfflineEntry
from .panel_request import PanelRequest
from .screen import Screen
from .unit import TURN, Unit

Move = Mapping[str, Any]


class Family(Enum):
    """Heading under which the home page lists a game."""

    DICE = auto()
    CARDS = auto()


class FirstPlayer(Enum):
    """Way in which a table decides the first player."""

    HIGHEST_TOTAL = auto()
    POKER_HAND = auto()
    CARD_DRAW = auto()
    NAMED_DEALER = auto()


class Emblem(NamedTuple):
    """Picture of a game: dice with a CSS class, or cards."""

    dice: tuple[int, ...] = ()
    style: str = ""
    cards: tuple[str, ...] = ()

    @property
    def hand(self) -> SafeString:
        """Draw the cards as HTML."""
        return mark_safe("".join(card_html(card) for card in self.cards))  # noqa: S308 - card_html escapes its texts


class StakeLabels(NamedTuple):
    """Labels of a kind of stake.

    `key`: on its key. `label`: beside its amount. `example`: in an example of money, `thing`: of a thing.
    """

    key: Promise
    label: Promise
    example: Promise | str = ""
    thing: Promise | str = ""


@dataclass(frozen=True, slots=True)
class DemoProfile:
    """Settings for the games of the demo group.

    `weight`: the relative frequency of this game. `seconds`: the time from one line to the next.
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
    """Texts of a game's lines.

    Each method gets the table either with the line on its sheet, or with the line already undone.
    """

    @abstractmethod
    def player(self, move: Move) -> str | None:
        """Return the seat of a line's player; None for a line of the whole table."""

    @abstractmethod
    def heading(self, table: Table, index: int) -> str:
        """Return the heading in the log above the move at `index`: "Round 3"."""

    @abstractmethod
    def label(self, table: Table, move: Move) -> str:
        """Describe a line without its position, as for an undone one: "full house", "round in ♥"."""

    @abstractmethod
    def short(self, table: Table, line: Line) -> str:
        """Describe a line of the sheet for a key: "30", "full house, crossed out", "round 3"."""

    @abstractmethod
    def content(self, table: Table, line: Line) -> str:
        """Describe the content of a line of the sheet: "full house 30", "round 3: Bo 20, Cleo 10"."""

    @abstractmethod
    def former_content(self, table: Table, moves: tuple[dict[str, Any], ...]) -> str:
        """Describe the content of a line that is no longer on the sheet."""

    @abstractmethod
    def details(self, table: Table, moves: list[dict[str, Any]]) -> list[str]:
        """Return the details that the log shows before a line's dice: "crossed out"."""

    @abstractmethod
    def refusal(self, table: Table, line: Line) -> tuple[str, str]:
        """Describe a later line that a refused write would break.

        Returns the sentence "That would break ..." and the label of the link to the line.
        """


class Presentation(OfflineEntry, ABC):
    """Presentation of one game."""

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
    # what the result says of each reason of an outcome, with or without %(distance)d to the next side
    outcome_texts: Mapping[str, Promise] = {}
    # the label of the amount that an automatic win costs
    automatic_win_label: Promise
    # what the result says of a rare automatic win: `first_automatic_win`, and `automatic_win_since` with %(since)s,
    # a month
    automatic_win_highlights: Mapping[str, Promise] = {}
    # the boxes whose number the statistics of a player show
    statistics_boxes: tuple[str, ...] = ()
    help: Guide
    demo: DemoProfile
    lines: LineTexts

    @abstractmethod
    def demo_line(self, game: Any, state: Any, chance: Random) -> dict[str, Any]:
        """Return a legal random line for the demo, for a game that is still running."""

    @abstractmethod
    def entry_panel(self, table: Table, wanted: PanelRequest) -> EntryPanel:
        """Build the entry panel for the state in the address.

        Raises Http404 for a line or player that this table lacks.
        """

    @abstractmethod
    def notice(self, table: Table, wanted: PanelRequest, panel: EntryPanel) -> Notice | None:
        """Return a notice about the request itself: it is impossible, or needs a confirmation."""

    @abstractmethod
    def sheet(self, table: Table, panel: EntryPanel) -> Mapping[str, Any]:
        """Return the sheet's template context: `sheet_template` and its values, `heads`, `bounds`."""

    @abstractmethod
    def screen(self, table: Table, panel: EntryPanel) -> Screen:
        """Return the content of the big screen: the question of `panel`, totals, cards on the table."""

    @abstractmethod
    def refused_request(self, table: Table, form: QueryDict) -> PanelRequest:
        """Return the request that shows a refused form again."""

    @abstractmethod
    def press(self, table: Table, draft: Draft, key: str) -> Mapping[str, Any]:
        """Return the data of a draft after a tap.

        Raises RuleError for a key that the panel lacks, and for a refusal.
        """

    def rule_of(self, error: RuleError) -> str:
        """Return the rule of a refusal on the help page, "" if it has none."""
        return str(error.fields.get("box", ""))

    def remedies(self, table: Table, error: RuleError) -> tuple[Answer, ...]:
        """Return links that help after a refused tap."""
        return ()

"""Presentation of Generals and Majors."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from django.utils.translation import gettext_lazy

from scorekeeper.games.base import DemoProfile, Emblem, StakeLabels
from scorekeeper.games.card_rounds.draft import DraftChoices, Press
from scorekeeper.games.card_rounds.offline import offline_json
from scorekeeper.games.card_rounds.presentation import CardPresentation, shown_card_notice
from scorekeeper.games.demo_stakes import FIFTY, NOTHING
from scorekeeper.games.entry_panel import EntryPanel, Notice
from scorekeeper.games.panel_request import PanelRequest
from scorekeeper.games.screen import Screen
from scorekeeper.play.table import Table
from scorekeeper.rules.generals_and_majors.choice_fields import TurnFields

from . import controls, draft, keys, topics
from .help import GUIDE
from .inputs import SidesContext
from .lines import GeneralsAndMajorsLines
from .offline_turns import offline_draft, offline_tables
from .screen import sides_screen
from .sheet import lies_where, sides_sheet
from .strategy import random_line


class GeneralsAndMajorsPresentation(CardPresentation):
    """Presentation of Generals and Majors: two players deploy cards and cancel armies."""

    emblem = Emblem(cards=("AS", "KD", "9X"))
    outcome_texts = {
        "lead": gettext_lazy("%(distance)d ahead after the turn of grace"),
        "no_cards": gettext_lazy("no cards left, %(distance)d ahead"),
        "agreed": gettext_lazy("ended as it stood"),
        "conceded": gettext_lazy("the other side gave up"),
        "draw": gettext_lazy("equal strengths"),
    }
    stake_labels = {
        "fixed": StakeLabels(
            gettext_lazy("Loser pays"),
            gettext_lazy("The loser pays"),
            gettext_lazy("The loser pays %(amount)s to the winner."),
        )
    }
    help = GUIDE
    refusal_topics = topics.REFUSALS
    demo = DemoProfile(1.5, 70, ((0.3, FIFTY), (0.7, NOTHING)), most=2)
    lines = GeneralsAndMajorsLines()

    def demo_line(self, game: Any, state: Any, chance: Random) -> dict[str, Any]:
        """Return a random turn, or another possible line."""
        return random_line(game, state, chance)

    def writing(self, drafted: DraftChoices) -> EntryPanel:
        """Build the panel of the next question: another line, a colour, a card, a cancellation."""
        first = drafted.choices[0]
        if first.kind in keys.OTHERS:
            return controls.other_panel(drafted, first)
        if first.kind == "colour":
            return controls.colour_panel(
                drafted, first, draft.fields_of(keys.without(drafted, first.cards[0]))
            )
        return self._turn(drafted, TurnFields.of(first))

    def _turn(self, drafted: DraftChoices, fields: TurnFields) -> EntryPanel:
        """Build the entry panel of a turn whose cards are all bound."""
        if "role" in drafted.data:
            return controls.role_panel(drafted, fields)
        if fields.group is not None:
            return controls.group_panel(drafted, fields)
        questions = draft.questions_of(drafted, fields)
        laid = bool(draft.laid_cards(drafted.entry))
        goes_on = laid and not questions and drafted.line is None and controls.is_routine(fields)
        laying = goes_on or keys.stage(drafted) == "lay"
        if laying and controls.may_lay(drafted, fields):
            return controls.lay_panel(drafted, fields)
        return (
            controls.close_panel(drafted, fields, questions)
            if laid
            else controls.nothing_panel(drafted, fields)
        )

    def sheet(self, table: Table, panel: EntryPanel) -> SidesContext:
        """Draw the two sides, with the changes of the turn in pencil."""
        return sides_sheet(table, panel)

    def screen(self, table: Table, panel: EntryPanel) -> Screen:
        """Show the armies of both sides, and a turn of grace across the screen."""
        return sides_screen(table, panel)

    def offline_draft(self, table: Table, panel: EntryPanel) -> Mapping[str, Any] | None:
        """Return the draft of a new turn."""
        return offline_draft(table, panel)

    def offline_tables(self, table: Table, digest: str) -> bytes | None:
        """Return the panels and tables of turns."""
        return offline_json(table, digest, lambda: offline_tables(table, self.writing))

    def topic(self, drafted: DraftChoices) -> str:
        """Return the rule of the question that the panel asks."""
        return topics.topic(drafted)

    def closers(self, drafted: DraftChoices) -> tuple[str, ...]:
        """Return the keys that close what was opened."""
        return keys.closers(drafted)

    def line_topic(self, move: Mapping[str, Any]) -> str:
        """Return the rule of a written line."""
        return topics.line_topic(move)

    @property
    def presses(self) -> Mapping[str, Press]:
        """Return the keys of this game."""
        return keys.PRESSES

    def notice(self, table: Table, wanted: PanelRequest, panel: EntryPanel) -> Notice | None:
        """Return a notice about where a card was shown."""
        text = lies_where(table, panel).get(wanted.where)
        return shown_card_notice(wanted.where, text, wanted) if text else None


PRESENTATION = GeneralsAndMajorsPresentation()

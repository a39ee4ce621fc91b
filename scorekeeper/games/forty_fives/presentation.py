"""Presentation of Forty-fives."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.core.i18n.punctuation import sentence
from scorekeeper.games.base import DemoProfile, Emblem
from scorekeeper.games.card_rounds.draft import DraftChoices, Press
from scorekeeper.games.card_rounds.offline import offline_json
from scorekeeper.games.card_rounds.presentation import CardPresentation, shown_card_notice
from scorekeeper.games.demo_stakes import NOTHING, POT
from scorekeeper.games.entry_panel import EntryPanel, Notice
from scorekeeper.games.panel_request import PanelRequest
from scorekeeper.games.screen import Screen
from scorekeeper.games.unit import ROUND
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import RuleError
from scorekeeper.rules.forty_fives.fields import RoundFields
from scorekeeper.rules.forty_fives.move import TRICKS

from . import card_controls, controls, disputed_trick, draft, keys, topics
from .help import GUIDE
from .inputs import RobbingInputs
from .lines import FortyFivesLines
from .offline_cards import cards_draft, cards_tables
from .offline_rounds import offline_draft, offline_tables
from .screen import rounds_screen
from .sheet import choice_on, rounds_sheet
from .sheet_inputs import RoundsContext, TricksContext
from .sheet_tricks import tricks_sheet
from .strategy import played_round


class FortyFivesPresentation(CardPresentation):
    """Presentation of Forty-fives: a round by its result, or card by card."""

    emblem = Emblem(cards=("5H", "JH", "AH"))
    unit = ROUND
    outcome_texts = {
        "sweep": gettext_lazy("at once, with all five tricks"),
        "agreed": gettext_lazy("ended as it stood"),
    }
    help = GUIDE
    refusal_topics = topics.REFUSALS
    demo = DemoProfile(3, 200, ((0.6, POT), (0.4, NOTHING)), later={"auction": True}, most=5, running=True)
    lines = FortyFivesLines()

    def demo_line(self, game: Any, state: Any, chance: Random) -> dict[str, Any]:
        """Return a round played card by card."""
        return played_round(game, state, chance)

    def writing(self, drafted: DraftChoices) -> EntryPanel:
        """Build the panel of the next question, in the order of play at the table."""
        choice = draft.choice_of(drafted)
        fields = RoundFields.of(choice)
        if fields.needs == "bid" or drafted.data.get("bidding"):
            return controls.bid_panel(drafted, choice)
        if disputed_trick.is_settling(drafted) and not drafted.data.get("turning"):
            return disputed_trick.dispute_panel(drafted, choice)
        if choice.kind == "round" and not fields.by_cards:
            return controls.result_panel(drafted, choice)
        if fields.needs == "turned":
            return card_controls.turning_panel(drafted, choice)
        if draft.asks_robbery(fields):
            return card_controls.robbing_panel(drafted, choice)
        return card_controls.cards_panel(drafted, choice)

    def missing(self, drafted: DraftChoices) -> RuleError:
        """Return the refusal that names the next trick, the best trump or trumps."""
        fields = RoundFields.of(draft.choice_of(drafted))
        if len(fields.winners) < TRICKS:
            asked = (draft.holes_of(drafted) or [len(fields.winners)])[0] + 1
            return RuleError("trick_missing", trick=asked)
        return RuleError("best_missing" if fields.needs == "best" else "trump_needed")

    def sheet(self, table: Table, panel: EntryPanel) -> RoundsContext | TricksContext:
        """Draw the five tricks of a round entered by cards, else the rounds."""
        choice = choice_on(panel)
        fields = None if choice is None else RoundFields.of(choice)
        if fields is not None and fields.by_cards and fields.trump:
            return tricks_sheet(table, panel)
        return rounds_sheet(table, panel)

    def screen(self, table: Table, panel: EntryPanel) -> Screen:
        """Show the trick as it lies, the turned card and the order of trumps."""
        return rounds_screen(table, panel)

    def offline_draft(self, table: Table, panel: EntryPanel) -> Mapping[str, Any] | None:
        """Return the draft of a round by its result, or by its cards."""
        return offline_draft(table, panel) or cards_draft(table, panel)

    def offline_tables(self, table: Table, digest: str) -> bytes | None:
        """Return the panels and points of rounds by result, or the panel of rounds by cards."""
        by_cards = offline_json(table, digest, lambda: cards_tables(table, self.writing), "cards")
        return by_cards or offline_json(table, digest, lambda: offline_tables(table, self.writing))

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
        """Return a notice about where a card was shown, or why it cannot be discarded."""
        away = panel.drawn.away if isinstance(panel.drawn, RobbingInputs) else {}
        if wanted.where in away:
            return shown_card_notice(wanted.where, sentence(away[wanted.where]), wanted)
        choice = choice_on(panel)
        shown = {} if choice is None else RoundFields.of(choice).shown
        if wanted.where not in shown:
            return None
        at = shown[wanted.where]
        text = _("has been played: %(player)s, trick %(trick)d.") % {
            "player": table.name(at.player),
            "trick": at.trick,
        }
        return shown_card_notice(wanted.where, text, wanted)


PRESENTATION = FortyFivesPresentation()

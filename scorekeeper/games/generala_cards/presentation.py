"""Presentation of Générala."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scorekeeper.core.i18n.punctuation import listed, sentence
from scorekeeper.games.base import DemoProfile, Emblem, FirstPlayer, StakeLabels
from scorekeeper.games.card_rounds.draft import DraftChoices, Press
from scorekeeper.games.card_rounds.offline import offline_json
from scorekeeper.games.card_rounds.presentation import CardPresentation, shown_card_notice
from scorekeeper.games.demo_stakes import FIFTY, NOTHING
from scorekeeper.games.entry_panel import Answer, EntryPanel, Notice
from scorekeeper.games.panel_request import PanelRequest
from scorekeeper.games.screen import Screen
from scorekeeper.games.unit import HAND
from scorekeeper.play.rematches import games_of_evening, games_won
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Choice, RuleError
from scorekeeper.rules.generala_cards.fields import HandFields, TrickRow

from . import controls, disputed_trick, keys, topics
from .help import GUIDE
from .inputs import HandsContext, TrickInputs
from .lines import GeneralaCardsLines
from .offline_hands import offline_draft, offline_tables
from .offline_tricks import tricks_draft, tricks_tables
from .screen import hands_screen
from .sheet import sheet
from .strategy import next_entry


class GeneralaCardsPresentation(CardPresentation):
    """Presentation of Générala: a hand by the order of players out, or trick by trick."""

    emblem = Emblem(cards=("JK1", "AC"))
    unit = HAND
    first_player = FirstPlayer.CARD_DRAW
    counter_clockwise = True
    counts_wins = True
    outcome_texts = {
        "champion": gettext_lazy("first out of cards in the last hand: champion"),
        "agreed": gettext_lazy("ended by agreement"),
    }
    stake_labels = {
        "low_pays": StakeLabels(
            gettext_lazy("First to drop pays"),
            gettext_lazy("The first to drop pays"),
            gettext_lazy("The first to drop pays %(amount)s to the winner."),
            gettext_lazy("The first to drop buys the winner %(amount)s."),
        ),
        "low_buys": StakeLabels(
            gettext_lazy("First to drop buys for all"),
            gettext_lazy("The first to drop pays everybody"),
            gettext_lazy("The first to drop pays each of the others %(amount)s."),
            gettext_lazy("The first to drop buys each of the others %(amount)s."),
        ),
    }
    help = GUIDE
    refusal_topics = topics.REFUSALS
    demo = DemoProfile(2, 90, ((0.5, FIFTY), (0.5, NOTHING)), most=5)
    lines = GeneralaCardsLines()

    def demo_line(self, game: Any, state: Any, chance: Random) -> dict[str, Any]:
        """Return a hand, a trick or the end by agreement."""
        return next_entry(state, chance)

    def writing(self, drafted: DraftChoices) -> EntryPanel:
        """Build the panel of players out, the next card, the card picked up, or the complete line."""
        drafted = self.with_defaults(drafted)
        if disputed_trick.is_settling(drafted):
            return disputed_trick.dispute_panel(drafted)
        return self._panel(drafted, drafted.choices[0])

    def _panel(self, drafted: DraftChoices, choice: Choice) -> EntryPanel:
        if choice.kind == "end":
            return controls.end_panel(drafted, choice)
        if choice.kind == "hand":
            return controls.hand_panel(
                drafted, choice, may_switch=keys.may_switch(drafted), may_end=keys.may_end(drafted)
            )
        if "fix" in drafted.data:
            return controls.fix_panel(drafted, choice, keys.before(drafted))
        if choice.kind == "card":
            return controls.card_panel(
                drafted, choice, may_switch=keys.may_switch(drafted), may_end=keys.may_end(drafted)
            )
        if "took" in drafted.entry:
            return controls.take_panel(drafted, choice, may_switch=keys.may_switch(drafted))
        return controls.played_panel(drafted, choice, may_switch=keys.may_switch(drafted))

    def missing(self, drafted: DraftChoices) -> RuleError:
        """Return the refusal that names the players with cards if they are few, or the card to pick up."""
        drafted = disputed_trick.asked(drafted)
        choice = drafted.choices[0]
        if choice.kind == "hand":
            left = HandFields.of(choice).left
            return (
                RuleError("hand_unfinished", player=left)
                if len(left) < controls.MANY
                else RuleError("out_missing")
            )
        if "took" in drafted.entry:
            return RuleError("pick_up_missing", player=drafted.entry["took"]["player"])
        return super().missing(drafted)

    def sheet(self, table: Table, panel: EntryPanel) -> HandsContext:
        """Draw the evening's games and the hands of this one, below the trick in play."""
        return sheet(table, panel)

    def seat_panel(self, table: Table, key: str) -> EntryPanel:
        """Build the panel of a player: in or out, and games won this evening."""
        panel = super().seat_panel(table, key)
        title = _("%(player)s is in") if key in table.state.players else _("%(player)s has dropped")
        wins = games_won(table, games_of_evening(table.session))[key]
        won = ngettext("%(count)d game won", "%(count)d games won", wins) % {"count": wins}
        return replace(panel, title=listed([title % {"player": table.name(key)}, won]))

    def with_defaults(self, drafted: DraftChoices) -> DraftChoices:
        """Return the draft with an empty hand or trick before the first tap."""
        return keys.as_entered(drafted)

    def remedies(self, table: Table, error: RuleError) -> tuple[Answer, ...]:
        """Return a link to the earlier trick that contradicts the card."""
        number = error.fields.get("trick")
        if error.code not in ("could_not_follow", "holds_the_suit") or number is None:
            return ()
        for row in controls.tricks_of(table.sheet.rows):
            if TrickRow.of(row).number == number:
                line = next(cell.line for cell in row.cells if cell.line is not None)
                href = f"?line={table.replayed.places[line][0]}&right=1"
                return (Answer(_("Correct trick %(trick)d") % {"trick": number}, href=href),)
        return ()

    def screen(self, table: Table, panel: EntryPanel) -> Screen:
        """Show the trick as it lies, above the hands."""
        return hands_screen(table, panel)

    def offline_draft(self, table: Table, panel: EntryPanel) -> Mapping[str, Any] | None:
        """Return the draft of a hand by its result, or of a trick."""
        return offline_draft(table, panel) or tricks_draft(table, panel)

    def offline_tables(self, table: Table, digest: str) -> bytes | None:
        """Return the panels and results of hands by their result, or those of tricks."""
        by_cards = offline_json(table, digest, lambda: tricks_tables(table), "tricks")
        return by_cards or offline_json(table, digest, lambda: offline_tables(table))

    def topic(self, drafted: DraftChoices) -> str:
        """Return the rule of the question that the panel asks."""
        return topics.topic(disputed_trick.asked(drafted))

    def closers(self, drafted: DraftChoices) -> tuple[str, ...]:
        """Return the keys that close what was opened."""
        return disputed_trick.closers(drafted)

    def line_topic(self, move: Mapping[str, Any]) -> str:
        """Return the rule of a written line."""
        return topics.line_topic(move)

    @property
    def presses(self) -> Mapping[str, Press]:
        """Return the keys of this game."""
        return disputed_trick.PRESSES

    def notice(self, table: Table, wanted: PanelRequest, panel: EntryPanel) -> Notice | None:
        """Return a notice about where a card was shown."""
        text = panel.drawn.shown.get(wanted.where) if isinstance(panel.drawn, TrickInputs) else None
        return None if text is None else shown_card_notice(wanted.where, sentence(text), wanted)


PRESENTATION = GeneralaCardsPresentation()

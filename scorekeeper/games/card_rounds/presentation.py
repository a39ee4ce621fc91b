"""Presentation of card games: a line is entered tap by tap, as a draft.

A draft is a partial transcript entry. The rules say what it scores and how it may continue (`choices` with
`partial`). A presentation turns that into an entry panel, and a tapped key into the next partial entry. The write
form carries the whole entry.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import Http404, QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.core.web.numbers import number_of
from scorekeeper.games.base import Family, FirstPlayer, Presentation
from scorekeeper.games.drafts import Draft, draft_of
from scorekeeper.games.entry_panel import Answer, EntryPanel, Notice, PlayerSeat, WrittenLine
from scorekeeper.games.lines import line_text
from scorekeeper.games.messages import explain
from scorekeeper.games.panel_request import PanelRequest
from scorekeeper.games.refusals import refusal
from scorekeeper.games.sides import player_has
from scorekeeper.play.amendments import preview_correction
from scorekeeper.play.exceptions import RefusedError
from scorekeeper.play.replay import Line
from scorekeeper.play.table import Table
from scorekeeper.play.write_request import COUNT_DIGITS
from scorekeeper.rules.contract import RuleError

from .cards import written
from .draft import DraftChoices, Press, no_such_key, partial_of, with_choices
from .inputs import DraftInputs, InvalidDraft
from .lines import ends_as_it_stands

# the key that names what an entry lacks
MISSING = "missing"


class CardPresentation(Presentation):
    """Presentation of a card game whose lines are entered tap by tap."""

    family = Family.CARDS
    first_player = FirstPlayer.NAMED_DEALER
    has_drafts = True
    # the rule of the help page for each code of a refusal
    refusal_topics: Mapping[str, str] = {}
    automatic_win_label = gettext_lazy("For all five tricks, each loser pays (optional)")

    @abstractmethod
    def writing(self, drafted: DraftChoices) -> EntryPanel:
        """Build the entry panel of a draft."""

    @property
    @abstractmethod
    def presses(self) -> Mapping[str, Press]:
        """Return the function of each key by its first word.

        A function takes a draft and the rest of the key, and returns the draft's new data. It raises RuleError
        `no_such_key` for a key that the panel lacks.
        """

    @abstractmethod
    def sheet(self, table: Table, panel: EntryPanel) -> Mapping[str, Any]:
        """Draw the sheet, with the draft of the entry panel in pencil (`panel.drawn`)."""

    @abstractmethod
    def topic(self, drafted: DraftChoices) -> str:
        """Return the rule at which the help page opens from the panel of a draft."""

    def missing(self, drafted: DraftChoices) -> RuleError:
        """Return the refusal that names what the entry of a draft lacks."""
        return RuleError("entry_incomplete")

    def closers(self, drafted: DraftChoices) -> tuple[str, ...]:
        """Return the keys that close the views opened for a draft, the last opened last."""
        return ()

    @abstractmethod
    def line_topic(self, move: Mapping[str, Any]) -> str:
        """Return the rule at which the help page opens from a written line."""

    def rule_of(self, error: RuleError) -> str:
        """Return the rule of a refusal on the help page."""
        return self.refusal_topics.get(error.code, "")

    def entry_panel(self, table: Table, wanted: PanelRequest) -> EntryPanel:
        """Build the panel of a written line, of a player, or of the draft."""
        if wanted.line is not None:
            return self._line(table, wanted)
        if wanted.seat is not None:
            return self.seat_panel(table, wanted.seat)
        if table.session.ended or table.outcome is not None:
            return EntryPanel("game_over")
        return self._asked(with_choices(table, draft_of(table), where=wanted.where))

    def seat_panel(self, table: Table, key: str) -> EntryPanel:
        """Build the entry panel of a player.

        Raises Http404 for an unknown seat.
        """
        return seat_panel(table, key)

    def notice(self, table: Table, wanted: PanelRequest, panel: EntryPanel) -> Notice | None:
        """Return None: card games need no confirmation."""
        return None

    def refused_request(self, table: Table, form: QueryDict) -> PanelRequest:
        """Return the request for the draft, which is still stored."""
        number = number_of(form.get("line", ""), COUNT_DIGITS)
        if table.replayed.line(number) is None:
            return PanelRequest()
        return PanelRequest(line=(number, 0), correcting="1")

    def press(self, table: Table, draft: Draft, key: str) -> Mapping[str, Any]:
        """Return the data of the draft after a tap on `key`."""
        if key == "clear":
            return {}
        number = draft.line
        line = table.replayed.line(number) if number else None
        if number and line is None:
            raise RuleError("line_gone")
        verb, _dash, rest = key.partition("-")
        if verb not in self.presses and key != MISSING:
            raise no_such_key()
        found = with_choices(table, draft, line)
        if not found.choices:
            raise found.error or RuleError("game_over")
        drafted = self.with_defaults(found)
        if key == MISSING:
            raise self._why_not_written(drafted)
        data = self.presses[verb](drafted, rest)
        table.game.choices(
            drafted.state, partial=partial_of(data)
        )  # raises the refusal of an impossible entry
        return data

    def with_defaults(self, drafted: DraftChoices) -> DraftChoices:
        """Return the draft with the defaults of this game."""
        return drafted

    def _why_not_written(self, drafted: DraftChoices) -> RuleError:
        """Return the refusal of an entry that is incomplete, or that changes nothing of its line.

        Raises RefusedError for a correction that a later line contradicts.
        """
        move = self.writing(drafted).hidden.get("move")
        if move is None:
            return self.missing(drafted)
        if drafted.line is None:
            return no_such_key()
        preview_correction(drafted.table, drafted.line.number, [json.loads(move)])
        return RuleError("nothing_changed")

    def _line(self, table: Table, wanted: PanelRequest) -> EntryPanel:
        assert wanted.line is not None
        line = table.replayed.line(wanted.line[0])
        if line is None or wanted.line[1] != 0:
            raise Http404
        fixed = ends_as_it_stands(line.moves[0]) or table.session.ended is not None
        if wanted.correcting and not fixed:
            panel = self._asked(with_choices(table, draft_of(table, line.number), line, where=wanted.where))
            return self._with_consequence(table, line, panel)
        values = WrittenLine(
            back="?",
            line=line,
            ref=str(line.number),
            rule="" if ends_as_it_stands(line.moves[0]) else self.line_topic(line.moves[0]),
            may_change=not fixed,
            note=line.moves[0].get("note", ""),
        )
        return EntryPanel(
            "card_line",
            self.lines.player(line.moves[0]),
            capfirst(line_text(table, line)),
            values=values,
        )

    def _asked(self, drafted: DraftChoices) -> EntryPanel:
        """Build the entry panel of a draft, with the fields that every tap sends."""
        if drafted.error is not None:
            text = explain(
                drafted.error,
                names=drafted.table.names,
                game=drafted.table.game,
                rules=drafted.table.session.options,
            )
            panel = EntryPanel(
                "invalid_draft",
                title=_("The unfinished entry no longer fits."),
                values=InvalidDraft(refusal=text),
            )
        else:
            panel = self.writing(drafted)
        values = replace(_draft_inputs(panel), draft_line=drafted.draft.line, draft_step=drafted.draft.step)
        if not drafted.draft.step:
            values = replace(values, guidance=_("Tap the answer to each question."))
        values = replace(values, draft_key=drafted.draft.key, draft_data=drafted.data)
        if drafted.error is None:
            found = self.with_defaults(drafted)
            values = replace(values, rule=self.topic(found), closers=self.closers(found))
        if drafted.line is not None:
            number = drafted.line.number
            values = replace(values, back=f"?line={number}", marked=number)
        return replace(panel, values=values)

    def _with_consequence(self, table: Table, line: Line, panel: EntryPanel) -> EntryPanel:
        """Add to a correction's panel the line that it would break, or the standings after it."""
        move, values = panel.hidden.get("move"), _draft_inputs(panel)
        if move is None:
            return panel
        if _compared(json.loads(move)) == _compared(line.moves[0]):
            return replace(panel, values=replace(values, unchanged=True))
        try:
            replayed = preview_correction(table, line.number, [json.loads(move)])
        except RefusedError as refused:
            return replace(panel, notice=refusal(table, refused), values=replace(values, broken=True))
        return replace(panel, values=replace(values, then=replace(table, replayed=replayed)))


def _draft_inputs(panel: EntryPanel) -> DraftInputs:
    """Return the inputs of a draft's panel."""
    assert isinstance(panel.values, DraftInputs)
    return panel.values


def _compared(move: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry without the fields that a correction leaves unchanged."""
    return {name: value for name, value in move.items() if name not in ("note", "dealer", "out_of_turn")}


def shown_card_notice(card: str, text: str, wanted: PanelRequest) -> Notice:
    """Return the notice about the place of a card, with a link back to the question."""
    href = f"?line={wanted.line[0]}&right=1" if wanted.line else "?"
    return Notice(written(card), text, answers=(Answer(_("All right"), href=href),))


def seat_panel(table: Table, key: str) -> EntryPanel:
    """Build the entry panel of a player: total and lines."""
    values = PlayerSeat(seat=table.seat(key), back="?")
    return EntryPanel("card_seat", key, player_has(table, key), values=values)

"""What the panels of card games share: a line is begun tap by tap, as a draft that is a partial transcript entry.

The rules say what a partial entry brings and how it may go on (`choices` with `begun`); a panel turns that
into an entry panel and turns a tapped key into the next partial entry. The form that writes carries the whole entry.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from django.http import Http404, QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scorekeeper.games import lines
from scorekeeper.games.dice_sheet.correction import refusal, state_without
from scorekeeper.games.drafts import NEXT, Draft, draft_of
from scorekeeper.games.entry_panel import Answer, EntryPanel, Notice
from scorekeeper.games.messages import explain
from scorekeeper.games.query import Ask
from scorekeeper.games.sides import player_has
from scorekeeper.people.avatars import avatar_html, initials
from scorekeeper.play.log import RefusedError, try_amend
from scorekeeper.play.replay import Line
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Choice, MoveError, RuleError


@dataclass(frozen=True, slots=True)
class Begun:
    """A line as far as it is entered. `state`: the game before it; `line`: the one that is put right, if any.

    `data`: the draft's, with "entry". `choices`: how it may go on. `error`: why it cannot stand here at all
    (the sheet has changed under it). `where`: a card whose place was asked for.
    """

    table: Table
    state: Any
    draft: Draft
    data: Mapping[str, Any]
    line: Line | None = None
    choices: tuple[Choice, ...] = ()
    error: MoveError | None = None
    where: str = ""

    @property
    def entry(self) -> Mapping[str, Any]:
        """The partial transcript entry."""
        return cast("Mapping[str, Any]", self.data.get("entry", {}))

    def choice(self, kind: str) -> Choice | None:
        """The choice of a kind, None where it is not open."""
        return next((choice for choice in self.choices if choice.kind == kind), None)


Press = Callable[[Begun, str], Mapping[str, Any]]


class CardPanel(ABC):
    """A card game at the table."""

    @abstractmethod
    def writing(self, begun: Begun) -> EntryPanel:
        """The entry panel for a line as far as it is entered."""

    @property
    @abstractmethod
    def presses(self) -> Mapping[str, Press]:
        """What each key does, by its first word: given the draft and the rest of the key, the draft's new data.
        Each raises RuleError `no_such_key` where the entry panel does not have it."""

    @abstractmethod
    def sheet(self, table: Table, panel: EntryPanel) -> Mapping[str, Any]:
        """The sheet with what the entry panel pencils on it (`entry panel.values`)."""

    def entry_panel(self, table: Table, ask: Ask) -> EntryPanel:
        """By what was tapped: a written line, a head, else the line that is begun."""
        if ask.line is not None:
            return self._line(table, ask)
        if ask.seat is not None:
            return self.seat_panel(table, ask.seat)
        if table.session.ended or table.outcome is not None:
            return EntryPanel("over")
        return self._asked(begun(table, draft_of(table), where=ask.where))

    def seat_panel(self, table: Table, key: str) -> EntryPanel:
        """The entry panel over a head that was tapped. Raises Http404 for a key that nobody has."""
        return seat_panel(table, key)

    def notice(self, table: Table, ask: Ask, panel: EntryPanel) -> Notice | None:
        """Nothing is asked back."""
        return None

    def remedies(self, table: Table, error: RuleError) -> tuple[Answer, ...]:
        """What else may be done where a key was refused: nothing but to go on."""
        return ()

    def tried(self, table: Table, form: QueryDict) -> Ask:
        """The draft is still there: the same line goes on."""
        line = form.get("line", "")
        number = int(line) if line.isascii() and line.isdigit() and len(line) < 7 else NEXT
        return Ask(line=(number, 0), right="1") if number and table.replayed.line(number) else Ask()

    def press(self, table: Table, draft: Draft, key: str) -> Mapping[str, Any]:
        """The data of the draft after a key."""
        if key == "clear":
            return {}
        number = draft.line
        line = table.replayed.line(number) if number else None
        if number and line is None:
            raise RuleError("line_gone")
        verb, _dash, rest = key.partition("-")
        if verb not in self.presses:
            raise no_such_key()
        found = begun(table, draft, line)
        if not found.choices:
            raise found.error or RuleError("game_over")
        entered = self.entered(found)
        data = self.presses[verb](entered, rest)
        table.game.choices(entered.state, begun=data.get("entry", {}))  # refuses what cannot be
        return data

    def entered(self, begun: Begun) -> Begun:
        """A draft as this panel's entry panels and keys see it."""
        return begun

    def _line(self, table: Table, ask: Ask) -> EntryPanel:
        assert ask.line is not None
        line = table.replayed.line(ask.line[0])
        if line is None or ask.line[1] != 0:
            raise Http404
        if ask.right and not table.session.ended:
            panel = self._asked(begun(table, draft_of(table, line.number), line, where=ask.where))
            return self._with_consequence(table, line, panel)
        values = {
            "back": "?",
            "line": line,
            "ref": line.number,
            "may_change": not table.session.ended,
            "note": line.moves[0].get("note", ""),
            "marked": line.number,
        }
        return EntryPanel(
            "card_line",
            lines.seat_of(table, line.moves[0]),
            capfirst(lines.told(table, line)),
            values=values,
        )

    def _asked(self, entered: Begun) -> EntryPanel:
        """The entry panel of a draft, with what goes along with every tap of it."""
        if entered.error is not None:
            told = explain(
                entered.error,
                names=entered.table.names,
                game=entered.table.game,
                rules=entered.table.session.options,
            )
            panel = EntryPanel(
                "card_misfit", title=_("What was begun no longer fits."), values={"told": told}
            )
        else:
            panel = self.writing(entered)
        drafted: dict[str, Any] = {"draft_line": entered.draft.line, "draft_step": entered.draft.step}
        if entered.line is not None:
            drafted |= {"back": f"?line={entered.line.number}", "marked": entered.line.number}
        if entered.draft.data:
            drafted["may_clear"] = True
        return replace(panel, values=drafted | dict(panel.values))

    def _with_consequence(self, table: Table, line: Line, panel: EntryPanel) -> EntryPanel:
        """What a finished correction would break is said before it is tried; where nothing is changed, that too."""
        move = panel.hidden.get("move")
        if move is None:
            return panel
        if _compared(json.loads(move)) == _compared(line.moves[0]):
            return replace(panel, values=dict(panel.values) | {"unchanged": True})
        try:
            folded = try_amend(table, line.number, [json.loads(move)])
        except RefusedError as refused:
            return replace(
                panel, notice=refusal(table, refused), values=dict(panel.values) | {"broken": True}
            )
        return replace(panel, values=dict(panel.values) | {"then": replace(table, replayed=folded)})


def begun(table: Table, draft: Draft, line: Line | None = None, *, where: str = "") -> Begun:
    """A draft as the rules see it; a line to put right begins with what it holds."""
    state = table.state if line is None else state_without(table, line, 0)
    data = draft.data or ({} if line is None else {"entry": bare(line.moves[0])})
    entered = Begun(table, state, draft, data, line, where=where)
    try:
        return replace(entered, choices=table.game.choices(state, begun=entered.entry))
    except MoveError as error:
        return replace(entered, error=error)


def _compared(move: Mapping[str, Any]) -> dict[str, Any]:
    """An entry without what no correction changes."""
    return {name: value for name, value in move.items() if name not in ("note", "dealer", "out_of_turn")}


def bare(move: Mapping[str, Any]) -> dict[str, Any]:
    """An entry without what nobody taps."""
    return {name: value for name, value in move.items() if name != "note"}


def hidden(entered: Begun, move: Mapping[str, Any]) -> dict[str, Any]:
    """What the form that writes this line carries: the whole entry, and which draft it was."""
    fields: dict[str, Any] = {"move": json.dumps(move, separators=(",", ":")), "draft": entered.draft.key}
    return fields | ({} if entered.line is None else {"line": entered.line.number})


def no_such_key() -> RuleError:
    """A key that this entry panel does not have."""
    return RuleError("no_such_key")


def number_in(key: str) -> int:
    """The number that a key sends along. Raises RuleError `no_such_key` for what is none."""
    if not (key.isascii() and key.isdecimal() and len(key) < 5):
        raise no_such_key()
    return int(key)


def seat_panel(table: Table, key: str) -> EntryPanel:
    """A head was tapped: who it is, and all of that player's or the table's lines."""
    values = {"seat": table.seat(key), "back": "?"}
    return EntryPanel("card_seat", key, player_has(table, key), values=values)


def across(keys: int) -> int:
    """How many keys of players stand side by side: more than four make two rows."""
    return keys if keys < 5 else (keys + 1) // 2


@dataclass(frozen=True, slots=True)
class Head:
    """A player as heads and keys show him."""

    key: str
    name: str
    counter: Any


def heads(table: Table) -> tuple[Head, ...]:
    """Every player's counter, in order of play."""
    letters = initials(list(table.names.values()))
    return tuple(
        Head(seat.key, seat.player.name, avatar_html(seat.player.colour, letter))
        for seat, letter in zip(table.seats, letters, strict=True)
    )

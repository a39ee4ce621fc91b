"""Draft of a line in a card game: a partial transcript entry and its possible continuations."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from scorekeeper.core.web.numbers import parse_integer
from scorekeeper.games.drafts import Draft
from scorekeeper.games.refusals import state_without
from scorekeeper.people.avatars import avatar_html, initials
from scorekeeper.play.replay import Line
from scorekeeper.play.table import Table
from scorekeeper.rules.contract import Choice, MoveError, RuleError


@dataclass(frozen=True, slots=True)
class DraftChoices:
    """A draft with its choices.

    `state`: the game before it. `line`: the line that it corrects, if any. `data`: the stored data, with "entry".
    `choices`: the possible continuations. `error`: the reason why it no longer fits the sheet.
    `where`: a card whose place on the table was asked for.
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
        """Return the partial transcript entry."""
        return cast("Mapping[str, Any]", self.data.get("entry", {}))

    @property
    def partial(self) -> Mapping[str, Any]:
        """Return the entry with the facts that the rules consider although no entry can hold them."""
        return partial_of(self.data)

    def choice(self, kind: str) -> Choice | None:
        """Return the choice of a kind, or None while it is unavailable."""
        return next((choice for choice in self.choices if choice.kind == kind), None)


def partial_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the rules are asked about: the "entry" of a draft's data, and the "known" facts beside it."""
    return {**data.get("entry", {}), **data.get("known", {})}


Press = Callable[[DraftChoices, str], Mapping[str, Any]]


def with_choices(table: Table, draft: Draft, line: Line | None = None, *, where: str = "") -> DraftChoices:
    """Return a draft with the choices of the rules.

    A correction starts with the current content of its line.
    """
    state = table.state if line is None else state_without(table, line, 0)
    data = draft.data or ({} if line is None else {"entry": bare(line.moves[0])})
    drafted = DraftChoices(table, state, draft, data, line, where=where)
    try:
        return replace(drafted, choices=table.game.choices(state, partial=drafted.partial))
    except MoveError as error:
        return replace(drafted, error=error)


def bare(move: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry without its note, for which the panel has no key."""
    return {name: value for name, value in move.items() if name != "note"}


def hidden(drafted: DraftChoices, move: Mapping[str, Any]) -> dict[str, Any]:
    """Return the hidden fields of the write form: the whole entry and its draft."""
    fields: dict[str, Any] = {"move": json.dumps(move, separators=(",", ":")), "draft": drafted.draft.key}
    return fields | ({} if drafted.line is None else {"line": drafted.line.number})


def no_such_key() -> RuleError:
    """Return the error for a key that the panel lacks."""
    return RuleError("no_such_key")


def number_in(key: str) -> int:
    """Return the number that a key sends.

    Raises RuleError `no_such_key` for any other text.
    """
    number = parse_integer(key, 4)
    if number is None:
        raise no_such_key()
    return number


def across(keys: int) -> int:
    """Return the number of player keys in a row; more than four make two rows."""
    return keys if keys < 5 else (keys + 1) // 2


@dataclass(frozen=True, slots=True)
class Head:
    """A player with their avatar."""

    key: str
    name: str
    avatar: Any


def heads(table: Table) -> tuple[Head, ...]:
    """Return every player's avatar, in order of play."""
    letters = initials(list(table.names.values()))
    return tuple(
        Head(seat.key, seat.player.name, avatar_html(seat.player.colour, letter))
        for seat, letter in zip(table.seats, letters, strict=True)
    )

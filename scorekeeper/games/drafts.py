"""Drafts: a round, a hand or a turn that is entered tap by tap.

A draft is stored on the server, so that it survives a reload and other phones see it. It is separate from the
log: it may be changed and discarded freely, and counts only once it is written as a line. There is one draft for
the next line, and one for each line that is being corrected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.core.db.write_lock import writing
from scorekeeper.people.models import Person
from scorekeeper.play.exceptions import StaleError
from scorekeeper.play.loading import load
from scorekeeper.play.log import check_may_write, check_running
from scorekeeper.play.models import Draft as Row
from scorekeeper.play.notifications import notify_change
from scorekeeper.play.permissions import Visitor
from scorekeeper.play.seats import next_player
from scorekeeper.play.table import Table

NEXT = 0  # the line number of a draft for a new line

Press = Callable[[Table, "Draft", str], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft as a page shows it.

    `line`: the line to correct, NEXT for a new one. `step`: the number of its taps, `pressed`: the key of the last.
    `key`: 0 before it is stored.
    `data`: {"entry": the partial transcript entry, ...}; the other fields belong to the game's panel.
    """

    line: int = NEXT
    key: int = 0
    step: int = 0
    pressed: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)


class StaleDraftError(StaleError):
    """The draft changed after this page was drawn; `table` is the current one."""


def draft_of(table: Table, line: int = NEXT) -> Draft:
    """Return the draft of a line; an empty one if none is stored."""
    row = Row.objects.filter(session_id=table.session.pk, line=line).first()
    return Draft(line) if row is None else Draft(line, row.pk, row.step, row.pressed, row.data)


def press(address: str, person: Person, seen: int, at: tuple[int, int], pressed: str, change: Press) -> Table:
    """Handle one tap on the key `pressed`: `change` returns the new data of the draft.

    `at`: its line and the step of the requesting page. The same tap again counts once: its response may have been lost.
    Raises Http404, StaleError if a line was written meanwhile, StaleDraftError, and RuleError from `change`.
    """
    line, step = at
    with writing():
        table = load(address, Visitor(person), lock=True)
        if seen != table.count:
            raise StaleError(table)
        check_running(table)
        check_may_write(table, _players(table, line))
        before = draft_of(table, line)
        if (before.step, before.pressed) == (step + 1, pressed):
            return table
        if before.step != step:
            raise StaleDraftError(table)
        row = {"data": dict(change(table, before, pressed)), "step": step + 1, "pressed": pressed}
        Row.objects.update_or_create(session_id=table.session.pk, line=line, defaults=row)
        table.session.version = notify_change(table.session.pk) - table.count
        return table


def _players(table: Table, line: int) -> list[str | None]:
    """Return the players of a draft's line; None means the whole table."""
    known = table.replayed.line(line) if line else None
    return [next_player(table)] if known is None else [move.get("player") for move in known.moves]

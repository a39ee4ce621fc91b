"""Drafts: a round, a hand or a turn that is entered tap by tap.

A draft is kept on the server, so that a reload loses nothing and another phone sees it. It is no part of the
log: it is changed and thrown away freely, and counts for nothing until it is written as a line. There is one for
the next line, and one for each line that is being put right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.core.db.write_lock import writing
from scorekeeper.people.models import Person
from scorekeeper.play.loading import load
from scorekeeper.play.models import Draft as Row
from scorekeeper.play.notifications import changed
from scorekeeper.play.permissions import Visitor
from scorekeeper.play.seats import next_player
from scorekeeper.play.table import Table
from scorekeeper.play.writes import StaleError, must_run, must_write

NEXT = 0  # the line of a draft that will be a new line

Press = Callable[[Table, "Draft"], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft as a page shows it. `line`: the line to put right, NEXT for a new one; `step`: counts its taps.

    `key`: 0 while nothing is kept. `data`: {"entry": the transcript entry as far as it goes, ...}; what else
    there is belongs to the game's panel.
    """

    line: int = NEXT
    key: int = 0
    step: int = 0
    data: Mapping[str, Any] = field(default_factory=dict)


class StaleDraftError(StaleError):
    """The draft was changed since this page was drawn; `table` is the current one."""


def draft_of(table: Table, line: int = NEXT) -> Draft:
    """The draft of a line, empty where there is none."""
    row = Row.objects.filter(session_id=table.session.pk, line=line).first()
    return Draft(line) if row is None else Draft(line, row.pk, row.step, row.data)


def press(address: str, person: Person, seen: int, at: tuple[int, int], change: Press) -> Table:
    """One tap: `change` says what the draft is now. `at`: its line and the step that the page has seen.

    Raises Http404, StaleError where a line was written meanwhile, StaleDraftError, and RuleError from `change`.
    """
    line, step = at
    with writing():
        table = load(address, Visitor(person), lock=True)
        if seen != table.count:
            raise StaleError(table)
        must_run(table)
        must_write(table, _players(table, line))
        before = draft_of(table, line)
        if before.step != step:
            raise StaleDraftError(table)
        data = dict(change(table, before))
        Row.objects.update_or_create(
            session_id=table.session.pk, line=line, defaults={"data": data, "step": step + 1}
        )
        table.session.version = changed(table.session.pk) - table.count
        return table


def _players(table: Table, line: int) -> list[str | None]:
    """The players of a draft's line; None stands for the whole table."""
    known = table.replayed.line(line) if line else None
    return [next_player(table)] if known is None else [move.get("player") for move in known.moves]

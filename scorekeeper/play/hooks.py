"""Where the rooms above ours are told that a result came, changed or went, and say whether they still have it right.

What they keep is a projection of the log: made in the transaction of the line, so that there is no moment at which a
game is over and its result is not there. We cannot import them; they come to us, from their `ready`.

A signal tells them, because nothing is expected back: whoever fails lets the line fail. Checkers are a plain list:
they are asked, give answers in a fixed order, and the type checker knows what they are given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.dispatch import Signal

from scorekeeper.rules.contract import Game, Options, Outcome

from .replay import ReplayedGame

Row = Mapping[str, Any]
Rows = Callable[[str, Sequence[Any]], Sequence[Row]]

# Sent by a write, within its transaction, where a game is over or was until now: `table` as it is after the write,
# and `over`, whether the rules end it now. The ledger has been told before.
result_changed = Signal()


@dataclass(frozen=True, slots=True)
class Reading:
    """A session as it was read for verifying: rows by column, and what the log adds up to.

    `outcome`: None where the rules do not end it; a session that was given up may have one all the same.
    """

    session: Row
    seats: Sequence[Row]
    game: Game[Any, Any]
    options: Options
    replayed: ReplayedGame
    outcome: Outcome | None


class Checker(Protocol):
    """Compares what another room keeps of sessions with what their logs say."""

    def kept(self, rows: Rows, first: int, last: int) -> Mapping[int, Any]:
        """What is kept of the sessions of these numbers, by session; `rows` asks the database (see `verify`)."""

    def faults(self, reading: Reading, kept: Any) -> Iterable[str]:
        """What is wrong with one session's; `kept` is None where nothing was found."""


class GroupChecker(Protocol):
    """Compares what another room has added up over the sessions of a group with what these come to."""

    def faults(self, group: int) -> Sequence[str]:
        """What is wrong in the group of this number."""


checkers: list[Checker] = []
group_checkers: list[GroupChecker] = []


def register(checker: Checker) -> None:
    """Have a checker asked by everybody who verifies."""
    checkers.append(checker)


def register_for_groups(checker: GroupChecker) -> None:
    """Have a checker asked once for every group."""
    group_checkers.append(checker)


# Of a group: games, their house rules, and how many were played by these to their end.
Times = Callable[[int], Iterable[tuple[str, Mapping[str, Any], int]]]
_counters: list[Times] = []


def register_times(counter: Times) -> None:
    """Have somebody asked how often games were played: who has it added up already."""
    _counters.append(counter)


def times_played(group: int) -> Iterable[tuple[str, Mapping[str, Any], int]]:
    """What all who count say of a group."""
    return [row for counter in _counters for row in counter(group)]

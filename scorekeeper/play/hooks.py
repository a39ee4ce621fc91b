"""Hooks for the rooms above: a signal for changed results, and checkers for `verify`.

Rooms above store projections of the log, written in the transaction of the entry. This room cannot import them, so they
register in their `ready`. The signal has no return value, and an exception of a receiver rolls the write back. Checkers
are lists: they run in a fixed order and are type checked.
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

# Sent in the transaction of a write where a game is over or was over before: `table` after the write, and `over`,
# whether the rules end it now. The ledger is already up to date.
result_changed = Signal()


@dataclass(frozen=True, slots=True)
class Reading:
    """A session as read for verifying: rows by column, and the game replayed from its log.

    `outcome`: None while the rules do not end the game; a session that was abandoned may have one.
    """

    session: Row
    seats: Sequence[Row]
    game: Game[Any, Any]
    options: Options
    replayed: ReplayedGame
    outcome: Outcome | None


class Checker(Protocol):
    """Compares what another room stores about sessions with their logs."""

    def stored(self, rows: Rows, first: int, last: int) -> Mapping[int, Any]:
        """The stored values of the sessions from `first` to `last`, by id.

        `rows` executes a query.
        """

    def faults(self, reading: Reading, stored: Any) -> Iterable[str]:
        """The faults of one session.

        `stored`: None if nothing was found.
        """


class GroupChecker(Protocol):
    """Compares the sums that another room stores for a group with its sessions."""

    def faults(self, group: int) -> Sequence[str]:
        """The faults in the sums of the group with this id."""


checkers: list[Checker] = []
group_checkers: list[GroupChecker] = []


def register(checker: Checker) -> None:
    """Add a checker for every verified session."""
    checkers.append(checker)


def register_for_groups(checker: GroupChecker) -> None:
    """Add a checker for every verified group."""
    group_checkers.append(checker)


# For the id of a group: games, their house rules, and the number of finished games.
Times = Callable[[int], Iterable[tuple[str, Mapping[str, Any], int]]]
_counters: list[Times] = []


def register_times(counter: Times) -> None:
    """Add a source for the numbers of finished games, from a room that stores such sums."""
    _counters.append(counter)


def times_played(group: int) -> Iterable[tuple[str, Mapping[str, Any], int]]:
    """Games, house rules and numbers of finished games of a group, from all sources."""
    return [row for counter in _counters for row in counter(group)]

"""The coach's advice on some dice: the ways to keep them, and the boxes.

Both have their long-term values.
numpy is imported with the first advice. A table of values that is not computed yet gives no advice; it is computed
in the background.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from scorekeeper.play.table import Table as TableOfGame
from scorekeeper.rules.contract import Box, Options
from scorekeeper.rules.dice_sheet.game import Column, SheetGame

if TYPE_CHECKING:
    from scorekeeper.coach.solver import Table
    from scorekeeper.coach.turn import Turn


@dataclass(frozen=True, slots=True)
class KeepRow:
    """A way to keep dice, the expected points to come, and what it costs against the best."""

    dice: tuple[int, ...]
    value: float
    cost: float


@dataclass(frozen=True, slots=True)
class BoxRow:
    """An open box: its points for the dice, and its long-term value with the points to come."""

    key: str
    label: str
    points: int
    value: float
    cost: float


@dataclass(frozen=True, slots=True)
class Advice:
    """The advice on some dice; `keeps` and `boxes` are sorted, best first.

    `write`: writing at once is best.
    `value`: of best play. `whole`: the dice, as the keep that throws none of them.
    """

    value: float
    keeps: Sequence[KeepRow]
    boxes: Sequence[BoxRow]
    write: bool
    whole: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PadAdvice:
    """Inputs of `_coach` on the entry pad."""

    advice: Advice | None  # None while the coach calculates, or failed to
    again: str = ""  # the address of the same pad
    failed: bool = False


def pad_advice(
    table: TableOfGame, writer: str, dice: Sequence[int], made: int, again: str
) -> PadAdvice | None:
    """Return the advice for the player who writes, or None.

    None: the coach does not sit at the table, or dice are missing.
    The table of values is asked for before the first dice, so that it is computed in time.
    """
    game = table.game
    if not table.session.coach or not isinstance(game, SheetGame):
        return None
    values = table_of(game, table.options)
    if len(dice) != game.dice:
        return None
    if values is None:
        return PadAdvice(None, again, has_failed(game, table.options))
    column = table.state.column(writer)
    return PadAdvice(advise(turn_of(values, column), dice, made))


def table_of(game: SheetGame, options: Options) -> Table | None:
    """Return the coach's table of values; None, and start to compute it, if it is missing."""
    from scorekeeper.coach import store  # noqa: PLC0415 - numpy is imported where it is used

    return store.table_of(game, options)


def has_failed(game: SheetGame, options: Options) -> bool:
    """Return whether the table of values could not be computed a short time ago."""
    from scorekeeper.coach import store  # noqa: PLC0415 - numpy is imported where it is used

    return store.has_failed(game, options)


def table_at_hand(game: SheetGame, options: Options) -> Table | None:
    """Return the coach's table of values if it is at hand.

    Nothing is computed, and nothing is imported for it.
    """
    if "scorekeeper.coach.store" not in sys.modules:
        return None
    from scorekeeper.coach import store  # noqa: PLC0415 - numpy is imported where it is used

    return store.table_at_hand(game, options)


def turn_of(table: Table, column: Column) -> Turn:
    """Return the turn that follows a column."""
    from scorekeeper.coach.turn import Turn  # noqa: PLC0415 - numpy is imported where it is used

    return Turn(table, table.model.place(column))


def advise(turn: Turn, dice: Sequence[int], made: int) -> Advice:
    """Return the advice on dice after so many throws."""
    roll = tuple(sorted(dice))
    best = turn.roll_value(roll, made)
    labels = turn.model.game.boxes(turn.model.options)
    boxes = [
        BoxRow(each.box, label_of(labels, each.box), each.points, each.value, _cost(best, each.value))
        for each in turn.boxes(roll, made)
    ]
    keeps = [KeepRow(each.keep, each.value, _cost(best, each.value)) for each in turn.keeps(roll, made)]
    return Advice(best, keeps, boxes, not keeps or keeps[0].dice == roll, roll)


def label_of(labels: Mapping[str, Box], box: str) -> str:
    """Return the printed label of a box."""
    return _(labels[box].label)


def _cost(best: float, value: float) -> float:
    return max(0.0, best - value)

"""A played game compared with optimal play: luck and points given away, turn by turn.

This is the interface for pages: `analyse` returns a report for each player from the table of the house rules and the
accepted moves. For every player `expected + luck - given_away = total`. A line without dice counts as luck. An
automatic win writes no points; its roll is valued like any other, and what the end of the game cuts off is `unplayed`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from scorekeeper.rules.contract import Seats
from scorekeeper.rules.dice_sheet.game import State
from scorekeeper.rules.dice_sheet.move import SheetMove
from scorekeeper.rules.dice_sheet.state import Column

from .dice_steps import Keep
from .solver import Table
from .turn import Turn

# Differences below this are rounding: a sheet adds up about a hundred terms of 1e-13.
ROUNDING = 1e-9
EMPTY = Column({})


@dataclass(frozen=True, slots=True)
class TurnReport:
    """One line: its luck, its loss against the best choice, and that choice.

    `number`: counted for the player, from 1. `dice`: None for a line without dice. `best`: the best box for the dice,
    None without dice. `keep`: the dice to keep, where throwing again was better than any box. `outlook`: the expected
    total after the line. `made`: the throws made. `before`: the column before the line.
    """

    number: int
    dice: tuple[int, ...] | None
    box: str | None
    points: int
    best: str | None
    loss: float
    luck: float
    outlook: float
    keep: Keep | None = None
    made: int = 0
    before: Column = EMPTY
    is_on_sheet: bool = True  # the rules remember no five alike that the sheet before does not show


@dataclass(slots=True)
class PlayerReport:
    """A player's game; `unplayed`: the points still expected when it ended, part of the luck."""

    expected: float
    total: int = 0
    unplayed: float = 0.0
    turns: list[TurnReport] = field(default_factory=list)

    @property
    def given_away(self) -> float:
        """The points lost by choices."""
        return sum(turn.loss for turn in self.turns)

    @property
    def luck(self) -> float:
        """The points won by dice, and by lines without dice, beyond expectation."""
        return sum(turn.luck for turn in self.turns) - self.unplayed


def analyse(table: Table, seats: Seats, moves: Iterable[SheetMove]) -> dict[str, PlayerReport]:
    """Return a report for each player; the moves were accepted before, in this order."""
    game, options = table.model.game, table.model.options
    state = game.start(options, seats)
    reports = {player: PlayerReport(table.expected) for player in seats.players}
    for move in moves:
        following = game.apply(state, move, check_order=False)
        reports[move.player].turns.append(_turn(table, state, following, move, reports[move.player]))
        state = following
    for player, column in zip(seats.players, state.columns, strict=True):
        report = reports[player]
        report.total = game.total(options, column)
        last = report.turns[-1].outlook if report.turns else report.expected
        report.unplayed = last - report.total
    return reports


def value_of(table: Table, column: Column) -> float:
    """Return the points still expected for a column, 0 for a full one."""
    return float(table.values[table.model.place(column)])


def _turn(table: Table, before: State, after: State, move: SheetMove, report: PlayerReport) -> TurnReport:
    """Return the report of one line."""
    game, options = table.model.game, table.model.options
    old, new = before.column(move.player), after.column(move.player)
    number, total = len(report.turns) + 1, game.total(options, old)
    expected = total + value_of(table, old)
    points = new.cells[move.box].points if move.box in new.cells and move.box else 0
    outlook = game.total(options, new) + value_of(table, new)
    if move.dice is None:
        return TurnReport(number, None, move.box, points, None, 0.0, outlook - expected, outlook)
    turn = Turn(table, table.model.place(old))
    dice, made = tuple(sorted(move.dice)), move.throws or game.throws
    reached = total + turn.roll_value(dice, made)
    boxes = turn.boxes(dice, made)
    if after.winner is not None:
        outlook = reached
    loss = reached - outlook
    # of equally good boxes, the one that was written
    best = next((each.box for each in boxes if each.box == move.box and abs(loss) < ROUNDING), boxes[0].box)
    again = total + boxes[0].value < reached - ROUNDING
    keep = turn.keeps(dice, made)[0].keep if again else None
    if abs(loss) < ROUNDING:
        loss, reached = 0.0, outlook
    luck, is_on_sheet = reached - expected, not (table.model.marks_five and old.five_alike)
    return TurnReport(
        number, move.dice, move.box, points, best, loss, luck, outlook, keep, made, old, is_on_sheet
    )

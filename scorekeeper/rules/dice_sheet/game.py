"""The shared rules of games on a box sheet: one box per turn and player, each filled once.

`SheetGame` implements the whole contract. Each game subclasses it once and fills in the hooks of `SheetScoring`:
its boxes, the score of a roll, automatic wins, bonuses, spare throws.

Order of play: the player with the fewest filled boxes writes next, the first in seat order among equals. In regular
play that is the order round the table; it lets a latecomer catch up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.contract import Box, Choice, IllegalMoveError, Options, Seats, Sheet, resolve
from scorekeeper.rules.dice import FACE_OF, FACES, Roll, rolls

from . import view
from .choices import choices
from .move import SheetMove, dump_move, parse_move
from .scoring import SheetScoring
from .state import Column, Fit, Score, State, Written, nothing, scored
from .values import any_five_alike, values

__all__ = ["Box", "Column", "Score", "SheetGame", "State", "nothing", "scored"]


class SheetGame(SheetScoring):
    """The contract of `Game` for games on a box sheet."""

    # --- the contract ---

    def resolve(self, given: Mapping[str, object], version: int | None = None) -> Options:
        return resolve(self.OPTIONS, given, self.PRESETS, version or self.version)

    def start(self, options: Options, seats: Seats) -> State:
        seats.check_number(self.PLAYERS)
        return State(options, seats, tuple(Column({}) for _ in seats.players))

    def parse(self, data: object) -> SheetMove:
        return parse_move(data, self.dice, {box.name for box in self.BOXES})

    def dump(self, move: SheetMove) -> dict[str, Any]:
        return dump_move(move)

    def apply(self, state: State, move: SheetMove, *, check_order: bool = True) -> State:
        place, column = self._column(state, move, check_order)
        options, box = state.options, move.box
        throws = move.throws or self.throws
        spent, first = self.spend(options, column, throws), throws == 1
        roll = rolls(self.dice)[tuple(sorted(move.dice))] if move.dice else None
        if box is not None:
            self._must_be_open(options, column, box)
        ordered = state.ordered and not move.out_of_turn
        if roll and first and roll.alike and self.wins_at_once(options, column, box):
            self._may_win(options, column, move, roll)
            won_in = box or self._best_box(options, column, roll)
            return State(options, state.seats, state.columns, state.moves + 1, ordered, move.player, won_in)
        if box is None:
            raise IllegalMoveError("box_needed")
        points, five_alike = self._points(options, column, move, box, roll, first)
        proof = roll or (any_five_alike(self) if five_alike else None)
        written = Column(
            {**column.cells, box: Written(points, state.moves)},
            column.points + points,
            column.five_alike or five_alike,
            column.bonus + self.bonus(options, column, five_alike),
            column.spared + self.spared(options, box, points, proof, throws),
            column.spent + spent,
        )
        columns = (*state.columns[:place], written, *state.columns[place + 1 :])
        return State(options, state.seats, columns, state.moves + 1, ordered)

    def choices(
        self,
        state: State,
        *,
        player: str | None = None,
        partial: Mapping[str, Any] | None = None,
    ) -> tuple[Choice, ...]:
        return choices(self, state, player, partial or {})

    def bounds(self, state: State) -> dict[str, tuple[int, int]]:
        """Return the least and most total of each player.

        Least: every open box is struck. Most: the best that any dice may still bring.
        """
        total, most = self.total, self.total if self.turn(state) is None else self.most
        return {
            player: (total(state.options, column), most(state.options, column))
            for player, column in zip(state.seats.players, state.columns, strict=True)
        }

    def dealer(self, state: State) -> None:
        return None

    def upcoming(self, state: State, most: int) -> tuple[str, ...]:
        """Return the players of the next lines in turn, at most `most` of them."""
        filled, boxes = [len(column.cells) for column in state.columns], len(self.boxes(state.options))
        turns: list[str] = []
        while state.winner is None and len(turns) < most and (fewest := min(filled)) < boxes:
            place = filled.index(fewest)
            filled[place] += 1
            turns.append(state.seats.players[place])
        return tuple(turns)

    def sheet(self, state: State) -> Sheet:
        return view.sheet(self, state)

    def report(self, state: State) -> dict[str, Any]:
        return view.report(self, state)

    # --- counting ---

    def most(self, options: Options, column: Column) -> int:
        """Return the highest total that is still possible."""
        context = self.context(options, column)
        open_boxes = self.open_boxes(options, column)
        reach = self.upper(column) + sum(5 * FACE_OF[box] for box in open_boxes if box in FACE_OF)
        best = sum(max(self.values(options, context, box, first=True)) for box in open_boxes)
        return column.points + best + column.bonus + self.upper_bonus(options, reach)

    def values(self, options: Options, context: Any, box: str, *, first: bool) -> Mapping[int, Fit]:
        """Return the points that some roll scores in `box`, each with what it proves."""
        return values(self, options, context, box, first)

    # --- one line ---

    def _column(self, state: State, move: SheetMove, check_order: bool) -> tuple[int, Column]:
        turn = self.turn(state)
        if turn is None:
            raise IllegalMoveError("game_over")
        if move.player not in state.seats.players:
            raise IllegalMoveError("unknown_player")
        if check_order and state.ordered and not move.out_of_turn and move.player != turn:
            raise IllegalMoveError("not_your_turn", player=move.player, turn=turn)
        place = state.seats.players.index(move.player)
        return place, state.columns[place]

    def _must_be_open(self, options: Options, column: Column, box: str) -> None:
        if box in column.cells:
            raise IllegalMoveError("box_filled", box=box, points=column.cells[box].points)
        if box not in self.boxes(options):
            raise IllegalMoveError("box_not_played", box=box)

    def _may_win(self, options: Options, column: Column, move: SheetMove, roll: Roll) -> None:
        """Check a winning throw: it needs an open box, and points beside it must agree.

        A winning throw fills no box.
        """
        if not self.open_boxes(options, column):
            raise IllegalMoveError("sheet_full")
        if move.points is not None and move.box is not None:
            self._points(options, column, move, move.box, roll, first=True)

    def _best_box(self, options: Options, column: Column, roll: Roll) -> str:
        """Return the open box in which a first roll scores most, the last of equals."""
        context = self.context(options, column)
        boxes = reversed(self.open_boxes(options, column))
        return max(boxes, key=lambda box: self.score(options, context, box, roll, first=True).points)

    def _points(
        self, options: Options, column: Column, move: SheetMove, box: str, roll: Roll | None, first: bool
    ) -> tuple[int, bool]:
        """Return the points that the line writes, and whether it shows five alike."""
        context = self.context(options, column)
        if roll is not None:
            refusal = self.refusal(options, context, box, roll)
            if refusal:
                raise IllegalMoveError(refusal, box=box, own=FACES[roll.alike - 1])
            points = 0 if move.strike else self.score(options, context, box, roll, first).points
            if move.points is not None and move.points != points:
                raise IllegalMoveError("wrong_points", box=box, points=points)
            return points, self.is_five_alike(roll)
        if move.points is None:
            return 0, False  # a strike without dice
        return move.points, self._fit(options, context, box, move.points, first).five_alike

    def _fit(self, options: Options, context: Any, box: str, points: int, first: bool) -> Fit:
        values = self.values(options, context, box, first=first)
        fit = values.get(points)
        if fit is None:
            possible = [value for value in sorted(values) if value]
            why = None if possible else self.score(options, context, box, any_five_alike(self), first).reasons
            raise IllegalMoveError("impossible_points", box=box, points=points, values=possible, why=why)
        if fit.five_alike and first and self.may_win_at_once(options):
            raise IllegalMoveError("enter_the_dice", box=box)
        return fit

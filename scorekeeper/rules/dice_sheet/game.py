"""What the games on a sheet of boxes share: one box a turn and a player, a filled box stays.

`SheetGame` is the whole contract but for what makes a game itself: its boxes, what a roll scores in each, and
the few hooks below (an automatic win, bonuses, spare throws). Each game module subclasses it once.

Order of play: whoever has the fewest boxes filled writes next, the first in order among equals. In regular
play that is simply the order round the table; it lets a latecomer catch up and a finished player rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from scorekeeper.rules.contract import (
    Choice,
    IllegalMoveError,
    Option,
    Options,
    Outcome,
    Preset,
    Seats,
    Sheet,
    rank,
    resolve,
)
from scorekeeper.rules.dice import FACE_OF, Roll, rolls
from scorekeeper.rules.naming import labels_of

from . import choices, view
from .move import SheetMove, dump_move, parse_move
from .state import FACES_ADDED, NOTHING, Box, Column, Fit, Score, State, Written

__all__ = ["NOTHING", "Box", "Column", "Score", "SheetGame", "State"]


class SheetGame:
    """The contract of `core.Game` for games on a sheet of boxes."""

    slug: str
    name: str
    summary: str
    version: int = 1
    OPTIONS: tuple[Option, ...]
    PRESETS: Mapping[str, Preset] = {}
    PLAYERS = range(1, 41)
    DEALS = False
    POINTS = True
    PARTNERSHIPS: Mapping[int, tuple[int, ...]] = {}
    BOXES: tuple[Box, ...]
    dice: int = 5
    throws: int = 3
    BONUS_ROW: bool = False  # five alike again bring extra points, which have a row of their own

    # --- what a game says of itself ---

    def printed(self, options: Options) -> tuple[Box, ...]:
        """The boxes that these house rules print, in printed order."""
        return self.BOXES

    def score(self, options: Options, context: Any, box: str, roll: Roll, first: bool) -> Score:
        """What `roll` scores in `box`; `first`: it was thrown at once. Pure, so that tables can keep it."""
        if box in FACE_OF:
            return Score(FACE_OF[box] * roll.counts[FACE_OF[box]], FACES_ADDED)
        return self.combination(options, context, box, roll, first)

    def combination(self, options: Options, context: Any, box: str, roll: Roll, first: bool) -> Score:
        """What `roll` scores in a box that is not one of the faces."""
        raise NotImplementedError

    def context(self, options: Options, column: Column) -> Any:
        """What of the column the score of all dice alike depends on: small and hashable.

        Rolls that show more than one face score the same in every situation: they are asked with None.
        """
        return None

    def refusal(self, options: Options, context: Any, box: str, roll: Roll) -> str | None:
        """The code under which the rules refuse this roll, all dice alike, in this box, if they do."""
        return None

    def may_win_at_once(self, options: Options) -> bool:
        """Whether an automatic win can end the game under these house rules."""
        return False

    def wins_at_once(self, options: Options, column: Column, box: str | None) -> bool:
        """Whether dice all alike, made on the first throw, end the game. `box`: where they are to go, None: nowhere."""
        return False

    def bonus(self, options: Options, column: Column, five_alike: bool) -> int:
        """Extra points that a line brings beside its box."""
        return 0

    def spared(self, options: Options, box: str, points: int, roll: Roll | None, throws: int) -> int:
        """Spare throws that a line banks. `roll` None: written by its points, which prove nothing."""
        return 0

    def upper_bonus(self, options: Options, upper: int) -> int:
        """The bonus for the points in the face boxes."""
        return 0

    def keeps_spares(self, options: Options) -> bool:
        """Whether unused throws are kept for later."""
        return False

    def most(self, options: Options, column: Column) -> int:
        """The highest total that is still possible."""
        context = self.context(options, column)
        open_boxes = self.open_boxes(options, column)
        reach = self.upper(column) + sum(5 * FACE_OF[box] for box in open_boxes if box in FACE_OF)
        best = sum(max(self.values(options, context, box, first=True)) for box in open_boxes)
        return column.points + best + column.bonus + self.upper_bonus(options, reach)

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
        spent, first = self.spend(column, throws), throws == 1
        roll = rolls(self.dice)[tuple(sorted(move.dice))] if move.dice else None
        if box is not None:
            self._must_be_open(options, column, box)
        ordered = state.ordered and not move.out_of_turn
        if roll and first and roll.alike and self.wins_at_once(options, column, box):
            self._may_win(options, column, move, roll)
            return State(options, state.seats, state.columns, state.moves + 1, ordered, move.player)
        if box is None:
            raise IllegalMoveError("box_needed")
        points, five_alike = self._points(options, column, move, box, roll, first)
        proof = roll or (choices.any_five_alike(self) if five_alike else None)
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
        begun: Mapping[str, Any] | None = None,
    ) -> tuple[Choice, ...]:
        return choices.choices(self, state, player, begun or {})

    def bounds(self, state: State) -> dict[str, tuple[int, int]]:
        """Least: everything open is struck. Most: the best that any dice may still bring."""
        total, most = self.total, self.total if self.turn(state) is None else self.most
        return {
            player: (total(state.options, column), most(state.options, column))
            for player, column in zip(state.seats.players, state.columns, strict=True)
        }

    def dealer(self, state: State) -> None:
        return None

    def turn(self, state: State) -> str | None:
        if state.winner is not None:
            return None
        filled = [len(column.cells) for column in state.columns]
        fewest = min(filled)
        if fewest == len(self.boxes(state.options)):
            return None
        return state.seats.players[filled.index(fewest)]

    def upcoming(self, state: State, most: int) -> tuple[str, ...]:
        """Whose lines come next if everybody writes in turn: at most so many of them."""
        filled, boxes = [len(column.cells) for column in state.columns], len(self.boxes(state.options))
        turns: list[str] = []
        while state.winner is None and len(turns) < most and (fewest := min(filled)) < boxes:
            place = filled.index(fewest)
            filled[place] += 1
            turns.append(state.seats.players[place])
        return tuple(turns)

    def scores(self, state: State) -> dict[str, int]:
        pairs = zip(state.seats.players, state.columns, strict=True)
        return {player: self.total(state.options, column) for player, column in pairs}

    def outcome(self, state: State) -> Outcome | None:
        if self.turn(state) is not None:
            return None
        scores, sides = self.scores(state), state.seats.sides
        if state.winner is not None:
            winners = next(side for side in sides if state.winner in side)
            return Outcome("automatic_win", scores, sides, winners, automatic=True)
        totals = {str(place): sum(scores[player] for player in side) for place, side in enumerate(sides)}
        best = rank(totals)[0].players
        winners = tuple(player for place in best for player in sides[int(place)])
        return Outcome("sheets_full", scores, sides, winners)

    def sheet(self, state: State) -> Sheet:
        return view.sheet(self, state)

    def report(self, state: State) -> dict[str, Any]:
        return view.report(self, state)

    # --- counting ---

    def boxes(self, options: Options) -> Mapping[str, Box]:
        """The boxes played under these house rules by name, in printed order."""
        return _boxes(self, options)

    def open_boxes(self, options: Options, column: Column) -> list[str]:
        """The boxes that a column has still to fill, in printed order."""
        return [box for box in self.boxes(options) if box not in column.cells]

    def upper(self, column: Column) -> int:
        """The points in the face boxes."""
        return sum(cell.points for box, cell in column.cells.items() if box in FACE_OF)

    def total(self, options: Options, column: Column) -> int:
        """A column's total, bonuses counted."""
        return column.points + column.bonus + self.upper_bonus(options, self.upper(column))

    def values(self, options: Options, context: Any, box: str, *, first: bool) -> Mapping[int, Fit]:
        """The points that some roll brings in `box`, each with what it proves."""
        return choices.values(self, options, context, box, first)

    def is_five_alike(self, roll: Roll) -> bool:
        """Whether the roll is five alike: three alike of three dice are nothing of the kind."""
        return bool(roll.alike) and self.dice == 5

    def spend(self, column: Column, throws: int) -> int:
        """The spare throws that so many throws use up. Raises IllegalMoveError where there are not enough."""
        spent = max(0, throws - self.throws)
        if spent > column.spared - column.spent:
            raise IllegalMoveError("too_many_throws", most=self.throws + column.spared - column.spent)
        return spent

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
        """A winning throw writes nothing, but a full sheet has no throw left, and points must agree."""
        if not self.open_boxes(options, column):
            raise IllegalMoveError("sheet_full")
        if move.points is not None and move.box is not None:
            self._points(options, column, move, move.box, roll, first=True)

    def _points(
        self, options: Options, column: Column, move: SheetMove, box: str, roll: Roll | None, first: bool
    ) -> tuple[int, bool]:
        """The points that the line writes, and whether it shows five alike."""
        context = self.context(options, column)
        if roll is not None:
            refusal = self.refusal(options, context, box, roll)
            if refusal:
                raise IllegalMoveError(refusal, box=box)
            points = 0 if move.strike else self.score(options, context, box, roll, first).points
            if move.points is not None and move.points != points:
                raise IllegalMoveError("wrong_points", box=box, points=points)
            return points, self.is_five_alike(roll)
        if move.points is None:
            return 0, False  # a strike without dice
        return move.points, self._fit(options, context, box, move.points, first).five_alike

    def _fit(self, options: Options, context: Any, box: str, points: int, first: bool) -> Fit:
        fit = self.values(options, context, box, first=first).get(points)
        if fit is None:
            raise IllegalMoveError("impossible_points", box=box, points=points)
        if fit.five_alike and first and self.may_win_at_once(options):
            raise IllegalMoveError("enter_the_dice", box=box)
        return fit


@lru_cache(maxsize=4096)
def _boxes(game: SheetGame, options: Options) -> Mapping[str, Box]:
    labels = labels_of(game, options)
    return {box.name: replace(box, label=labels.get(box.name, box.label)) for box in game.printed(options)}

"""The boxes and scores that a box-sheet game defines, and the sums that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from scorekeeper.rules.contract import (
    Box,
    IllegalMoveError,
    Option,
    Options,
    Outcome,
    PlayerField,
    Preset,
    rank,
)
from scorekeeper.rules.dice import FACE_OF, Roll
from scorekeeper.rules.naming import labels_of

from .lacking import by_face
from .state import Column, Score, State


class SheetScoring:
    """The facts and hooks that each box-sheet game fills in, and the sums built on them."""

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
    PLAYER_FIELDS: Mapping[str, PlayerField] = {"player": PlayerField.PLAYERS}
    BOXES: tuple[Box, ...]
    dice: int = 5
    throws: int = 3
    BONUS_ROW: bool = False  # further five alike score extra points, which have a row of their own

    # --- hooks ---

    def printed(self, options: Options) -> tuple[Box, ...]:
        """Return the boxes that these house rules print, in printed order."""
        return self.BOXES

    def score(self, options: Options, context: Any, box: str, roll: Roll, first: bool) -> Score:
        """Return the score of `roll` in `box`, pure so that results can be cached.

        `first`: the roll is the first throw.
        """
        if box in FACE_OF:
            return by_face(FACE_OF[box], roll.counts[FACE_OF[box]])
        return self.combination(options, context, box, roll, first)

    def combination(self, options: Options, context: Any, box: str, roll: Roll, first: bool) -> Score:
        """Return the score of `roll` in a box other than the face boxes."""
        raise NotImplementedError

    def context(self, options: Options, column: Column) -> Any:
        """Return the part of a column on which the score of five alike depends: small and hashable.

        Rolls of different faces score the same in every column; their context is None.
        """
        return None

    def refusal(self, options: Options, context: Any, box: str, roll: Roll) -> str | None:
        """Return the error code that refuses five alike in this box, or None."""
        return None

    def may_win_at_once(self, options: Options) -> bool:
        """Return whether an automatic win can end the game under these house rules."""
        return False

    def wins_at_once(self, options: Options, column: Column, box: str | None) -> bool:
        """Return whether five alike on the first throw end the game.

        `box`: the box named for them, if any.
        """
        return False

    def bonus(self, options: Options, column: Column, five_alike: bool) -> int:
        """Return the extra points of a line beside its box."""
        return 0

    def spared(self, options: Options, box: str, points: int, roll: Roll | None, throws: int) -> int:
        """Return the number of spare throws that a line banks.

        `roll`: None if the line was written by its points.
        """
        return 0

    def upper_bonus(self, options: Options, upper: int) -> int:
        """Return the bonus for the points in the face boxes."""
        return 0

    def keeps_spares(self, options: Options) -> bool:
        """Return whether unused throws are banked for later rounds."""
        return False

    # --- counting ---

    def boxes(self, options: Options) -> Mapping[str, Box]:
        """Return the boxes played under these house rules by name, in printed order."""
        return _boxes(self, options)

    def open_boxes(self, options: Options, column: Column) -> list[str]:
        """Return the boxes that a column has still to fill, in printed order."""
        return [box for box in self.boxes(options) if box not in column.cells]

    def upper(self, column: Column) -> int:
        """Return the points in the face boxes."""
        return sum(cell.points for box, cell in column.cells.items() if box in FACE_OF)

    def total(self, options: Options, column: Column) -> int:
        """Return a column's total, bonuses included."""
        return column.points + column.bonus + self.upper_bonus(options, self.upper(column))

    def is_five_alike(self, roll: Roll) -> bool:
        """Return whether the roll is five alike; three alike of three dice do not count."""
        return bool(roll.alike) and self.dice == 5

    def spend(self, options: Options, column: Column, throws: int) -> int:
        """Return the number of spare throws that `throws` throws use up.

        Raises IllegalMoveError `too_many_throws` (`most`, and the `spares` left where throws are banked).
        """
        spent, spares = max(0, throws - self.throws), column.spared - column.spent
        if spent > spares:
            banked = {"spares": spares} if self.keeps_spares(options) else {}
            raise IllegalMoveError("too_many_throws", most=self.throws + spares, **banked)
        return spent

    def turn(self, state: State) -> str | None:
        """Return the next player: the first of those with the fewest filled boxes.

        None once the game is over.
        """
        if state.winner is not None:
            return None
        filled = [len(column.cells) for column in state.columns]
        fewest = min(filled)
        if fewest == len(self.boxes(state.options)):
            return None
        return state.seats.players[filled.index(fewest)]

    def scores(self, state: State) -> dict[str, int]:
        """Return every player's total by key, in seat order."""
        pairs = zip(state.seats.players, state.columns, strict=True)
        return {player: self.total(state.options, column) for player, column in pairs}

    def outcome(self, state: State) -> Outcome | None:
        """Return the automatic win, or the highest total once all sheets are full.

        None while the game is running.
        """
        if self.turn(state) is not None:
            return None
        scores, sides = self.scores(state), state.seats.sides
        if state.winner is not None:
            winners = next(side for side in sides if state.winner in side)
            return Outcome("automatic_win", scores, sides, winners, automatic=True, finisher=state.winner)
        totals = {str(place): sum(scores[player] for player in side) for place, side in enumerate(sides)}
        best = rank(totals)[0].players
        winners = tuple(player for place in best for player in sides[int(place)])
        return Outcome("sheets_full", scores, sides, winners)


@lru_cache(maxsize=4096)
def _boxes(game: SheetScoring, options: Options) -> Mapping[str, Box]:
    labels = labels_of(game, options)
    return {box.name: replace(box, label=labels.get(box.name, box.label)) for box in game.printed(options)}

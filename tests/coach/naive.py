"""A second solver, naive and exact: fractions, one die at a time, each line by the rules."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

from scorekeeper.rules.contract import Box, IllegalMoveError, Options, Seats
from scorekeeper.rules.dice_sheet.game import Column, SheetGame, State
from scorekeeper.rules.dice_sheet.state import Written

Dice = tuple[int, ...]


def shortened(game: SheetGame, *names: str, bonus_at: int | None = None) -> SheetGame:
    """Return the game with these boxes only, the others filled; `bonus_at`: sum for the bonus."""
    used = {box.name: Written(0, 0) for box in game.BOXES if box.name not in names}

    class Shortened(type(game)):  # type: ignore[misc]
        def printed(self, options: Options) -> tuple[Box, ...]:
            return tuple(box for box in super().printed(options) if box.name in names)

        def context(self, options: Options, column: Column) -> Any:
            return super().context(options, column._replace(cells=used | dict(column.cells)))

        def upper_bonus(self, options: Options, upper: int) -> int:
            if bonus_at is None:
                return super().upper_bonus(options, upper)  # type: ignore[no-any-return]
            return 35 if upper >= bonus_at else 0

    return Shortened()


class Naive:
    """The best expected points to come, by recursion over whole states."""

    def __init__(self, game: SheetGame, given: Mapping[str, object]) -> None:
        self.game, self.options = game, game.resolve(given)
        self.start = game.start(self.options, Seats(("A",)))
        self.known: dict[Any, Fraction] = {}
        self.known_rolls: dict[Any, dict[Dice, Fraction]] = {}
        self.states: list[State] = []

    def expected(self, state: State | None = None) -> Fraction:
        """The expected points to come before a turn."""
        state = state or self.start
        column = state.columns[0]
        key = (
            frozenset((box, cell.points) for box, cell in column.cells.items()),
            column.five_alike,
            column.spared - column.spent,
        )
        if key not in self.known:
            over = self.game.turn(state) is None
            self.known[key] = Fraction(0) if over else self.keeps(state, 0)[()]
        return self.known[key]

    def rolls(self, state: State, made: int) -> dict[Dice, Fraction]:
        """The value of every roll after so many throws."""
        key = (id(state), made)
        if key not in self.known_rolls:
            column = state.columns[0]
            last = made == self.game.throws + column.spared - column.spent
            again = {} if last else self.keeps(state, made)
            self.known_rolls[key] = {
                dice: max(
                    *self.boxes(state, dice, made).values(),
                    *(again[keep] for keep in subsets(dice) if again),
                    Fraction(0),
                )
                for dice in combinations_with_replacement(range(1, 7), self.game.dice)
            }
            self.states.append(state)  # an id is only unique while its object is there
        return self.known_rolls[key]

    def keeps(self, state: State, made: int) -> dict[Dice, Fraction]:
        """The value of every keep, thrown after so many throws."""
        found = dict(self.rolls(state, made + 1))
        for size in reversed(range(self.game.dice)):
            for keep in combinations_with_replacement(range(1, 7), size):
                following = (found[tuple(sorted((*keep, face)))] for face in range(1, 7))
                found[keep] = sum(following, Fraction(0)) / 6
        return found

    def boxes(self, state: State, dice: Dice, made: int) -> dict[str, Fraction]:
        """The value of every box that takes the roll."""
        found = {}
        for box in self.game.open_boxes(self.options, state.columns[0]):
            entry = {"player": "A", "dice": list(dice), "throws": made, "box": box}
            try:
                after = self.game.apply(state, self.game.parse(entry))
            except IllegalMoveError:
                continue
            gained = self.game.scores(after)["A"] - self.game.scores(state)["A"]
            found[box] = gained + self.expected(after)
        return found


@cache
def subsets(dice: Dice) -> frozenset[Dice]:
    """Every way to keep some of these dice."""
    return frozenset(
        tuple(die for at, die in enumerate(dice) if chosen >> at & 1) for chosen in range(1 << len(dice))
    )

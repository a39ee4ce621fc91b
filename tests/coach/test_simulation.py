"""Games thrown at random and played by the coach, against its own expectation."""

from functools import cache

import numpy as np
import pytest

from scorekeeper.coach.dice_steps import Keep
from scorekeeper.coach.model import Place
from scorekeeper.coach.solver import Table
from scorekeeper.coach.turn import Turn
from scorekeeper.rules.contract import Seats
from scorekeeper.rules.dice_sheet.game import State
from scorekeeper.rules.dice_sheet.move import SheetMove
from scorekeeper.rules.dice_sheet.state import Column
from tests.coach.conftest import TableOf
from tests.sampling import some_of

GAMES = 10_000


class Player:
    """A player who follows the coach; every line is written by the rules."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table, self.chance = table, np.random.default_rng(seed)
        self.turn = cache(lambda place: Turn(table, place))
        self.choice = cache(self._choice)

    def _choice(self, place: Place, roll: Keep, made: int) -> Keep | str:
        """The dice to keep, or the box to write."""
        turn = self.turn(place)
        boxes, keeps = turn.boxes(roll, made), turn.keeps(roll, made)
        if keeps and keeps[0].keep != roll and keeps[0].value > boxes[0].value:
            return keeps[0].keep
        # waiting with all dice in hand is never better than writing them
        return boxes[0].box

    def play(self, state: State) -> int:
        """The points made from a position to the end."""
        game, total = self.table.model.game, self.table.model.game.scores
        before = total(state)["A"]
        while game.turn(state):
            place = self.table.model.place(state.columns[0])
            choice: Keep | str = ()
            made = 0
            while not isinstance(choice, str):
                thrown = self.chance.integers(1, 7, game.dice - len(choice)).tolist()
                roll, made = tuple(sorted((*choice, *thrown))), made + 1
                choice = self.choice(place, roll, made)
            state = game.apply(state, SheetMove("A", choice, roll, made))
        return total(state)["A"] - before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "given", "filled"),
    [
        ("general", {"big_general_wins": "never"}, ("ones", "small_general", "straight", "twos", "fives")),
        pytest.param(
            "generala", {"automatic_win": "off", "double_generala": True}, (), marks=pytest.mark.examples
        ),
        pytest.param("goldene_fuenfzig", {}, (), marks=pytest.mark.examples),
        pytest.param("goldene_fuenfzig", {"gut_on": "rolled"}, ("ones", "twos"), marks=pytest.mark.examples),
        pytest.param("yacht", {}, (), marks=pytest.mark.examples),
        pytest.param("crag", {}, (), marks=pytest.mark.examples),
        pytest.param(
            "yahtzee",
            {},
            ("ones", "twos", "threes", "chance", "yahtzee", "small_straight", "large_straight"),
            marks=pytest.mark.examples,
        ),
    ],
)
def test_simulated_games_agree_with_expectation(
    table_of: TableOf, slug: str, given: dict[str, object], filled: tuple[str, ...]
) -> None:
    table = table_of(slug, given)
    game, options = table.model.game, table.model.options
    state = game.start(options, Seats(("A",)))
    for box in filled:
        points = {"yahtzee": 50, "ones": 3, "twos": 6, "threes": 9}.get(box)
        line = SheetMove("A", box, points=points, strike=points is None)
        state = game.apply(state, line)
    player, count = Player(table, 2026), some_of(GAMES)
    made = np.array([player.play(state) for _ in range(count)])
    column: Column = state.columns[0]
    expected = table.values[table.model.place(column)]
    assert abs(made.mean() - expected) < 4 * made.std() / count**0.5
    if not filled:
        assert made.std() == pytest.approx(table.deviation, rel=0.05)

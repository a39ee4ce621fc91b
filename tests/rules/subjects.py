"""The games of the conformance tests: the registered ones and the small card game."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Game, Options, Seats
from tests.sampling import some_of

from .random_games import STRATEGIES, RandomGame, Strategy, random_game
from .small_card_game import GAME as SMALL_GAME
from .small_card_game import random_round


class Subject(NamedTuple):
    """A game and how to play it at random."""

    game: Game[Any, Any]
    strategy: Strategy

    def play(self, seed: int, **how: Any) -> RandomGame:
        return random_game(self.game, seed, strategy=self.strategy, **how)

    def states(self, played: RandomGame) -> list[Any]:
        """The state before the first entry, and after each."""
        game, state = self.game, self.game.start(played.options, played.seats)
        found = [state]
        for entry in played.entries:
            state = game.apply(state, game.parse(entry))
            found.append(state)
        return found

    def next_entry(self, state: Any, seed: int) -> dict[str, Any]:
        return self.strategy(self.game, state, Random(seed))

    def fresh(self, options: Options, players: int = 2) -> Any:
        return self.game.start(options, Seats(tuple("ABCDEF"[:players])))


SUBJECTS = [
    *(Subject(game, STRATEGIES[slug]) for slug, game in GAMES.items() if slug in STRATEGIES),
    Subject(SMALL_GAME, random_round),
]

seeds = st.integers(0, 2**32)
# The same examples on every machine.
few = settings(
    max_examples=some_of(12, share=3),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
many = settings(few, max_examples=some_of(60))

# Values that a JSON file may hold, and others.
anything: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just(10**400),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)

"""Tables of whole games, solved once for all tests of a process."""

from collections.abc import Callable, Mapping
from functools import cache

import pytest

from scorekeeper.coach.model import Model
from scorekeeper.coach.solver import Table, solve
from scorekeeper.rules import DICE_GAMES, GAMES
from scorekeeper.rules.contract import Options

TableOf = Callable[[str, Mapping[str, object]], Table]


@cache
def _table(slug: str, options: Options) -> Table:
    game = DICE_GAMES[slug]
    return solve(Model(game, options))


@pytest.fixture
def table_of() -> TableOf:
    """The table of a game under these house rules."""
    return lambda slug, given: _table(slug, GAMES[slug].resolve(given))

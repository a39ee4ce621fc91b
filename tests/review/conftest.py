"""The coach's tables of a few house rules, computed once for all tests of a process."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache

import pytest

from scorekeeper.coach import chances, store
from scorekeeper.coach.dice_steps import Array
from scorekeeper.coach.model import Model
from scorekeeper.coach.solver import Table, solve
from scorekeeper.review import game_review, luck
from scorekeeper.rules import DICE_GAMES
from scorekeeper.rules.contract import Options

Coached = Callable[[str, Mapping[str, object]], Table]
SolvedTable = Callable[[str, Mapping[str, object]], Table]


@cache
def _solved(slug: str, options: Options) -> Table:
    return solve(Model(DICE_GAMES[slug], options))


@cache
def _chances(slug: str, options: Options) -> Array:
    return chances.all_chances(_solved(slug, options))


@pytest.fixture(autouse=True)
def no_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Nothing is computed in the background; the list says what was asked for."""
    asked: list[str] = []

    def note(game: object, options: Options, *, chances: bool = False) -> None:
        asked.append("chances" if chances else "table")

    monkeypatch.setattr(store, "_compute_later", note)
    store.delete_all()
    game_review.forget()
    luck.forget()
    yield asked
    store.delete_all()


@pytest.fixture
def coached() -> Coached:
    """Put the table of some house rules, with its chances, at hand."""

    def put(slug: str, given: Mapping[str, object]) -> Table:
        options = DICE_GAMES[slug].resolve(given)
        table = _solved(slug, options)
        store._remember(table)
        if chances.fits(table.model):
            store._chances.put(table.model.digest, _chances(slug, options))
        return table

    return put


@pytest.fixture
def solved_table() -> SolvedTable:
    """The table of some house rules, without the chances of its sheets, which take longest."""
    return lambda slug, given: _solved(slug, DICE_GAMES[slug].resolve(given))

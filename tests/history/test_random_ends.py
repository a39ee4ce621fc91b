"""Random games of every kind to their end, and random corrections afterwards.

Random histories from the first entry on (`tests/play/test_log_histories.py`) seldom come to an end.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from scorekeeper.history.results import rebuild
from scorekeeper.play.models import Session
from scorekeeper.play.transcript_names import rename_players
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Seats
from tests.factories import SampleTable, new_writer
from tests.history.random_hands import RandomHands
from tests.history.rows import everything, result_of, scores
from tests.play.finished_games import FIXED
from tests.rules.random_games import random_game
from tests.sampling import some_of
from tests.verification import verify_one

pytestmark = pytest.mark.django_db

SEEDS, STEPS = some_of(8), 12
LONGEST = 120


def played(slug: str, seed: int) -> SampleTable:
    """A random game that comes to an end soon enough, at a table."""
    tries = (random_game(GAMES[slug], seed * 1000 + each, entries=LONGEST + 1) for each in range(50))
    game = next(each for each in tries if len(each.entries) <= LONGEST)
    desk = seated(slug, game.seats, dict(game.options))
    number = {name: str(place) for place, name in enumerate(game.seats.players, 1)}
    for entry in game.entries:
        desk.entry(**rename_players(entry, number, GAMES[slug].PLAYER_FIELDS))
    return desk


def seated(slug: str, seats: Seats, options: dict[str, Any]) -> SampleTable:
    teams = [
        next(at for at, side in enumerate(seats.teams) if name in side)
        for name in seats.players
        if seats.teams
    ]
    dealer = seats.players.index(seats.dealer) + 1 if seats.dealer else None
    return SampleTable(
        slug, seats.players, options=options, stake=FIXED, teams=teams, dealer=dealer, writer=new_writer()
    )


def looked_at(desk: SampleTable) -> bool:
    """Return whether there is a result; where there is, it is the rules' own."""
    assert verify_one(desk.session.pk) == []
    result, outcome, session = result_of(desk), desk.table.outcome, Session.objects.get(pk=desk.session.pk)
    assert (result is not None) == (outcome is not None and session.ended is None)
    if result is None or outcome is None:
        return False
    found = {str(number): (points, won) for number, points, won in scores(desk, "number", "points", "won")}
    assert {key for key, (_points, won) in found.items() if won} == set(outcome.winners)
    points = {key: points for key, (points, _won) in found.items()}
    assert points == (dict(outcome.scores) if outcome.has_points else dict.fromkeys(outcome.scores))
    return True


@pytest.mark.parametrize("slug", GAMES)
def test_random_ends_equal_rebuild(slug: str) -> None:
    seen: Counter[bool] = Counter()
    for seed in range(SEEDS):
        desk = played(slug, seed)
        assert looked_at(desk)
        hands = RandomHands(desk, Random(seed))
        for _ in range(STEPS):
            hands.do()
            seen[looked_at(desk)] += 1
    # most of it is tried on both sides of the end
    assert min(seen[True], seen[False]) >= SEEDS
    before = everything()
    rebuild()
    assert everything() == before

"""Random games of every kind to their end, and what random hands do to it afterwards.

Random histories from the first line on (`tests/play/test_log_histories.py`) come to an end too seldom to say much here.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from scorekeeper.history.results import rebuild
from scorekeeper.ledger.stake import StakeError
from scorekeeper.play import log
from scorekeeper.play.models import Entry, Session
from scorekeeper.play.renaming import rename_players
from scorekeeper.play.verify import verify_one
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Seats
from tests.factories import Desk, new_writer
from tests.history.rows import everything, result_of, scores
from tests.play.test_settling import FIXED
from tests.rules.random_games import random_game
from tests.sampling import some_of

pytestmark = pytest.mark.django_db

SEEDS, STEPS = some_of(8), 12
LONGEST = 120


def played(slug: str, seed: int) -> Desk:
    """A random game that comes to an end soon enough, at a table."""
    tries = (random_game(GAMES[slug], seed * 1000 + each, entries=LONGEST + 1) for each in range(50))
    game = next(each for each in tries if len(each.entries) <= LONGEST)
    desk = seated(slug, game.seats, dict(game.options))
    number = {name: str(place) for place, name in enumerate(game.seats.players, 1)}
    for entry in game.entries:
        desk.entry(**rename_players(entry, number))
    return desk


def seated(slug: str, seats: Seats, options: dict[str, Any]) -> Desk:
    teams = [
        next(at for at, side in enumerate(seats.teams) if name in side)
        for name in seats.players
        if seats.teams
    ]
    dealer = seats.players.index(seats.dealer) + 1 if seats.dealer else None
    return Desk(
        slug, seats.players, options=options, stake=FIXED, teams=teams, dealer=dealer, writer=new_writer()
    )


class Hands:
    """What somebody may do to a game that is over, or was."""

    def __init__(self, desk: Desk, chance: Random) -> None:
        self.desk, self.chance = desk, chance

    def do(self) -> None:
        """Something, if the rules let it; from a game that is over no more mostly back to its end."""
        table = self.desk.table
        does = [self.take_back, self.put_right, self.play_otherwise, self.sit_otherwise, self.give_up]
        if table.session.ended is not None:
            does = [self.give_up]
        elif table.outcome is None and self.chance.random() < 0.6:
            does = [self.take_back_last]
        with suppress(log.RefusedError, StakeError):
            self.chance.choice(does)()

    def take_back_last(self) -> None:
        """The newest entry: a line, a correction, or a taking back."""
        entries = Entry.objects.filter(session=self.desk.session).exclude(kind="change")
        self.desk.void(entries.latest("number").number)

    def take_back(self) -> None:
        line = self.desk.table.last_line
        if line is not None:
            self.desk.void(line.number)

    def put_right(self) -> None:
        """A line, by what another holds."""
        standing = self.desk.table.folded.lines
        if standing:
            line, other = self.chance.choice(standing), self.chance.choice(standing)
            move = dict(self.chance.choice(other.moves))
            if "box" in line.moves[0] and "box" in move:
                move["box"] = line.moves[0]["box"]
            self.desk.amend(line.number, **move)

    def play_otherwise(self) -> None:
        options = dict(self.desk.table.session.options)
        option = self.chance.choice(self.desk.table.game.OPTIONS)
        self.desk.change(options={**options, option.name: self.chance.choice(option.values).value})

    def sit_otherwise(self) -> None:
        order = [seat.number for seat in self.desk.table.seats]
        self.chance.shuffle(order)
        self.desk.change(order=order)

    def give_up(self) -> None:
        self.desk.change(ended=self.desk.table.session.ended is None)


def looked_at(desk: Desk) -> bool:
    """Whether there is a result; where there is, it is the rules' own."""
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
def test_whatever_is_done_to_an_end(slug: str) -> None:
    seen: Counter[bool] = Counter()
    for seed in range(SEEDS):
        desk = played(slug, seed)
        assert looked_at(desk)
        hands = Hands(desk, Random(seed))
        for _ in range(STEPS):
            hands.do()
            seen[looked_at(desk)] += 1
    # most of it is tried on both sides of the end
    assert min(seen[True], seen[False]) >= SEEDS
    before = everything()
    rebuild()
    assert everything() == before

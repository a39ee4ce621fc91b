"""State of a player after each game: games played, streaks, rating.

Pure: no database. Ratings are OpenSkill's (Plackett-Luce): estimated skill `mu` with uncertainty `sigma`, per variant.
They use ranks only, because the difference in points says more about dice than about players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from openskill.models import PlackettLuce

from scorekeeper.core.i18n.rounding import half_up

_MODEL = PlackettLuce()
MU, SIGMA = _MODEL.mu, _MODEL.sigma
PROVISIONAL = 5  # games below which a rating is provisional
SCALE = 10


@dataclass(frozen=True, slots=True)
class PlayerState:
    """State of a player after a game, as in the columns of `Score` with these names."""

    nth: int = 0
    streak: int = 0
    longest_won: int = 0
    longest_lost: int = 0
    mu: float = MU
    sigma: float = SIGMA

    @property
    def rating(self) -> int:
        """Displayed rating: a lower bound of the skill, 0 at the start."""
        return shown(self.mu, self.sigma)

    @property
    def provisional(self) -> bool:
        """Return whether the rating is based on fewer than `PROVISIONAL` games."""
        return self.nth < PROVISIONAL


class Ranked(NamedTuple):
    """The outcome of a game for one player; `team` is None without partners."""

    player: int
    team: int | None
    rank: int
    won: bool


def exact(mu: float, sigma: float) -> float:
    """Return the rating before rounding, which decides between equal displayed ones."""
    return SCALE * (mu - 3 * sigma)


def shown(mu: float, sigma: float) -> int:
    """Return the displayed rating."""
    return int(half_up(exact(mu, sigma)))


def after(before: Mapping[int, PlayerState], game: Sequence[Ranked]) -> dict[int, PlayerState]:
    """Return the states of the players after a game.

    `before`: earlier states; players without one are new. `game`: in the order of seat numbers, so that the result is
    reproducible.
    """
    steps = {each.player: before.get(each.player, PlayerState()) for each in game}
    rated = _rated(steps, game)
    drawn = not any(each.won for each in game)
    return {each.player: _step(steps[each.player], each, rated[each.player], drawn=drawn) for each in game}


def _step(before: PlayerState, game: Ranked, rating: tuple[float, float], *, drawn: bool) -> PlayerState:
    streak = 0
    if game.won:
        streak = max(before.streak, 0) + 1
    elif not drawn:
        streak = min(before.streak, 0) - 1
    return PlayerState(
        before.nth + 1,
        streak,
        max(before.longest_won, streak),
        max(before.longest_lost, -streak),
        *rating,
    )


def _rated(steps: Mapping[int, PlayerState], game: Sequence[Ranked]) -> dict[int, tuple[float, float]]:
    """Return the ratings after a game; unchanged if all played on one side."""
    sides: dict[tuple[str, int], list[Ranked]] = {}
    for each in game:
        side = ("alone", each.player) if each.team is None else ("team", each.team)
        sides.setdefault(side, []).append(each)
    if len(sides) < 2:
        return {player: (step.mu, step.sigma) for player, step in steps.items()}
    teams = [
        [_MODEL.rating(mu=steps[each.player].mu, sigma=steps[each.player].sigma) for each in side]
        for side in sides.values()
    ]
    new = _MODEL.rate(teams, ranks=[float(side[0].rank) for side in sides.values()])
    return {
        each.player: (rating.mu, rating.sigma)
        for side, ratings in zip(sides.values(), new, strict=True)
        for each, rating in zip(side, ratings, strict=True)
    }

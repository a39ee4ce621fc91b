"""Where a player stands after a game: how many he has played, how many in a row, how he is rated. No database here.

Ratings are OpenSkill's (Plackett-Luce): a belief about how good somebody is, `mu`, and how unsure it is, `sigma`. They
are of one variant, and know ranks only: by how many points a game was won says more about dice than about players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from openskill.models import PlackettLuce

from scorekeeper.core.i18n.rounding import half_up

_MODEL = PlackettLuce()
MU, SIGMA = _MODEL.mu, _MODEL.sigma
PROVISIONAL = 5  # games; before, a rating says little
SCALE = 10


@dataclass(frozen=True, slots=True)
class Step:
    """Where a player stands; the columns of `Score` of these names say what they are."""

    nth: int = 0
    streak: int = 0
    longest_won: int = 0
    longest_lost: int = 0
    mu: float = MU
    sigma: float = SIGMA

    @property
    def rating(self) -> int:
        """As it is shown: how good he surely is, 0 at the start."""
        return shown(self.mu, self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether there are too few games to believe it."""
        return self.nth < PROVISIONAL


class Ranked(NamedTuple):
    """How somebody came out of a game; `team` None where he played alone."""

    player: int
    team: int | None
    rank: int
    won: bool


def shown(mu: float, sigma: float) -> int:
    """A rating in a whole number: three times its doubt below what is believed, ten to the unit."""
    return int(half_up(SCALE * (mu - 3 * sigma)))


def after(before: Mapping[int, Step], game: Sequence[Ranked]) -> dict[int, Step]:
    """Where the players of a game stand after it, by player. `before`: where they stood; whoever is not in it is new.

    `game`: in the order of the seats' numbers, so that the same game always gives the same numbers.
    """
    steps = {each.player: before.get(each.player, Step()) for each in game}
    rated = _rated(steps, game)
    drawn = not any(each.won for each in game)
    return {each.player: _step(steps[each.player], each, rated[each.player], drawn=drawn) for each in game}


# --- inside ----------------------------------------------------------------------------------------------


def _step(before: Step, game: Ranked, rating: tuple[float, float], *, drawn: bool) -> Step:
    streak = 0
    if game.won:
        streak = max(before.streak, 0) + 1
    elif not drawn:
        streak = min(before.streak, 0) - 1
    return Step(
        before.nth + 1,
        streak,
        max(before.longest_won, streak),
        max(before.longest_lost, -streak),
        *rating,
    )


def _rated(steps: Mapping[int, Step], game: Sequence[Ranked]) -> dict[int, tuple[float, float]]:
    """The ratings after a game; as they were where nobody played against anybody."""
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

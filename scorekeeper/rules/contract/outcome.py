"""Results: ranks and the outcome of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

CONCEDED = "conceded"  # reason of an outcome in which the other side gave up; totals may favour the loser


@dataclass(frozen=True, slots=True)
class Rank:
    """One row of the standings; tied players (or names of sides) share it.

    Ranks after a tie are 1, 1, 3.
    """

    rank: int
    players: tuple[str, ...]
    score: int


def rank(scores: Mapping[str, int], first: Sequence[str] = ()) -> tuple[Rank, ...]:
    """Return the standings, highest score first; players in `first` rank above all others."""
    tiers: dict[tuple[int, int], list[str]] = {}
    for player, score in scores.items():
        tiers.setdefault((0 if player in first else 1, -score), []).append(player)
    rows: list[Rank] = []
    place = 1
    for (_, score), players in sorted(tiers.items()):
        rows.append(Rank(place, tuple(players), -score))
        place += len(players)
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game, in the form that the settlement of stakes reads.

    `scores`: every player's own total, in seat order. `sides`: the parties in seat order (single players or teams).
    `winners`: the members of the winning sides, empty in a draw. `automatic`: an automatic win as the game's rules
    define it (five alike on the first throw, all five tricks). `outright`: the winners need not have the highest
    total for another reason (a concession, a bidder who goes out first). `lowest`: in games without points, the
    players who count as lowest; empty if the totals decide. `has_points`: the scores are points that a stake per
    point may use. `finisher`: the player whose first throw won at once, if any.
    """

    reason: str
    scores: Mapping[str, int]
    sides: tuple[tuple[str, ...], ...]
    winners: tuple[str, ...]
    automatic: bool = False
    lowest: tuple[str, ...] = ()
    has_points: bool = True
    outright: bool = False
    finisher: str | None = None

    @property
    def is_decided(self) -> bool:
        """Return whether the winners rank first regardless of the totals."""
        return self.automatic or self.outright

    def side_score(self, side: tuple[str, ...]) -> int:
        """Return a side's total: the sum of its members' totals."""
        return sum(self.scores[player] for player in side)

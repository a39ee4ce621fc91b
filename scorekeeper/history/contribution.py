"""The contribution of one game to the sums of its group.

Pure: no database.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, Protocol

TOTAL, PART, WON, AUTOMATIC_WIN = "=total", "=part", "=won", "=at once"

Counts = Counter[tuple[Any, ...]]
"""Values by row key and column name: {(variant, player, box, points, "times"): 3}."""

Sums = tuple[Counts, Counts, Counts]
"""Games by variant, frequencies, meetings, in the order of `aggregates.TABLES`."""


class Scored(Protocol):
    """The counted columns of a score, of a model instance or a `projection.ScoreRow`."""

    player_id: int
    number: int
    team: int | None
    points: int | None
    side_points: int | None
    rank: int
    won: bool
    first_throw: int


class Written(Protocol):
    """The counted columns of a cell, of a model instance or a `projection.CellRow`."""

    @property
    def player_id(self) -> int:
        """The id of the player."""

    @property
    def box(self) -> str:
        """The name of the box."""

    @property
    def points(self) -> int:
        """The points in the box."""

    @property
    def struck(self) -> bool:
        """Whether the box was crossed out."""

    @property
    def throws(self) -> int | None:
        """The number of throws, None if not noted."""


def contribution_of(
    variant: int, scores: Sequence[Scored], cells: Iterable[Written], *, counted: bool, sign: int = 1
) -> Sums:
    """Return the contribution of a game to the sums of its group.

    `sign`: -1 to subtract it.
    """
    played, often, met = Counts(), Counts(), Counts()
    played[variant, "games" if counted else "uncounted"] = sign
    if not counted:
        return played, often, met
    first_throws = Counter[int]()
    for cell in cells:
        place = (variant, cell.player_id, cell.box, cell.points)
        often[*place, "times"] += sign
        if cell.throws == 1 and not cell.struck:
            often[*place, "first_throw"] += sign
            first_throws[cell.player_id] += 1
    partners = partners_of(scores)
    for score in scores:
        player = (variant, score.player_id)
        often[*player, WON, int(score.won), "times"] += sign
        if score.side_points is not None:
            often[*player, TOTAL, score.side_points, "times"] += sign
        if score.points is not None and score.number in partners:
            often[*player, PART, score.points, "times"] += sign
        if score.first_throw > first_throws[score.player_id]:
            often[*player, AUTOMATIC_WIN, 1, "times"] += sign * (
                score.first_throw - first_throws[score.player_id]
            )
    for one, other in combinations(sorted(scores, key=lambda score: score.player_id), 2):
        if one.team is None or other.team is None or one.team != other.team:
            met[variant, one.player_id, other.player_id, _compared(one.rank, other.rank)] += sign
    return played, often, met


def partners_of(scores: Sequence[Scored]) -> set[int]:
    """Return the numbers of the seats that have a partner."""
    size = Counter(score.team for score in scores)
    return {score.number for score in scores if score.team is not None and size[score.team] > 1}


def _compared(rank: int, other: int) -> str:
    if rank == other:
        return "level"
    return "ahead" if rank < other else "behind"

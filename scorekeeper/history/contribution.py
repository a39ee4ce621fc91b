"""What one game adds to the sums of its group: how often which points, who met whom. No database here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, Protocol

TOTAL, PART, WON, AT_ONCE = "=total", "=part", "=won", "=at once"

Counts = Counter[tuple[Any, ...]]
"""Values by the keys of a row and the name of the column: {(variant, player, box, points, "times"): 3}."""

Sums = tuple[Counts, Counts, Counts]
"""Games by variant, frequencies, meetings: as `sums.TABLES` has them."""


class Scored(Protocol):
    """What of a score is added up: a row of the database or one of a projection."""

    player_id: int
    number: int
    team: int | None
    points: int | None
    side_points: int | None
    rank: int
    won: bool
    first_throw: int


class Written(Protocol):
    """What of a cell is added up."""

    player_id: int
    box: str
    points: int
    struck: bool
    throws: int | None


def share_of(
    variant: int, scores: Sequence[Scored], cells: Iterable[Written], *, counted: bool, sign: int = 1
) -> Sums:
    """What a game adds to the sums of its group. `sign`: -1 for one that is taken away."""
    played, often, met = Counts(), Counts(), Counts()
    played[variant, "games" if counted else "uncounted"] = sign
    if not counted:
        return played, often, met
    served = Counter[int]()
    for cell in cells:
        place = (variant, cell.player_id, cell.box, cell.points)
        often[*place, "times"] += sign
        if cell.throws == 1 and not cell.struck:
            often[*place, "served"] += sign
            served[cell.player_id] += 1
    partners = partners_of(scores)
    for score in scores:
        player = (variant, score.player_id)
        often[*player, WON, int(score.won), "times"] += sign
        if score.side_points is not None:
            often[*player, TOTAL, score.side_points, "times"] += sign
        if score.points is not None and score.number in partners:
            often[*player, PART, score.points, "times"] += sign
        if score.first_throw > served[score.player_id]:
            often[*player, AT_ONCE, 1, "times"] += sign * (score.first_throw - served[score.player_id])
    for one, other in combinations(sorted(scores, key=lambda score: score.player_id), 2):
        if one.team is None or other.team is None or one.team != other.team:
            met[variant, one.player_id, other.player_id, _compared(one.rank, other.rank)] += sign
    return played, often, met


def partners_of(scores: Sequence[Scored]) -> set[int]:
    """The numbers of the seats that have a partner."""
    size = Counter(score.team for score in scores)
    return {score.number for score in scores if score.team is not None and size[score.team] > 1}


def _compared(rank: int, other: int) -> str:
    if rank == other:
        return "level"
    return "ahead" if rank < other else "behind"

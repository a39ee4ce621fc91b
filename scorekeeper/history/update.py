"""A result that is written in the place of another: what that changes in the sums of its group, and in the course of
the games that follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import aggregates, rating_history
from .contribution import Counts, Sums, share_of
from .models import Cell, Result, Score
from .rating_history import STEP, Place


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a result, before something is done to them or after: `result` is one object all the while, so what
    counts of it stands beside it.
    """

    result: Result
    variant: int
    counted: bool
    place: Place
    scores: Sequence[Score]
    cells: Sequence[Cell]

    def share(self, sign: int) -> Sums:
        """What it adds to the sums; `sign` -1: what goes with it."""
        return share_of(self.variant, self.scores, self.cells, counted=self.counted, sign=sign)

    def ranks(self) -> list[tuple[int, int, int | None, int, bool]]:
        """What the games that follow know of it."""
        return sorted((each.number, each.player_id, each.team, each.rank, each.won) for each in self.scores)


def rows_of(result: Result, scores: Sequence[Score], cells: Sequence[Cell]) -> Rows:
    """The rows of a result."""
    place = Place(result.finished, result.session_id)
    return Rows(result, result.variant_id, result.counted, place, scores, cells)


def same_course(before: Rows | None, after: Rows | None) -> bool:
    """Whether the games that follow notice nothing."""
    if before is None or after is None or not (before.counted and after.counted):
        return not any(rows is not None and rows.counted for rows in (before, after))
    return (before.variant, before.place, before.ranks()) == (after.variant, after.place, after.ranks())


def keep_course(before: Rows | None, after: Rows) -> None:
    """Let scores that are written anew say of the course what they said before, where it is the same."""
    if before is None or not same_course(before, after):
        return
    kept = {score.number: score for score in before.scores}
    for score in after.scores:
        for name in STEP:
            setattr(score, name, getattr(kept[score.number], name))


def add_up(group: int, before: Rows | None, after: Rows | None) -> None:
    """Let the sums of a group hold what stands there now in the place of what stood there."""
    change = Counts(), Counts(), Counts()
    for rows, sign in ((before, -1), (after, 1)):
        if rows is not None:
            for counts, more in zip(change, rows.share(sign), strict=True):
                counts.update(more)
    aggregates.add(group, change)


def put_right(group: int, before: Rows | None, after: Rows | None) -> None:
    """Let the games that follow know."""
    if same_course(before, after):
        return
    places: dict[int, Place] = {}
    for rows in (before, after):
        if rows is not None and rows.counted:
            places[rows.variant] = min(rows.place, places.get(rows.variant, rows.place))
    for variant, place in sorted(places.items()):
        rating_history.put_right(group, variant, place)

"""Effects of replacing a result: on the sums of its group and on the scores of later games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import attrgetter
from typing import Any

from django.db import connections, router

from scorekeeper.core.db.rows import insert

from . import aggregates, rating_history
from .contribution import Counts, Sums, Written, contribution_of
from .models import Result, Score
from .projection import CellRow
from .rating_history import STATE_FIELDS, Place

VALUES_AT_ONCE = 999  # of one statement: older SQLite versions take no more
CELL_COLUMNS = ("result_id", *CellRow._fields)
SCORE_COLUMNS = tuple(field.attname for field in Score._meta.concrete_fields if not field.primary_key)  # noqa: SLF001
_score_values = attrgetter(*SCORE_COLUMNS)


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a result before or after a change.

    `result` may be the same object in both, so the relevant values are copied beside it.
    """

    result: Result
    variant: int
    counted: bool
    place: Place
    scores: Sequence[Score]
    cells: Sequence[Written]

    def contribution(self, sign: int) -> Sums:
        """Return the contribution of the result to the sums.

        `sign`: -1 to subtract it.
        """
        return contribution_of(self.variant, self.scores, self.cells, counted=self.counted, sign=sign)

    def ranks(self) -> list[tuple[int, int, int | None, int, bool]]:
        """Return the values that later games depend on."""
        return sorted((each.number, each.player_id, each.team, each.rank, each.won) for each in self.scores)


def rows_of(result: Result, scores: Sequence[Score], cells: Sequence[Written]) -> Rows:
    """Bundle the rows of a result."""
    place = Place(result.finished, result.session_id)
    return Rows(result, result.variant_id, result.counted, place, scores, cells)


def insert_cells(found: Iterable[tuple[Result, Sequence[CellRow]]]) -> None:
    """Insert the cells of new results."""
    _insert("history_cell", CELL_COLUMNS, [(result.pk, *cell) for result, cells in found for cell in cells])


def insert_scores(scores: Iterable[Score]) -> None:
    """Insert new scores; they get no ids."""
    _insert("history_score", SCORE_COLUMNS, map(_score_values, scores))


def _insert(table: str, columns: Sequence[str], values: Iterable[tuple[Any, ...]]) -> None:
    """Insert values as they are.

    `bulk_create` makes an instance of each row and prepares every value: 3 ms for 40 cells, six times this statement.
    """
    rows = iter(values)
    with connections[router.db_for_write(Result)].cursor() as cursor:
        while part := list(islice(rows, VALUES_AT_ONCE // len(columns))):
            cursor.execute(insert(table, columns, len(part)), [value for row in part for value in row])


def same_for_later_games(before: Rows | None, after: Rows | None) -> bool:
    """Return whether a change leaves later games unaffected."""
    if before is None or after is None or not (before.counted and after.counted):
        return not any(rows is not None and rows.counted for rows in (before, after))
    return (before.variant, before.place, before.ranks()) == (after.variant, after.place, after.ranks())


def copy_rating_history(before: Rows | None, after: Rows) -> None:
    """Copy the states of rewritten scores from the previous ones, if later games are unaffected."""
    if before is None or not same_for_later_games(before, after):
        return
    stored = {score.number: score for score in before.scores}
    for score in after.scores:
        for name in STATE_FIELDS:
            setattr(score, name, getattr(stored[score.number], name))


def add_up(group: int, before: Rows | None, after: Rows | None) -> None:
    """Replace the contribution of a result in the sums of its group."""
    change = Counts(), Counts(), Counts()
    for rows, sign in ((before, -1), (after, 1)):
        if rows is not None:
            for counts, more in zip(change, rows.contribution(sign), strict=True):
                counts.update(more)
    aggregates.add(group, change)


def recompute_later_games(group: int, before: Rows | None, after: Rows | None) -> None:
    """Recompute later games if a change affects them."""
    if same_for_later_games(before, after):
        return
    places: dict[int, Place] = {}
    for rows in (before, after):
        if rows is not None and rows.counted:
            places[rows.variant] = min(rows.place, places.get(rows.variant, rows.place))
    for variant, place in sorted(places.items()):
        rating_history.recompute(group, variant, place)

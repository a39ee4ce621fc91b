"""Adding and removing the results of hundreds of sessions in a few statements."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from scorekeeper.play.models import Session

from . import aggregates, rating_history
from .contribution import Counts
from .models import Cell, Result, Score, Variant
from .projection import Ended, HouseRules, projected
from .rating_history import Place
from .result_changes import Rows, insert_cells, insert_scores, rows_of


def add_many(group: int, games: Iterable[tuple[Session, Ended]]) -> None:
    """Write the results of sessions without one.

    Call within a transaction that holds the group.
    """
    variants: dict[tuple[str, str], Variant] = {}
    made = []
    for session, ended in games:
        found = projected(ended)
        variant = _variant(found.variant, variants)
        assert session.finished is not None
        result = Result(
            session=session,
            started=session.started,
            finished=session.finished,
            counted=session.counted,
            variant=variant,
            **found.result._asdict(),
        )
        scores = [Score(result=result, variant=variant, **row._asdict()) for row in found.scores]
        made.append((result, scores, found.cells))
    Result.objects.bulk_create([result for result, _scores, _cells in made])
    rows = [rows_of(*each) for each in made]
    for each in rows:
        for score in each.scores:
            score.result_id = each.result.pk
    insert_scores(score for each in rows for score in each.scores)
    insert_cells((result, cells) for result, _scores, cells in made)
    _add_up(group, rows, 1)


def drop_many(group: int, sessions: Collection[int]) -> None:
    """Remove the results of sessions.

    Call within a transaction that holds the group.
    """
    results = list(Result.objects.filter(session__in=sessions).prefetch_related("scores", "cells"))
    rows = [rows_of(each, list(each.scores.all()), list(each.cells.all())) for each in results]
    numbers = [each.pk for each in results]
    for model in (Cell, Score):
        model.objects.filter(result__in=numbers).delete()
    Result.objects.filter(pk__in=numbers).delete()
    _add_up(group, rows, -1)


def _add_up(group: int, rows: Sequence[Rows], sign: int) -> None:
    """Update sums and rating histories after results were added (`sign` 1) or removed (-1)."""
    change = Counts(), Counts(), Counts()
    first: dict[int, Place] = {}
    for each in rows:
        for counts, more in zip(change, each.contribution(sign), strict=True):
            counts.update(more)
        if each.counted:
            first[each.variant] = min(each.place, first.get(each.variant, each.place))
    aggregates.add(group, change)
    for variant, place in sorted(first.items()):
        rating_history.recompute(group, variant, place)


def _variant(rules: HouseRules, known: dict[tuple[str, str], Variant]) -> Variant:
    key = rules.game, rules.digest
    if key not in known:
        known[key], _made = Variant.objects.get_or_create(
            game=rules.game, digest=rules.digest, defaults={"rules": rules.rules}
        )
    return known[key]

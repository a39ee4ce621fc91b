"""Columns of scores that depend on earlier games (`rating.PlayerState`).

Games are in the order of `Place`, so that every recomputation gives the same. After a change of an old game the later
games are recomputed from there on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from functools import cache
from itertools import groupby
from math import isclose
from operator import attrgetter
from typing import Any, NamedTuple

from django.db import connections, router
from django.db.models import OuterRef, Q, QuerySet, Subquery

from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.people.models import Player

from . import sql
from .models import RatingBacklog, Result, Score
from .rating import PlayerState, Ranked, after

# games recomputed in the request of a correction, which takes a second at most; the rest is left to the next games or a
# rebuild, because an entry must not wait for ten thousand games
AT_ONCE = 2000
SLICE = 400
STATE_FIELDS = tuple(field.name for field in fields(PlayerState))
_values_of = attrgetter(*STATE_FIELDS)


class Place(NamedTuple):
    """Position of a game in the order: time of its end, and session id."""

    finished: datetime
    session: int


BEGINNING = Place(datetime(1, 1, 1, tzinfo=UTC), 0)


class Line(NamedTuple):
    """A score in order: its id, result id, outcome for the player, and stored state."""

    pk: int
    result: int
    ranked: Ranked
    stored: tuple[Any, ...]


def recompute(group: int, variant: int, place: Place, most: int | None = AT_ONCE) -> None:
    """Recompute the states of scores from a place on.

    Call within a transaction that holds the group. `most`: largest number of games; None for all.
    """
    late = _BACKLOG.first(group=group, variant=variant)
    if late is not None:
        place = min(place, Place(late.finished, late.session))
    games = _later_games(most)(group=group, variant=variant, **place._asdict())
    numbers = [number for number, *_place in games[:most]]
    wrong = [
        (*_values_of(step), line.pk)
        for line, step in _walked(numbers, _standing(variant, place, numbers))
        if line.stored != _values_of(step)
    ]
    if wrong:
        with connections[router.db_for_write(Score)].cursor() as cursor:
            cursor.executemany(sql.update_scores(STATE_FIELDS), wrong)
    if len(games) > len(numbers):
        _number, finished, session = games[-1]
        until = {"finished": finished, "session": session}
        RatingBacklog.objects.update_or_create(group_id=group, variant_id=variant, defaults=until)
    elif late is not None:
        late.delete()


def pending_from(group: int, variant: int) -> Place | None:
    """Return the place from which games are still to be recomputed; None if all are done."""
    late = RatingBacklog.objects.filter(group=group, variant=variant).first()
    return None if late is None else Place(late.finished, late.session)


def first_places(player: int) -> dict[int, Place]:
    """Return the place of a player's first counted game by variant."""
    rows = Score.objects.filter(player=player, nth=1)
    found = rows.values_list("variant", "result__finished", "result__session")
    return {variant: Place(finished, session) for variant, finished, session in found}


def faults(group: int) -> Iterator[str]:
    """Yield the scores of a group with wrong states, except those still to be recomputed."""
    late = {
        row.variant_id: Place(row.finished, row.session) for row in RatingBacklog.objects.filter(group=group)
    }
    variants = Result.objects.filter(group=group).order_by("variant").values_list("variant")
    for (variant,) in list(variants.distinct()):
        until = late.get(variant)
        found = _results(group, variant, BEGINNING)
        if until is not None:
            found = found.exclude(_since(until))
        for line, step in _walked(list(found.values_list("pk", flat=True)), {}):
            if not _same(line.stored, _values_of(step)):
                yield (
                    f"the score of player {line.ranked.player} in result {line.result} says {line.stored},"
                    f" the games before {_values_of(step)}"
                )
    none = Score.objects.filter(result__group=group, result__counted=False, nth__isnull=False)
    for number in none.values_list("result", flat=True):
        yield f"a score of result {number} is counted, and the game is not"


def _results(group: int, variant: int, place: Place) -> QuerySet[Result]:
    """Return the counted games from a place on, in order."""
    found = Result.objects.filter(group=group, variant=variant, counted=True)
    return found.filter(_since(place)).order_by("finished", "session")


def _since(place: Place) -> Q:
    """Match games from a place on.

    The first condition lets the database use an index.
    """
    later = Q(finished__gt=place.finished) | Q(session__gte=place.session)
    return Q(finished__gte=place.finished) & later


@cache
def _later_games(most: int | None) -> CompiledQuery[tuple[int, datetime, int]]:
    """Return the query of the games from a place on: `most` and the next, or all."""

    def rows(group: int, variant: int, finished: datetime, session: int) -> QuerySet[Any, Any]:
        found = _results(group, variant, Place(finished, session)).values_list("pk", "finished", "session")
        return found if most is None else found[: most + 1]

    return CompiledQuery(rows, group=int, variant=int, **_OF_PLACE)


def _last_states(variant: int, results: Any, finished: datetime, session: int) -> QuerySet[Any, Any]:
    """Return the last state before a place of each player of these games."""
    before = Q(result__finished__lt=finished) | Q(result__finished=finished, result__session__lt=session)
    last = (
        Score.objects.filter(before, player=OuterRef("pk"), variant=variant, nth__isnull=False)
        .order_by("-nth")
        .values("pk")[:1]
    )
    players = Score.objects.filter(result__in=results).values("player")
    owners = Player.objects.filter(pk__in=players).annotate(last=Subquery(last)).values("last")
    return Score.objects.filter(pk__in=owners).values_list("player", *STATE_FIELDS)


_OF_PLACE = {"finished": datetime, "session": int}
_STATES = CompiledQuery(_last_states, variant=int, results=list, **_OF_PLACE)
_BACKLOG = CompiledQuery(
    lambda group, variant: RatingBacklog.objects.filter(group=group, variant=variant), group=int, variant=int
)
_LINES = CompiledQuery(
    lambda results: (
        Score.objects.filter(result__in=results)
        .order_by("result__finished", "result__session", "number")
        .values_list("pk", "result_id", "player", "team", "rank", "won", *STATE_FIELDS)
    ),
    results=list,
)


def _standing(variant: int, place: Place, results: Sequence[int]) -> dict[int, PlayerState]:
    """Return the states of the players of these games before a place."""
    return {
        player: PlayerState(*state)
        for few in _slices(results)
        for player, *state in _STATES(variant=variant, results=few, **place._asdict())
    }


def _walked(results: Sequence[int], known: Mapping[int, PlayerState]) -> Iterator[tuple[Line, PlayerState]]:
    """Yield each score of these games with its correct state.

    `known`: states before them.
    """
    now = dict(known)
    for game in _games(results):
        steps = after(now, [line.ranked for line in game])
        now |= steps
        for line in game:
            yield line, steps[line.ranked.player]


def _games(results: Sequence[int]) -> Iterator[list[Line]]:
    """Yield the scores of these games, game by game; `SLICE` games are in memory at a time."""
    for few in _slices(results):
        lines = (
            Line(pk, result, Ranked(*row[:4]), tuple(row[4:])) for pk, result, *row in _LINES(results=few)
        )
        for _result, game in groupby(lines, key=lambda line: line.result):
            yield list(game)


def _slices(results: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(results), SLICE):
        yield results[start : start + SLICE]


def _same(stored: tuple[Any, ...], due: tuple[Any, ...]) -> bool:
    """Compare states with a tolerance, because processors may differ in the last digits."""
    return all(
        each is not None and isclose(each, wanted, rel_tol=1e-9, abs_tol=1e-9)
        for each, wanted in zip(stored, due, strict=True)
    )

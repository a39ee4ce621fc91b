"""Columns of scores that depend on earlier games (`rating.PlayerState`).

Games are in the order of `Place`, so that every recomputation gives the same. After a change of an old game the later
games are recomputed from there on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, fields
from datetime import UTC, datetime
from itertools import groupby
from math import isclose
from typing import Any, NamedTuple

from django.db import connections, router
from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from scorekeeper.people.models import Player

from . import sql
from .models import RatingBacklog, Result, Score
from .rating import PlayerState, Ranked, after

# games recomputed in the request of a correction, which takes a second at most; the rest is left to the next games or a
# rebuild, because an entry must not wait for ten thousand games
AT_ONCE = 2000
SLICE = 400
STATE_FIELDS = tuple(field.name for field in fields(PlayerState))


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
    late = RatingBacklog.objects.filter(group=group, variant=variant).first()
    if late is not None:
        place = min(place, Place(late.finished, late.session))
    found = _results(group, variant, place)
    if most is not None:
        found = found[: most + 1]
    games = list(found.values_list("pk", "finished", "session_id"))
    numbers = [number for number, *_place in games[:most]]
    wrong = [
        (*astuple(step), line.pk)
        for line, step in _walked(numbers, _standing(variant, place, numbers))
        if line.stored != astuple(step)
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
            if not _same(line.stored, astuple(step)):
                yield (
                    f"the score of player {line.ranked.player} in result {line.result} says {line.stored},"
                    f" the games before {astuple(step)}"
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


def _standing(variant: int, place: Place, results: Sequence[int]) -> dict[int, PlayerState]:
    """Return the states of the players of these games before a place."""
    if not results:
        return {}
    players = set[int]()
    for few in _slices(results):
        players.update(Score.objects.filter(result__in=few).values_list("player", flat=True))
    before = Q(result__finished__lt=place.finished) | Q(
        result__finished=place.finished, result__session__lt=place.session
    )
    last = (
        Score.objects.filter(before, player=OuterRef("pk"), variant=variant, nth__isnull=False)
        .order_by("-nth")
        .values("pk")[:1]
    )
    owners = Player.objects.filter(pk__in=players).annotate(last=Subquery(last)).values("last")
    rows = Score.objects.filter(pk__in=owners).values_list("player", *STATE_FIELDS)
    return {player: PlayerState(*state) for player, *state in rows}


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
    ranked = ("player", "team", "rank", "won")
    for few in _slices(results):
        rows = Score.objects.filter(result__in=few)
        ordered = rows.order_by("result__finished", "result__session", "number")
        lines = (
            Line(pk, result, Ranked(*row[:4]), tuple(row[4:]))
            for pk, result, *row in ordered.values_list("pk", F("result"), *ranked, *STATE_FIELDS)
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

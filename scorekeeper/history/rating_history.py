"""What of a score depends on the games before it: streaks, ratings, how many there were. In order of finish.

The order is that of `Place`, so that everybody who makes it anew finds the same. What is put right in an old game is
made right from there on.
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

from .models import Behind, Result, Score
from .rating import Ranked, Step, after

# games: so many after a correction are made right with it (a second at most), the others with the next games or by
# a rebuild: nobody's line may wait for ten thousand games
AT_ONCE = 2000
SLICE = 400
STEP = tuple(field.name for field in fields(Step))
_UPDATE = f"UPDATE history_score SET {', '.join(f'{name} = %s' for name in STEP)} WHERE id = %s"  # noqa: S608 - ours


class Place(NamedTuple):
    """Where a game stands in the order: when it ended, and its session's number."""

    finished: datetime
    session: int


BEGINNING = Place(datetime(1, 1, 1, tzinfo=UTC), 0)


class Line(NamedTuple):
    """A score in order: the row's number, its game, how the player came out, what is kept of where he stands."""

    pk: int
    result: int
    ranked: Ranked
    kept: tuple[Any, ...]


def put_right(group: int, variant: int, place: Place, most: int | None = AT_ONCE) -> None:
    """Let the scores from this place on say what the games before make of them. Within a transaction that holds the
    group. `most`: how many games at once; None for all.
    """
    late = Behind.objects.filter(group=group, variant=variant).first()
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
        if line.kept != astuple(step)
    ]
    if wrong:
        with connections[router.db_for_write(Score)].cursor() as cursor:
            cursor.executemany(_UPDATE, wrong)
    if len(games) > len(numbers):
        _number, finished, session = games[-1]
        until = {"finished": finished, "session": session}
        Behind.objects.update_or_create(group_id=group, variant_id=variant, defaults=until)
    elif late is not None:
        late.delete()


def behind(group: int, variant: int) -> Place | None:
    """Where the games begin that wait to be made right; None where none does."""
    late = Behind.objects.filter(group=group, variant=variant).first()
    return None if late is None else Place(late.finished, late.session)


def first_places(player: int) -> dict[int, Place]:
    """By variant, where the first game of a player stands that counts."""
    rows = Score.objects.filter(player=player, nth=1)
    found = rows.values_list("variant", "result__finished", "result__session")
    return {variant: Place(finished, session) for variant, finished, session in found}


def faults(group: int) -> Iterator[str]:
    """Which scores of a group are not what the games before make of them. What waits to be made right is left out."""
    late = {row.variant_id: Place(row.finished, row.session) for row in Behind.objects.filter(group=group)}
    variants = Result.objects.filter(group=group).order_by("variant").values_list("variant")
    for (variant,) in list(variants.distinct()):
        until = late.get(variant)
        found = _results(group, variant, BEGINNING)
        if until is not None:
            found = found.exclude(_since(until))
        for line, step in _walked(list(found.values_list("pk", flat=True)), {}):
            if not _same(line.kept, astuple(step)):
                yield (
                    f"the score of player {line.ranked.player} in result {line.result} says {line.kept},"
                    f" the games before {astuple(step)}"
                )
    none = Score.objects.filter(result__group=group, result__counted=False, nth__isnull=False)
    for number in none.values_list("result", flat=True):
        yield f"a score of result {number} is counted, and the game is not"


# --- inside ----------------------------------------------------------------------------------------------


def _results(group: int, variant: int, place: Place) -> QuerySet[Result]:
    """The games that count from this place on, in order."""
    found = Result.objects.filter(group=group, variant=variant, counted=True)
    return found.filter(_since(place)).order_by("finished", "session")


def _since(place: Place) -> Q:
    """This place and what comes after; the first half lets an index be used."""
    later = Q(finished__gt=place.finished) | Q(session__gte=place.session)
    return Q(finished__gte=place.finished) & later


def _standing(variant: int, place: Place, results: Sequence[int]) -> dict[int, Step]:
    """Where the players of these games stood before this place."""
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
    rows = Score.objects.filter(pk__in=owners).values_list("player", *STEP)
    return {player: Step(*kept) for player, *kept in rows}


def _walked(results: Sequence[int], known: Mapping[int, Step]) -> Iterator[tuple[Line, Step]]:
    """Every score of these games, with what it should say. `known`: where players stood before them."""
    now = dict(known)
    for game in _games(results):
        steps = after(now, [line.ranked for line in game])
        now |= steps
        for line in game:
            yield line, steps[line.ranked.player]


def _games(results: Sequence[int]) -> Iterator[list[Line]]:
    """The scores of these games, game by game, in the order given; some hundred games in memory at a time."""
    ranked = ("player", "team", "rank", "won")
    for few in _slices(results):
        rows = Score.objects.filter(result__in=few)
        ordered = rows.order_by("result__finished", "result__session", "number")
        lines = (
            Line(pk, result, Ranked(*row[:4]), tuple(row[4:]))
            for pk, result, *row in ordered.values_list("pk", F("result"), *ranked, *STEP)
        )
        for _result, game in groupby(lines, key=lambda line: line.result):
            yield list(game)


def _slices(results: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(results), SLICE):
        yield results[start : start + SLICE]


def _same(kept: tuple[Any, ...], due: tuple[Any, ...]) -> bool:
    """Equal but for the last digits, in which two machines may differ."""
    pairs = list(zip(kept, due, strict=True))
    return all(
        said is not None and isclose(said, wanted, rel_tol=1e-9, abs_tol=1e-9) for said, wanted in pairs
    )

"""The last games of a variant, and samples of ratings over time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Q, QuerySet

from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.core.i18n.dates import day_of_play, days_of_play
from scorekeeper.people.models import Group

from .models import Result, Score
from .period_sums import Course
from .rating import shown
from .variants import PlayedVariant

Side = tuple[int, ...]
"""Sorted ids of the players who play together; one for a player alone."""

EIGHT, TWELVE, SAMPLES = 8, 12, 24


def _rows_of_points(players: Any, variant: int, numbers: Any) -> QuerySet[Any, Any]:
    """Return the columns of scores by the numbers of the games, in their order.

    Columns instead of models: a group page draws up to 144 points, and models took an eighth of its time.
    """
    scores = Score.objects.filter(player__in=players, variant=variant, nth__in=numbers).order_by("nth")
    dated = Q(result__session__imported_result__isnull=False)
    columns = ("player", "nth", "result__finished", "dated", "result__session__address")
    return scores.annotate(dated=dated).values_list(*columns, "side_points", "won", "mu", "sigma")


_POINTS = CompiledQuery(_rows_of_points, players=list, variant=int, numbers=list)
_NEWEST = CompiledQuery(
    lambda group, variant, first, after: (
        Result.objects.filter(group=group, variant=variant, counted=True)
        .filter(finished__gte=first, finished__lt=after)
        .annotate(dated=Q(session__imported_result__isnull=False))
        .order_by("-finished", "-session")
        .values_list("pk", "finished", "dated", "session__address")[:EIGHT]
    ),
    group=int,
    variant=int,
    first=datetime,
    after=datetime,
)
_SCORES = CompiledQuery(
    lambda results: (
        Score.objects.filter(result__in=results)
        .order_by("result", "position")
        .values_list("result", "team", "number", "player", "side_points", "won")
    ),
    results=list,
)


@dataclass(frozen=True, slots=True)
class Last:
    """The last games, the oldest first.

    `games`: day and address of each. `points`: by side, its points in each game, None if it did not play. `won`: by
    side, the indexes of the games that it won.
    """

    games: Sequence[tuple[date, str]]
    points: dict[Side, list[int | None]]
    won: dict[Side, frozenset[int]]


@dataclass(frozen=True, slots=True)
class Point:
    """A game of one player in a chart.

    `nth`: number of the game among the player's. `points`: None if totals are no points. `rating`: after the game.
    """

    nth: int
    at: datetime
    day: date
    address: str
    points: int | None
    won: bool
    rating: int


def last_games(group: Group, variant: PlayedVariant) -> Last:
    """Return the last counted games of a variant, `EIGHT` at most.

    Two queries.
    """
    first, after = variant.period.moments(dated=variant.dated)
    newest = _NEWEST(group=group.pk, variant=variant.number, first=first, after=after)[::-1]
    at = {result: place for place, (result, *_rest) in enumerate(newest)}
    sides: dict[tuple[int, str], list[tuple[int, int | None, bool]]] = {}
    for result, team, number, player, side_points, has_won in _SCORES(results=at):
        side = f"alone {number}" if team is None else f"team {team}"
        sides.setdefault((result, side), []).append((player, side_points, has_won))
    points: dict[Side, list[int | None]] = {}
    won: dict[Side, set[int]] = {}
    for (result, _side), members in sides.items():
        _player, side_points, has_won = members[0]
        key, place = tuple(sorted(player for player, *_rest in members)), at[result]
        points.setdefault(key, [None] * len(newest))[place] = side_points
        won.setdefault(key, set()).update([place] if has_won else [])
    games = [(day_of_play(ended, dated=dated), address) for _pk, ended, dated, address in newest]
    return Last(games, points, {side: frozenset(places) for side, places in won.items()})


def last_of(course: Course, variant: PlayedVariant) -> list[Point]:
    """Return the last games of a player's course, `TWELVE` at most, the oldest first.

    One query.
    """
    numbers = range(max(course.first, course.last - TWELVE + 1), course.last + 1)
    rows = _POINTS(players=[course.player], variant=variant.number, numbers=numbers)
    return [point for _player, point in _points(rows)]


def ratings(variant: PlayedVariant, courses: Iterable[Course]) -> dict[int, list[Point]]:
    """Return rating histories by player: evenly spaced games, the last one included.

    One query.
    """
    wanted = {
        course.player: {course.first - 1 + nth for nth in sampled(course.last - course.first + 1)}
        for course in courses
    }
    found: dict[int, list[Point]] = {player: [] for player in wanted}
    numbers = sorted({nth for each in wanted.values() for nth in each})
    rows = _POINTS(players=wanted, variant=variant.number, numbers=numbers)
    for player, point in _points(row for row in rows if row[1] in wanted[row[0]]):
        found[player].append(point)
    return found


def sampled(count: int, most: int = SAMPLES) -> frozenset[int]:
    """Return evenly spaced numbers from 1 to `count`, the first and the last included."""
    if count <= most:
        return frozenset(range(1, count + 1))
    return frozenset(1 + (count - 1) * each // (most - 1) for each in range(most))


def _points(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[int, Point]]:
    """Yield (player, point) of rows of `_POINTS`."""
    day_of = days_of_play()
    for player, nth, at, only_day, address, points, won, mu, sigma in rows:
        day = day_of_play(at, dated=True) if only_day else day_of(at)
        yield player, Point(nth or 0, at, day, address, points, won, shown(mu or 0, sigma or 0))

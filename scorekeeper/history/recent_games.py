"""The last games of a variant, and samples of ratings over time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q, QuerySet

from scorekeeper.core.i18n.dates import day_of_play
from scorekeeper.people.models import Group

from .models import Result, Score
from .period_sums import Course
from .rating import shown
from .variants import Kind

Side = tuple[int, ...]
"""Sorted ids of the players who play together; one for a player alone."""

EIGHT, TWELVE, SAMPLES = 8, 12, 24


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


def last_games(group: Group, kind: Kind, count: int = EIGHT) -> Last:
    """Return the last counted games of a variant.

    Two queries.
    """
    found = Result.objects.filter(kind.matches(), group=group, variant=kind.number, counted=True)
    newest = list(found.select_related("session").order_by("-finished", "-session")[:count])[::-1]
    at = {result.pk: place for place, result in enumerate(newest)}
    scores = Score.objects.filter(result__in=at).order_by("result", "position")
    sides: dict[tuple[int, str], list[Score]] = {}
    for score in scores:
        side = f"alone {score.number}" if score.team is None else f"team {score.team}"
        sides.setdefault((score.result_id, side), []).append(score)
    points: dict[Side, list[int | None]] = {}
    won: dict[Side, set[int]] = {}
    for (result, _side), members in sides.items():
        key, place = tuple(sorted(score.player_id for score in members)), at[result]
        points.setdefault(key, [None] * len(newest))[place] = members[0].side_points
        won.setdefault(key, set()).update([place] if members[0].won else [])
    games = [(result.day, result.session.address) for result in newest]
    return Last(games, points, {side: frozenset(places) for side, places in won.items()})


def last_of(course: Course, kind: Kind, count: int = TWELVE) -> list[Point]:
    """Return the last games of a player's course, the oldest first.

    One query.
    """
    mine = Score.objects.filter(player=course.player, variant=kind.number)
    mine = mine.filter(nth__gte=max(course.first, course.last - count + 1), nth__lte=course.last)
    return [point for _player, point in _points(mine)]


def ratings(kind: Kind, courses: Iterable[Course]) -> dict[int, list[Point]]:
    """Return rating histories by player: evenly spaced games, the last one included.

    One query.
    """
    wanted = {
        course.player: {course.first - 1 + nth for nth in sampled(course.last - course.first + 1)}
        for course in courses
    }
    found: dict[int, list[Point]] = {player: [] for player in wanted}
    numbers = sorted({nth for each in wanted.values() for nth in each})
    scores = Score.objects.filter(player__in=wanted, variant=kind.number, nth__in=numbers)
    for player, point in _points(scores):
        if point.nth in wanted[player]:
            found[player].append(point)
    return found


def sampled(count: int, most: int = SAMPLES) -> frozenset[int]:
    """Return evenly spaced numbers from 1 to `count`, the first and the last included."""
    if count <= most:
        return frozenset(range(1, count + 1))
    return frozenset(1 + (count - 1) * each // (most - 1) for each in range(most))


def _points(scores: QuerySet[Score]) -> Iterator[tuple[int, Point]]:
    """Yield (player, point) of scores in their order.

    Columns instead of models: a group page draws up to 144 points, and models took an eighth of its time.
    """
    dated = Q(result__session__imported_result__isnull=False)
    columns = ("player", "nth", "result__finished", "dated", "result__session__address")
    rows = scores.annotate(dated=dated).order_by("nth")
    for player, nth, at, only_day, address, points, won, mu, sigma in rows.values_list(
        *columns, "side_points", "won", "mu", "sigma"
    ):
        day = day_of_play(at, dated=only_day)
        yield player, Point(nth or 0, at, day, address, points, won, shown(mu or 0, sigma or 0))

"""Sums of a variant's games: stored for all time, computed for other periods."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import starmap
from typing import Any, NamedTuple

from django.db import connections, router
from django.db.models import Count, F, OuterRef, Q, Subquery, Sum

from scorekeeper.core.db.rows import rows_of
from scorekeeper.people.models import Player

from . import sql, sum_queries
from .models import HeadToHead, Result, Score
from .period import ALL_TIME, Period
from .rating import PROVISIONAL, exact, shown


@dataclass(frozen=True, slots=True)
class Scope:
    """Counted games of a variant in a period.

    `group`, `variant`: ids. `dated`: whether only the days of the games are known.
    """

    group: int
    variant: int
    period: Period = ALL_TIME
    dated: bool = False

    def matches(self, path: str = "") -> Q:
        """Return the condition on results, as `Period.matches`."""
        return self.period.finished(dated=self.dated, path=path)

    def parameters(self, *players: int) -> list[Any]:
        """Return the parameters of a statement with `sql._IN_PERIOD`."""
        adapted = connections[router.db_for_read(Result)].ops.adapt_datetimefield_value
        moments = map(adapted, self.period.moments(dated=self.dated))
        return [self.group, self.variant, *moments, *players]


class Often(NamedTuple):
    """A frequency, as in `Frequency`."""

    player: int
    box: str
    points: int
    times: int
    first_throw: int


@dataclass(frozen=True, slots=True)
class Course:
    """A player's games of a variant in a period, in order of finish.

    `first`, `last`: numbers of the games (`Score.nth`). `streak`, `longest_won`, `longest_lost`: as in `Score`, within
    the period. `mu`, `sigma`: rating after the last game.
    """

    player: int
    first: int
    last: int
    streak: int
    longest_won: int
    longest_lost: int
    mu: float
    sigma: float

    @property
    def rating(self) -> int:
        """Return the displayed rating at the end of the period."""
        return shown(self.mu, self.sigma)

    @property
    def provisional(self) -> bool:
        """Return whether the rating is based on fewer than `PROVISIONAL` games."""
        return self.last < PROVISIONAL

    @property
    def order(self) -> tuple[bool, float, int]:
        """Return the key by which courses are sorted, the best rating first."""
        return self.provisional, -exact(self.mu, self.sigma), self.player


def totals(scope: Scope) -> list[Often]:
    """Return the frequencies of totals and wins of all players.

    One query.
    """
    if scope.period.is_all:
        return list(starmap(Often, sum_queries.TOTALS(group=scope.group, variant=scope.variant)))
    return [Often(*row) for _variant, *row in _rows(sql.TOTALS_IN_PERIOD, scope.parameters())]


def frequencies(scope: Scope, player: int) -> list[Often]:
    """Return the frequencies of one player.

    One query.
    """
    if scope.period.is_all:
        return list(
            starmap(Often, sum_queries.OF_PLAYER(group=scope.group, variant=scope.variant, player=player))
        )
    return [Often(*row) for _variant, *row in _rows(sql.FREQUENCIES_OF_PLAYER, scope.parameters(player))]


def means(scope: Scope) -> dict[str, Fraction]:
    """Return the mean points of all players in each box.

    One query.
    """
    if scope.period.is_all:
        found: Sequence[tuple[Any, ...]] = sum_queries.MEANS(group=scope.group, variant=scope.variant)
    else:
        found = _rows(sql.BOXES_IN_PERIOD, scope.parameters())
    return {box: Fraction(int(points), int(often)) for box, points, often in found}


def meetings(scope: Scope, player: int) -> dict[int, tuple[int, int, int]]:
    """Return by opponent the number of games ranked before, after and equal to them.

    One query.
    """
    if scope.period.is_all:
        rows: Sequence[tuple[Any, ...]] = sum_queries.MEETINGS(
            group=scope.group, variant=scope.variant, player=player
        )
    else:
        rows = _rows(sql.MEETINGS_OF_PLAYER, scope.parameters(player, player))
    return _oriented(rows, player)


def meetings_of_all(group: int, player: int, period: Period) -> dict[int, tuple[int, int, int]]:
    """Return by opponent the games ranked before, after and equal to them, over all variants.

    One query.
    """
    if period.is_all:
        stored = HeadToHead.objects.filter(Q(one=player) | Q(other=player), group=group)
        sums = stored.values("one", "other").order_by()
        columns = ("one", "other", "sum_ahead", "sum_behind", "sum_level")
        rows = sums.annotate(
            sum_ahead=Sum("ahead"), sum_behind=Sum("behind"), sum_level=Sum("level")
        ).values_list(*columns)
        return _oriented(rows, player)
    own = Score.objects.filter(result=OuterRef("result"), player=player)
    theirs: Any = Score.objects.filter(
        period.matches("result__"),
        result__in=Score.objects.filter(player=player).values("result"),
        result__counted=True,
    ).exclude(player=player)
    seated = theirs.annotate(mine=Subquery(own.values("rank")[:1]), team_of=Subquery(own.values("team")[:1]))
    opposed = seated.filter(Q(team__isnull=True) | Q(team_of__isnull=True) | ~Q(team=F("team_of")))
    counted = (
        opposed.order_by()
        .values("player")
        .annotate(
            ahead=Count("pk", filter=Q(rank__gt=F("mine"))),
            behind=Count("pk", filter=Q(rank__lt=F("mine"))),
            level=Count("pk", filter=Q(rank=F("mine"))),
        )
    )
    rows = counted.values_list("player", "ahead", "behind", "level")
    return {other: (ahead, behind, level) for other, ahead, behind, level in rows}


def _oriented(rows: Iterable[tuple[Any, ...]], player: int) -> dict[int, tuple[int, int, int]]:
    """Return (ahead, behind, level) of a player by opponent."""
    return {
        other if one == player else one: (ahead, behind, level) if one == player else (behind, ahead, level)
        for one, other, ahead, behind, level in rows
    }


def games_of(player: Player, period: Period) -> dict[int, int]:
    """Return the number of a player's counted games by variant.

    One query.
    """
    if period.is_all:
        return dict(sum_queries.GAMES(player=player.pk))
    return dict(sum_queries.GAMES_IN_PERIOD(group=player.group_id, player=player.pk, **period.limits()))


def courses(scope: Scope) -> dict[int, Course]:
    """Return the courses of the players, the best rating first.

    One query, two for a period.
    """
    if scope.period.is_all:
        scores = sum_queries.LAST_SCORES(group=scope.group, variant=scope.variant)
        return _ordered(_course(each, 1, each.longest_won or 0, each.longest_lost or 0) for each in scores)
    rows = {row[0]: row[1:] for row in _rows(sql.COURSES, scope.parameters())}
    asked = [(player, scope.variant, last) for player, (_first, last, *_longest) in rows.items()]
    found = []
    for each in scores_by_number(asked):
        first, _last, won, lost = rows[each.player_id]
        found.append(_course(each, first, max(won, 0), max(lost, 0)))
    return _ordered(found)


def _ordered(found: Iterable[Course]) -> dict[int, Course]:
    return {each.player: each for each in sorted(found, key=lambda each: each.order)}


def scores_by_number(asked: Sequence[tuple[int, int, int]]) -> list[Score]:
    """Return the scores of these players, variants and numbers (`Score.nth`).

    One query, none if nothing is asked.
    """
    if not asked:
        return []
    return rows_of(Score, sql.scores_by_number(len(asked)), [number for each in asked for number in each])


def _course(last: Score, first: int, won: int, lost: int) -> Course:
    nth = last.nth or 0
    games = nth - first + 1
    streak = max(-games, min(games, last.streak or 0))
    return Course(last.player_id, first, nth, streak, won, lost, last.mu or 0, last.sigma or 0)


def _rows(statement: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return the rows of a statement; its parts take the same parameters."""
    parts = statement.count("%s") // len(parameters)
    with connections[router.db_for_read(Result)].cursor() as cursor:
        cursor.execute(statement, [*parameters] * parts)
        return list(cursor.fetchall())


def grouped(rows: Sequence[Often]) -> Mapping[int, Mapping[str, Mapping[int, tuple[int, int]]]]:
    """Return (times, first throws) by player, box and points."""
    found: dict[int, dict[str, dict[int, tuple[int, int]]]] = {}
    for row in rows:
        boxes = found.setdefault(row.player, {}).setdefault(row.box, {})
        boxes[row.points] = (int(row.times), int(row.first_throw))
    return found

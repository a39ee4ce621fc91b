"""Standings and records of a group in one variant, from stored sums and last scores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Count, F, OuterRef, Q, Subquery, Sum

from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.people.models import Group, Player

from .contribution import AUTOMATIC_WIN, TOTAL, WON
from .models import Frequency, Score, with_session
from .period import ALL_TIME, LIMITS, Period, within
from .period_sums import Course, courses, grouped, totals
from .variants import PlayedVariant

Histogram = Mapping[int, tuple[int, int]]
"""(times, first throws) by points."""


_TALLIES = CompiledQuery(
    lambda group: (
        Frequency.objects.filter(group=group, box=WON)
        .values("player")
        .annotate(won=Sum(F("times") * F("points")), games=Sum("times"))
        .values_list("player", "won", "games")
    ),
    group=int,
)
_TALLIES_IN_PERIOD = CompiledQuery(
    lambda group, **limits: (
        Score.objects.filter(within("result__", limits), result__group=group, result__counted=True)
        .values("player")
        .annotate(won=Count("pk", filter=Q(won=True)), games=Count("pk"))
        .values_list("player", "won", "games")
    ),
    group=int,
    **LIMITS,
)
_BEST = CompiledQuery(
    lambda player, variant, points, first, after: (
        with_session(
            Score.objects.filter(player=player, variant=variant, side_points=points, nth__isnull=False),
            "result__",
        )
        .filter(result__finished__gte=first, result__finished__lt=after)
        .order_by("nth")[:1]
    ),
    player=int,
    variant=int,
    points=int,
    first=datetime,
    after=datetime,
)

_FIRST_TIMES = CompiledQuery(
    lambda players, variant, points, first, after: with_session(
        Score.objects.filter(
            side_points=points,
            result__in=Player.objects.filter(pk__in=players)
            .annotate(
                first=Subquery(
                    Score.objects.filter(player=OuterRef("pk"), variant=variant, side_points=points)
                    .filter(nth__isnull=False)
                    .filter(result__finished__gte=first, result__finished__lt=after)
                    .order_by("nth")
                    .values("result")[:1]
                )
            )
            .values("first"),
        ),
        "result__",
    ).order_by("result__finished", "result", "number"),
    players=list,
    variant=int,
    points=int,
    first=datetime,
    after=datetime,
)


class Tally(NamedTuple):
    """A player's wins, and the counted games of which they are a share."""

    won: int
    games: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's standing in a variant and period.

    `mean`: of the side's totals, None if these are no points. `automatic_wins`: throws that won outright.
    """

    course: Course
    played: int
    won: int
    mean: Fraction | None
    best: int | None
    worst: int | None
    automatic_wins: int

    @property
    def player(self) -> int:
        """Return the player's id."""
        return self.course.player

    @property
    def rating(self) -> int:
        """Return the displayed rating at the end of the period."""
        return self.course.rating

    @property
    def provisional(self) -> bool:
        """Return whether the rating is based on fewer than `PROVISIONAL` games."""
        return self.course.provisional


@dataclass(frozen=True, slots=True)
class Record:
    """A record of a variant.

    `code`: "highest", "lowest", "run" or "automatic_wins". `sides`: player ids of each side that set it. `address`:
    table of the game that set it, empty for none. `equalled`: sides that reached it in later games.
    """

    code: str
    value: int
    sides: tuple[tuple[int, ...], ...]
    address: str = ""
    day: date | None = None
    equalled: tuple[tuple[int, ...], ...] = ()


def tallies(group: Group, period: Period = ALL_TIME) -> dict[int, Tally]:
    """Return the wins and games of each player over all variants.

    One query.
    """
    given = {} if period.is_all else period.limits()
    rows = (_TALLIES_IN_PERIOD if given else _TALLIES)(group=group.pk, **given)
    return {player: Tally(int(won), int(games)) for player, won, games in rows}


def standings(group: Group, variant: PlayedVariant) -> list[Standing]:
    """Return the standings of a variant in its period, the best rating first.

    Two queries, three for a period.
    """
    scope = variant.scope(group)
    often = grouped(totals(scope))
    return [_standing(often[player], course) for player, course in courses(scope).items() if player in often]


def records(variant: PlayedVariant, found: Sequence[Standing]) -> list[Record]:
    """Return the records of a variant: highest and lowest total, longest streaks.

    At most two queries.
    """
    wanted: list[Record] = []
    for code, sign in (("highest", 1), ("lowest", -1)):
        totals = [
            ((each.best if sign > 0 else each.worst) or 0, each.player)
            for each in found
            if each.best is not None
        ]
        if totals:
            value = max(sign * total for total, _player in totals) * sign
            wanted.append(
                _record(code, variant, value, [player for total, player in totals if total == value])
            )
    for code, values in (
        ("run", {each.player: each.course.longest_won for each in found}),
        ("automatic_wins", {each.player: each.automatic_wins for each in found}),
    ):
        most = max(values.values(), default=0)
        if most > (1 if code == "run" else 0):
            wanted.append(Record(code, most, tuple((player,) for player in values if values[player] == most)))
    return wanted


def best_score(player: int, variant: PlayedVariant, points: int) -> Score | None:
    """Return the score of the period's first game in which a player's side reached a total.

    One query.
    """
    first, after = variant.period.moments(dated=variant.dated)
    return _BEST.first(player=player, variant=variant.number, points=points, first=first, after=after)


def _standing(often: Mapping[str, Histogram], course: Course) -> Standing:
    totals_, games = often.get(TOTAL, {}), often.get(WON, {})
    times = sum(count for count, _first in totals_.values())
    points = sum(value * count for value, (count, _first) in totals_.items())
    return Standing(
        course,
        sum(count for count, _first in games.values()),
        games.get(1, (0, 0))[0],
        Fraction(points, times) if times else None,
        max(totals_, default=None),
        min(totals_, default=None),
        often.get(AUTOMATIC_WIN, {}).get(1, (0, 0))[0],
    )


def _record(code: str, variant: PlayedVariant, value: int, players: Sequence[int]) -> Record:
    """Build the record of a total, with the first game that reached it.

    One query. Partners are those of their first time.
    """
    start, after = variant.period.moments(dated=variant.dated)
    scores = _FIRST_TIMES(players=players, variant=variant.number, points=value, first=start, after=after)
    if not scores:
        return Record(code, value, tuple((player,) for player in players))
    first = scores[0].result
    found: dict[tuple[int, int | None], list[int]] = defaultdict(list)
    for score in scores:
        side = score.team if variant.partners else score.player_id
        found[score.result_id, side].append(score.player_id)
    sides = tuple(tuple(side) for (result, _side), side in found.items() if result == first.pk)
    later = dict.fromkeys(tuple(side) for (result, _side), side in found.items() if result != first.pk)
    equalled = tuple(side for side in later if side not in sides)
    return Record(code, value, sides, first.session.address, first.day, equalled)

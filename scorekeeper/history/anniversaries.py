"""What a group played a year ago, in the week up to today."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.core.i18n.dates import today
from scorekeeper.people.models import Group

from .models import Result, Score, with_session
from .period import LIMITS, Period, within, year_before

DAYS = 6  # days before today, a year ago, of which games are remembered


_HIGHEST = CompiledQuery(
    lambda group, **limits: (
        with_session(Score.objects.filter(within("result__", limits), nth__isnull=False), "result__")
        .filter(result__group=group, won=True, side_points__isnull=False)
        .order_by("-side_points", "result__finished", "position")[:1]
    ),
    group=int,
    **LIMITS,
)


@dataclass(frozen=True, slots=True)
class Anniversary:
    """The highest total that won a game a year ago, and one of the players who won it."""

    result: Result
    player: int
    points: int


def anniversary(group: Group) -> Anniversary | None:
    """Return the highest winning total of the week that ended a year ago; None without games.

    One query.
    """
    last = year_before(today())
    week = Period(last - timedelta(days=DAYS), last)
    highest = _HIGHEST.first(group=group.pk, **week.limits())
    if highest is None:
        return None
    return Anniversary(highest.result, highest.player_id, highest.side_points or 0)

"""A player's record over all games of a period: games, evenings, streak, place, money."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby, takewhile
from typing import NamedTuple

from django.db.models import Count, Q

from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.core.i18n.dates import day_of_play, days_of_play
from scorekeeper.ledger.winnings import Winnings, winnings, with_merged
from scorekeeper.people.models import Group, Player

from .models import Result, Score
from .period import ALWAYS, LIMITS, Period, within
from .standings import Tally, tallies
from .variants import PlayedVariant

MOST = 3000  # games up to which each is read for every page: for evenings and money
RANKED = 10  # games from which a player has a place


_ORDER = ("result__finished", "result__session")
_GAME = ("result__finished", "variant", "streak", "won")
_GAMES = CompiledQuery(
    lambda player: (
        Score.objects.filter(player=player, result__counted=True).order_by(*_ORDER).values_list(*_GAME)
    ),
    player=int,
)
_GAMES_IN_PERIOD = CompiledQuery(
    lambda group, player, **limits: (
        Score.objects.filter(player=player)
        .filter(result__in=Result.objects.filter(within("", limits), group=group, counted=True).values("pk"))
        .order_by(*_ORDER)
        .values_list(*_GAME)
    ),
    group=int,
    player=int,
    **LIMITS,
)
_BY_NUMBER = CompiledQuery(
    lambda player, variants, numbers: Score.objects.filter(
        player=player, variant__in=variants, nth__in=numbers
    ).values_list("variant", "nth", "streak", "result__finished", "result__session"),
    player=int,
    variants=list,
    numbers=list,
)
_COUNT_AFTER = CompiledQuery(
    lambda group, player, after, session, until: (
        Score.objects.filter(player=player)
        .filter(
            result__in=Result.objects.filter(
                Q(finished__gt=after) | Q(session__gt=session),
                group=group,
                counted=True,
                finished__gte=after,
                finished__lte=until,
            ).values("pk")
        )
        .values("player")
        .annotate(games=Count("pk"))
        .values_list("games")
    ),
    group=int,
    player=int,
    after=datetime,
    session=int,
    until=datetime,
)


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player's record over all counted games of a period.

    `since`: day of the first game. `evenings`: number of days with games. `streak`: games won in a row until the end
    of the period, or negative not won. `best_streak`: most games won in a row. `place`: by share of games won, among
    `placed` players with at least `RANKED` games; 0 without enough games. `money`: by unit, of all games of the period.
    `evenings`, `best_streak` and `money` are None where the games were not read; `since` and `streak` are too, in a
    period.
    """

    games: int
    won: int
    place: int
    placed: int
    since: date | None = None
    evenings: int | None = None
    streak: int | None = None
    best_streak: int | None = None
    money: Mapping[str, Winnings] | None = None


def player_record(
    group: Group, player: Player, period: Period, every: Sequence[PlayedVariant], *, read_all: bool = False
) -> PlayerRecord | None:
    """Return the record of a player, None without counted games.

    Four queries. `every`: the player's variants in the period, with the player's games. `read_all`: read the games even
    if there are more than `MOST`.
    """
    found = tallies(group, period)
    tally = found.get(player.pk, Tally(0, 0))
    if not tally.games:
        return None
    place, placed = _place(tally, found.values())
    dated = {variant.number for variant in every if variant.dated}
    if tally.games > MOST and not read_all:
        since, streak = _without_reading(player, every, dated) if period.is_all else (None, None)
        return PlayerRecord(tally.games, tally.won, place, placed, since, streak=streak)
    rows = _games(player, period)
    days = _days((at, variant in dated) for at, variant, _streak in rows)
    sessions = None
    if not period.is_all:
        own = Score.objects.filter(period.matches("result__"), player=player)
        sessions = own.values("result__session__address")
    money = winnings(with_merged(player), sessions)
    signs = [streak for _at, _variant, streak in rows]
    best = max((len(list(run)) for won, run in groupby(signs, lambda sign: sign > 0) if won), default=0)
    streaks = _streak(signs[::-1]), best
    return PlayerRecord(tally.games, tally.won, place, placed, min(days), len(days), *streaks, money)


def _without_reading(
    player: Player, every: Sequence[PlayedVariant], dated: Collection[int]
) -> tuple[date | None, int | None]:
    """Return the day of a player's first game and the current streak, from the courses of the variants.

    Three queries. Within a variant the last score says how many games ago its streak was broken; the latest of these
    games broke the streak over all variants.
    """
    games = {variant.number: variant.games for variant in every}
    known = _by_number(player, {(variant, nth) for variant, last in games.items() for nth in (1, last)})
    last = {variant: known[variant, nth] for variant, nth in games.items() if (variant, nth) in known}
    if not last:
        return None, None  # nothing is numbered yet
    since = min(_days((each.at, key[0] in dated) for key, each in known.items()))
    newest = max(last.values())
    if not newest.streak:
        return since, 0
    sign = 1 if newest.streak > 0 else -1
    ends = {(variant, games[variant] - max(0, sign * each.streak)) for variant, each in last.items()}
    breaks = _by_number(player, ends).values()
    after, session, _streak_before = max(breaks, default=_Numbered(ALWAYS[0], 0, 0))
    counted = _COUNT_AFTER(
        group=player.group_id, player=player.pk, after=after, session=session, until=newest.at
    )
    return since, sign * sum(count for (count,) in counted)


class _Numbered(NamedTuple):
    """A score in the order of games: end and session of its game, streak of its variant."""

    at: datetime
    session: int
    streak: int


def _by_number(player: Player, asked: Collection[tuple[int, int]]) -> dict[tuple[int, int], _Numbered]:
    """Return the scores of a player with these variants and numbers (`Score.nth`)."""
    rows = _BY_NUMBER(
        player=player.pk, variants={each for each, _nth in asked}, numbers={nth for _variant, nth in asked}
    )
    return {
        (variant, nth): _Numbered(at, session, streak or 0)
        for variant, nth, streak, at, session in rows
        if nth and (variant, nth) in asked
    }


def _games(player: Player, period: Period) -> list[tuple[datetime, int, int]]:
    """Return (end, variant, streak) of each counted game of a player, the oldest first."""
    if period.is_all:
        rows = _GAMES(player=player.pk)
    else:
        rows = _GAMES_IN_PERIOD(group=player.group_id, player=player.pk, **period.limits())
    return [
        (at, variant, (1 if won else -1) if streak is None else streak) for at, variant, streak, won in rows
    ]


def _place(tally: Tally, every: Iterable[Tally]) -> tuple[int, int]:
    """Return the place by share of games won, and the number of players with a place."""
    ranked = [each for each in every if each.games >= RANKED]
    if tally.games < RANKED:
        return 0, len(ranked)
    return 1 + sum(each.won * tally.games > tally.won * each.games for each in ranked), len(ranked)


def _days(times: Iterable[tuple[datetime, bool]]) -> set[date]:
    """Return the days of play of times, each with whether only its day is known."""
    day_of = days_of_play()
    return {day_of_play(at, dated=True) if dated else day_of(at) for at, dated in times}


def _streak(signs: Sequence[int]) -> int:
    """Return the streak at the end of games, the newest first; 0 after a draw."""
    if not signs or signs[0] == 0:
        return 0
    won = signs[0] > 0
    count = sum(1 for _ in takewhile(lambda sign: sign != 0 and (sign > 0) == won, signs))
    return count if won else -count

"""Evenings of a group: the games of one day of play, who was there, wins and money.

An evening is computed from results and postings at every reading, so corrections need no second step. Its address is
its day, which stays as it is when a game is corrected. Reasons: docs/decisions/time-zones.md.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Q, QuerySet

from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.core.i18n.dates import day_of_play
from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.sums import NET_COLUMNS, balances_of, net_of
from scorekeeper.people.models import Group

from .models import Result, Score, with_session
from .period import LIMITS, Period, within

A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Evening:
    """The games of a day of play.

    `games`: each with the scores of its players, the best rank first; games in order of finish. `played`, `won`:
    counted games and wins by player id, 0 for players of other games only. `money`: by unit, what each player won by
    these games in smallest units, negative if lost.
    """

    day: date
    games: Sequence[tuple[Result, Sequence[Score]]]
    played: Mapping[int, int]
    won: Mapping[int, int]
    money: Mapping[str, Mapping[int, int]]

    @property
    def uncounted(self) -> int:
        """The number of games that do not count."""
        return sum(not result.counted for result, _scores in self.games)

    @property
    def players(self) -> list[int]:
        """Players who were there, the most wins first."""
        return sorted(self.played, key=lambda player: (-self.won[player], -self.played[player], player))


@dataclass(frozen=True, slots=True)
class EveningSummary:
    """An evening in a list: its number of games, its players, and the counted wins of those who won."""

    day: date
    games: int
    players: Collection[int]
    won: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Month:
    """The evenings of a month, the newest first.

    `before`, `after`: first days of the nearest months with games, None for none.
    """

    first: date
    evenings: Sequence[EveningSummary]
    before: date | None
    after: date | None


_GAMES = CompiledQuery(
    lambda group, **limits: (
        with_session(Result.objects.filter(within("", limits), group=group))
        .select_related("variant")
        .order_by("finished", "pk")
    ),
    group=int,
    **LIMITS,
)
_SCORES = CompiledQuery(
    lambda group, **limits: Score.objects.filter(within("result__", limits), result__group=group).order_by(
        "rank", "position"
    ),
    group=int,
    **LIMITS,
)
_POSTINGS = CompiledQuery(
    lambda group, **limits: (
        Posting.objects.filter(  # without its group, so that the database begins with the sessions
            session__in=Result.objects.filter(within("", limits), group=group).values("session__address"),
        )
        .exclude(kind="payment")
        .values_list(*NET_COLUMNS)
    ),
    group=int,
    **LIMITS,
)


def evening_of(group: Group, day: date) -> Evening:
    """Return the evening of a day; it has no games if nobody played.

    Three queries.
    """
    on_day = Period(day, day).limits()
    games = _GAMES(group=group.pk, **on_day)
    scores: dict[int, list[Score]] = {result.pk: [] for result in games}
    for score in _SCORES(group=group.pk, **on_day):
        scores[score.result_id].append(score)
    every = [score for each in scores.values() for score in each]
    there = {score.player_id: 0 for score in every}
    counted = [score for result in games if result.counted for score in scores[result.pk]]
    played, won = Counter(there), Counter(there)
    played.update(score.player_id for score in counted)
    won.update(score.player_id for score in counted if score.won)
    return Evening(
        day,
        [(result, scores[result.pk]) for result in games],
        played,
        won,
        dict(sorted(balances_of(net_of(_POSTINGS(group=group.pk, **on_day))).items())) if games else {},
    )


def month_of(group: Group, day: date) -> Month:
    """Return the evenings of the month of a day.

    Four queries, however many games there are.
    """
    first = day.replace(day=1)
    following = (first + 31 * A_DAY).replace(day=1)
    here = Period(first, following - A_DAY)
    found = with_session(Result.objects.filter(group=group))
    older = found.filter(Period(last=first - A_DAY).matches()).order_by("-finished").first()
    newer = found.filter(Period(first=following).matches()).order_by("finished").first()
    return Month(
        first,
        _summaries(group, here),
        older.day.replace(day=1) if older else None,
        newer.day.replace(day=1) if newer else None,
    )


def days_of_year(group: Group, year: int) -> list[date]:
    """Return the days of a year that have games, the newest first.

    One query.
    """
    found = Result.objects.filter(Period(date(year, 1, 1), date(year, 12, 31)).matches(), group=group)
    rows = found.annotate(dated=Q(session__imported_result__isnull=False)).values_list("finished", "dated")
    return sorted({day_of_play(finished, dated=dated) for finished, dated in rows}, reverse=True)


def _summaries(group: Group, period: Period) -> list[EveningSummary]:
    """Return the evenings of a period, the newest first."""
    games: dict[date, set[int]] = defaultdict(set)
    players: dict[date, set[int]] = defaultdict(set)
    won: dict[date, Counter[int]] = defaultdict(Counter)
    dated = Q(result__session__imported_result__isnull=False)
    rows = _scores(group, period).order_by("result__finished", "result", "number").annotate(dated=dated)
    for result, finished, only_day, player, winner, counted in rows.values_list(
        "result", "result__finished", "dated", "player", "won", "result__counted"
    ):
        day = day_of_play(finished, dated=only_day)
        games[day].add(result)
        players[day].add(player)
        won[day].update([player] if winner and counted else [])
    return [
        EveningSummary(day, len(games[day]), players[day], dict(won[day].most_common()))
        for day in sorted(games, reverse=True)
    ]


def _scores(group: Group, period: Period) -> QuerySet[Score]:
    return Score.objects.filter(period.matches("result__"), result__group=group)

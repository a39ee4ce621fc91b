"""A player's record over all games of a period: games, evenings, streak, place, money."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import takewhile

from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.core.i18n.dates import day_of_play, days_of_play
from scorekeeper.ledger.winnings import Winnings, winnings, with_merged
from scorekeeper.people.models import Group, Player

from .models import Result, Score
from .period import LIMITS, Period, within
from .standings import Tally, tallies

MOST = 3000  # games up to which each is read: for evenings, streak and money
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


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player's record over all counted games of a period.

    `since`: day of the first game. `evenings`: number of days with games. `streak`: games won in a row until the end
    of the period, or negative not won. `place`: by share of games won, among `placed` players with at least `RANKED`
    games; 0 without enough games. `money`: by unit, of all games of the period. With more than `MOST` games `since`
    and `evenings` are None, and there is neither a streak nor money.
    """

    games: int
    won: int
    place: int
    placed: int
    since: date | None = None
    evenings: int | None = None
    streak: int = 0
    money: Mapping[str, Winnings] | None = None


def player_record(
    group: Group, player: Player, period: Period, dated: Collection[int]
) -> PlayerRecord | None:
    """Return the record of a player, None without counted games.

    Four queries. `dated`: ids of the variants whose games are known by their days only.
    """
    found = tallies(group, period)
    tally = found.get(player.pk, Tally(0, 0))
    if not tally.games:
        return None
    place, placed = _place(tally, found.values())
    if tally.games > MOST:
        return PlayerRecord(tally.games, tally.won, place, placed)
    rows = _games(player, period)
    days = _days((at, variant in dated) for at, variant, _streak in rows)
    sessions = None
    if not period.is_all:
        own = Score.objects.filter(period.matches("result__"), player=player)
        sessions = own.values("result__session__address")
    money = winnings(with_merged(player), sessions)
    streak = _streak([streak for _at, _variant, streak in reversed(rows)])
    return PlayerRecord(tally.games, tally.won, place, placed, min(days), len(days), streak, money)


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

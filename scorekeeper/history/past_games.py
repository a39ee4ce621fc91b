"""Earlier games of a finished game's players, for its result: records, streaks, ratings.

Totals are compared over all house rules of a game, so that "best yet" is true however the rules are read. Totals and
margins are those of all games known today, so that an old result never claims a record that was beaten since. At most
six queries, however many games there are; those that read games one by one stop at `RECENT` and `YEARLY`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import reduce
from itertools import takewhile
from operator import or_

from django.db.models import Count, Max, Min, Q, QuerySet, Sum
from django.utils import timezone

from scorekeeper.play.models import Session
from scorekeeper.play.past_games import AutomaticWins, PastGames, PlayerPast
from scorekeeper.rules.contract import CONCEDED

from .contribution import PART, TOTAL
from .models import Frequency, Result, Score, VariantCount, with_session
from .rating import MU, PROVISIONAL, SIGMA, shown

RECENT = 30  # newest earlier games of the winner that are read for streaks
YEARLY = 300  # most games of a year whose margins are compared
A_DAY = timedelta(days=1)  # margin at the ends of a year, because the day depends on the reader's zone


def past_games(session: Session) -> PastGames | None:
    """Return the earlier games of a session's players; None without a result."""
    scores = list(Score.objects.filter(result__session=session).select_related("result").order_by("number"))
    if not scores:
        return None
    result = scores[0].result
    winners = [score for score in scores if score.won]
    counts, reached = _counts(scores) if result.counted and result.has_points else ({}, 0)
    before = _ratings_before(scores) if result.counted else {}
    lost, won, ever = _runs(winners[0]) if len(winners) == 1 else (0, 0, False)
    players = {}
    for score in scores:
        games, own = counts.get(score.player_id, (0, 0))
        run = (lost, won, ever) if score.won else (0, 0, False)
        rating = (before[score.player_id], shown(score.mu or 0, score.sigma or 0)) if before else None
        players[str(score.number)] = PlayerPast(games, own, *run, rating, (score.nth or 0) < PROVISIONAL)
    return PastGames(
        players,
        sum(games for games, _own in counts.values()),
        reached,
        result.day.year,
        _margins(result) if result.has_points and not result.automatic else (),
        _automatic_wins(result) if result.automatic else None,
    )


def stamp(group: int) -> int:
    """Return the number of finished games of a group."""
    sums = VariantCount.objects.filter(group=group).aggregate(games=Sum("games"), uncounted=Sum("uncounted"))
    return sum(filter(None, sums.values()))


def _counts(scores: Sequence[Score]) -> tuple[dict[int, tuple[int, int]], int]:
    """Return by player (games, games with at least this total), and a number of best scores.

    The number: scores that reach the best total of this game.
    A partner's own part counts as a total. One query over the stored sums.
    """
    own = {score.player_id: score.points or 0 for score in scores}
    best = max(own.values())
    alone = Q(box=TOTAL) & ~Q(variant__rules__has_key="partners")
    rows = Frequency.objects.filter(
        alone | Q(box=PART), group=scores[0].result.group_id, variant__game=scores[0].result.game
    )
    mine = reduce(or_, (Q(player=player, points__gte=points) for player, points in own.items()))
    sums = rows.values("player").annotate(
        games=Sum("times"), own=Sum("times", filter=mine), top=Sum("times", filter=Q(points__gte=best))
    )
    found = list(sums.values_list("player", "games", "own", "top"))
    counts = {player: (games, reached or 0) for player, games, reached, _top in found}
    return counts, sum(top or 0 for *_rest, top in found)


def _ratings_before(scores: Sequence[Score]) -> dict[int, int]:
    """Return the players' ratings before this game; empty while they are still to be computed."""
    if any(score.nth is None for score in scores):
        return {}
    earlier = reduce(
        or_,
        (Q(player=score.player_id, variant=score.variant_id, nth=(score.nth or 1) - 1) for score in scores),
    )
    rows = Score.objects.filter(earlier).values_list("player", "mu", "sigma")
    known = {player: shown(mu or 0, sigma or 0) for player, mu, sigma in rows}
    return {score.player_id: known.get(score.player_id, shown(MU, SIGMA)) for score in scores}


def _runs(winner: Score) -> tuple[int, int, bool]:
    """Return (losses, wins) directly before this win, and whether it is the player's first.

    Other house rules break a run but do not count in it, because some give the game another name.
    """
    result = winner.result
    earlier = Score.objects.filter(
        _ended_before(result, "result__"),
        player=winner.player_id,
        result__group=result.group_id,
        result__game=result.game,
    )
    newest = earlier.order_by("-result__finished", "-result__session").values_list("won", "variant")
    recent = list(newest[:RECENT])
    run = list(takewhile(lambda row: row[0] == recent[0][0], recent))
    same = sum(variant == winner.variant_id for _won, variant in run)
    never = bool(run) and not run[0][0] and len(run) == len(recent) < RECENT
    return (0, same, False) if run and run[0][0] else (same, 0, never)


def _margins(result: Result) -> tuple[int, ...]:
    """Return the margins of the other games of this game's year.

    Empty if there are more than `YEARLY`.
    """
    zone = timezone.get_current_timezone()
    first = datetime(result.day.year, 1, 1, tzinfo=zone) - A_DAY
    last = datetime(result.day.year + 1, 1, 1, tzinfo=zone) + A_DAY
    year = _of_the_game(result).filter(finished__range=(first, last), automatic=False)
    others = year.exclude(pk=result.pk).exclude(reason=CONCEDED)
    won, lost = Q(scores__won=True), Q(scores__won=False)
    found = others.order_by("-finished").annotate(
        least=Min("scores__side_points", filter=won),
        best=Max("scores__side_points", filter=lost),
        winners=Count("scores", filter=won),
    )
    rows = list(found.values_list("least", "best", "winners", "players", "teams")[: YEARLY + 1])
    if len(rows) > YEARLY:
        return ()
    return tuple(
        0 if best is None or least is None or winners * (teams or players) != players else least - best
        for least, best, winners, players, teams in rows
    )


def _automatic_wins(result: Result) -> AutomaticWins:
    """Return the last automatic win before this game, and the games since."""
    earlier = _of_the_game(result).filter(_ended_before(result))
    last = with_session(earlier.filter(automatic=True)).order_by("-finished").first()
    since = earlier.filter(finished__gt=last.finished).count() if last else earlier.count()
    return AutomaticWins(last.day if last else None, since)


def _of_the_game(result: Result) -> QuerySet[Result]:
    return Result.objects.filter(group=result.group_id, game=result.game)


def _ended_before(result: Result, path: str = "") -> Q:
    """Match games that ended before this one; of equal times, those that began before."""
    same = Q(**{f"{path}finished": result.finished, f"{path}session__lt": result.session_id})
    return Q(**{f"{path}finished__lt": result.finished}) | same

"""The last evening that a group played together: its games, who won them, what it cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from scorekeeper.ledger.book import balances_of, net_of
from scorekeeper.ledger.models import Posting
from scorekeeper.people.models import Group

from .models import Result, Score

APART = timedelta(hours=6)  # between two games: longer than any supper, shorter than a night
LONGEST = timedelta(hours=12)  # of a game that is played without a night between
MOST = 60


@dataclass(frozen=True, slots=True)
class Evening:
    """`began`, `ended`: of its first and last game; `games`: how many; `won`: how many each player has won, the most
    first; `money`: by unit, who has won and lost how many smallest units by games, the most first.
    """

    began: datetime
    ended: datetime
    games: int
    won: Sequence[tuple[int, int]]
    money: Mapping[str, Sequence[tuple[int, int]]]


def last_evening(group: Group) -> Evening | None:
    """The newest games without a long break between them; None where none is over. Three queries, and one for those
    who were merged.
    """
    newest = Result.objects.filter(group=group).select_related("session").order_by("-finished", "-pk")
    results = _together(list(newest[:MOST]))
    if not results:
        return None
    scores = Score.objects.filter(result__in=[result.pk for result in results])
    won = Counter[int]()
    for player, winner in scores.order_by("number").values_list("player", "won"):
        won[player] += winner
    addresses = [result.session.address for result in results]
    sums = balances_of(
        net_of(Posting.objects.filter(group=group, session__in=addresses).exclude(kind="payment"))
    )
    return Evening(
        min(_began(result) for result in results),
        results[0].finished,
        len(results),
        won.most_common(),
        {
            unit: sorted(each.items(), key=lambda row: (-row[1], row[0]))
            for unit, each in sorted(sums.items())
        },
    )


def _together(newest: Sequence[Result]) -> list[Result]:
    """Those of one evening, the newest first."""
    found: list[Result] = []
    for result in newest:
        if found and _began(found[-1]) - result.finished > APART:
            break
        found.append(result)
    return found


def _began(result: Result) -> datetime:
    """When a game was begun on the evening on which it ended: it may have been left lying for days."""
    return max(result.started, result.finished - LONGEST)

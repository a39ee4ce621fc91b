"""The last evening of a group: its games, wins and money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import takewhile

from scorekeeper.ledger.models import Posting
from scorekeeper.ledger.sums import balances_of, net_of
from scorekeeper.people.models import Group

from .models import Result, Score

MOST = 60  # newest games that are examined


@dataclass(frozen=True, slots=True)
class Evening:
    """A day of play.

    `games`: their number. `won`: (player id, wins), the most first. `money`: by unit, (player id, amount won by games
    in smallest units, negative if lost), the largest first.
    """

    day: date
    games: int
    won: Sequence[tuple[int, int]]
    money: Mapping[str, Sequence[tuple[int, int]]]


def last_evening(group: Group) -> Evening | None:
    """Return the newest day of play of a group, None without finished games.

    Four queries.
    """
    newest = Result.objects.filter(group=group).select_related("session").order_by("-finished", "-pk")
    every = list(newest[:MOST])
    if not every:
        return None
    day = every[0].day
    results = list(takewhile(lambda result: result.day == day, every))
    scores = Score.objects.filter(result__in=[result.pk for result in results])
    won = Counter[int]()
    for player, winner in scores.order_by("number").values_list("player", "won"):
        won[player] += winner
    addresses = [result.session.address for result in results]
    sums = balances_of(
        net_of(Posting.objects.filter(group=group, session__in=addresses).exclude(kind="payment"))
    )
    return Evening(
        day,
        len(results),
        won.most_common(),
        {
            unit: sorted(each.items(), key=lambda row: (-row[1], row[0]))
            for unit, each in sorted(sums.items())
        },
    )

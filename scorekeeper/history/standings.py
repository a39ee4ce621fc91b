"""Standings and records of a group in one variant, from stored sums and last scores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.db.models import F, OuterRef, QuerySet, Subquery, Sum

from scorekeeper.people.models import Group, Player

from .contribution import AT_ONCE, TOTAL, WON
from .models import Frequency, Score
from .rating import PROVISIONAL, shown
from .variants import Kind


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's standing in a variant.

    `mean`: of the side's totals, None if these are no points. `streak`: as `Score.streak`. `rating`, `provisional`: as
    in `rating.PlayerState`. `at_once`: throws that won outright.
    """

    player: int
    played: int
    won: int
    mean: Fraction | None
    best: int | None
    worst: int | None
    at_once: int
    streak: int
    longest_won: int
    longest_lost: int
    rating: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class Record:
    """A record of a variant.

    `code`: "highest", "lowest", "run" or "at_once". `sides`: player ids of each side that holds it. `address`: table
    of the game that set it, empty for none.
    """

    code: str
    value: int
    sides: tuple[tuple[int, ...], ...]
    address: str = ""
    day: date | None = None


def tallies(group: Group) -> dict[int, int]:
    """Return the number of wins of each player over all games, zeros included.

    One query.
    """
    rows = Frequency.objects.filter(group=group, box=WON).values("player")
    found = rows.annotate(won=Sum(F("times") * F("points"))).values_list("player", "won")
    return {player: int(won) for player, won in found}


def standings(group: Group, kind: Kind) -> list[Standing]:
    """Return the standings of a variant, the best rating first.

    Two queries.
    """
    often: dict[int, dict[str, dict[int, int]]] = defaultdict(lambda: defaultdict(dict))
    rows = Frequency.objects.filter(group=group, variant=kind.number, box__in=[TOTAL, WON, AT_ONCE])
    for player, box, points, times in rows.values_list("player", "box", "points", "times"):
        often[player][box][points] = times
    last = {score.player_id: score for score in last_scores(kind.number, list(often))}
    found = [_standing(player, often[player], last[player]) for player in often if player in last]
    return sorted(found, key=lambda each: (each.provisional, -each.rating, each.player))


def last_scores(variant: int, players: Sequence[int]) -> QuerySet[Score]:
    """Return the last counted score of each player in a variant.

    One query.
    """
    mine = Score.objects.filter(player=OuterRef("pk"), variant=variant, nth__isnull=False)
    newest = Player.objects.filter(pk__in=players).annotate(
        last=Subquery(mine.order_by("-nth").values("pk")[:1])
    )
    return Score.objects.filter(pk__in=newest.values("last"))


def records(kind: Kind, found: Sequence[Standing]) -> list[Record]:
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
            wanted.append(_record(code, kind, value, [player for total, player in totals if total == value]))
    for code, values in (
        ("run", {each.player: each.longest_won for each in found}),
        ("at_once", {each.player: each.at_once for each in found}),
    ):
        most = max(values.values(), default=0)
        if most > (1 if code == "run" else 0):
            wanted.append(Record(code, most, tuple((player,) for player in values if values[player] == most)))
    return wanted


def best_score(player: int, variant: int, points: int) -> Score | None:
    """Return the score of the first game in which a player's side reached this total.

    One query.
    """
    found = Score.objects.filter(player=player, variant=variant, side_points=points, nth__isnull=False)
    return found.select_related("result__session").order_by("nth").first()


def _standing(player: int, often: Mapping[str, Mapping[int, int]], last: Score) -> Standing:
    totals, games = often.get(TOTAL, {}), often.get(WON, {})
    times = sum(totals.values())
    nth = last.nth or 0
    return Standing(
        player,
        sum(games.values()),
        games.get(1, 0),
        Fraction(sum(points * count for points, count in totals.items()), times) if times else None,
        max(totals, default=None),
        min(totals, default=None),
        often.get(AT_ONCE, {}).get(1, 0),
        last.streak or 0,
        last.longest_won or 0,
        last.longest_lost or 0,
        shown(last.mu or 0, last.sigma or 0),
        nth < PROVISIONAL,
    )


def _record(code: str, kind: Kind, value: int, players: Sequence[int]) -> Record:
    """Build the record of a total, with the first game that reached it."""
    if kind.partners:
        return _record_of_sides(code, kind, value, players)
    score = best_score(players[0], kind.number, value)
    alone = tuple((player,) for player in players)
    if score is None:
        return Record(code, value, alone)
    return Record(code, value, alone, score.result.session.address, score.result.day)


def _record_of_sides(code: str, kind: Kind, value: int, players: Sequence[int]) -> Record:
    """Build the record of a total of sides, each with the partners of its first time.

    One query.
    """
    mine = Score.objects.filter(
        player=OuterRef("pk"), variant=kind.number, side_points=value, nth__isnull=False
    )
    firsts = Player.objects.filter(pk__in=players).annotate(
        first=Subquery(mine.order_by("nth").values("result")[:1])
    )
    rows = Score.objects.filter(result__in=firsts.values("first"), side_points=value)
    found: dict[tuple[int, int | None], list[Score]] = defaultdict(list)
    for score in rows.select_related("result__session").order_by("result__finished", "result", "number"):
        found[score.result_id, score.team].append(score)
    sides = tuple(dict.fromkeys(tuple(score.player_id for score in side) for side in found.values()))
    first = next(iter(found.values()))[0].result
    return Record(code, value, sides, first.session.address, first.day)

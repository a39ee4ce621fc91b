"""How it went lately: the last games of a variant, and ratings over time. A few rows, however many games there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.people.models import Group

from .models import Result, Score
from .rating import shown
from .variants import Kind

EIGHT, TWELVE, SAMPLES = 8, 12, 24


@dataclass(frozen=True, slots=True)
class Last:
    """The last games, the oldest first: when each ended and its address; by player, points and whether he won."""

    games: Sequence[tuple[datetime, str]]
    points: dict[int, list[int | None]]
    won: dict[int, frozenset[int]]


@dataclass(frozen=True, slots=True)
class Point:
    """A game of one player: the how manieth, when, where; points (None for no points), whether he won, his rating
    afterwards.
    """

    nth: int
    at: datetime
    address: str
    points: int | None
    won: bool
    rating: int


def last_games(group: Group, kind: Kind, count: int = EIGHT) -> Last:
    """The last games of a variant that count. Two queries."""
    found = Result.objects.filter(group=group, variant=kind.number, counted=True)
    newest = list(found.select_related("session").order_by("-finished", "-session")[:count])[::-1]
    at = {result.pk: place for place, result in enumerate(newest)}
    points: dict[int, list[int | None]] = {}
    won: dict[int, set[int]] = {}
    scores = Score.objects.filter(result__in=at).order_by("result", "position")
    for score in scores:
        points.setdefault(score.player_id, [None] * len(newest))[at[score.result_id]] = score.points
        won.setdefault(score.player_id, set()).update([at[score.result_id]] if score.won else [])
    games = [(result.finished, result.session.address) for result in newest]
    return Last(games, points, {player: frozenset(places) for player, places in won.items()})


def last_of(player: int, kind: Kind, count: int = TWELVE) -> list[Point]:
    """The last games of a player in a variant, the oldest first. One query."""
    mine = Score.objects.filter(player=player, variant=kind.number, nth__isnull=False)
    newest = mine.select_related("result__session").order_by("-nth")[:count]
    return [_point(score) for score in newest][::-1]


def ratings(kind: Kind, played: dict[int, int]) -> dict[int, list[Point]]:
    """How players were rated over time, by player: some of their games, evenly apart, with the last. `played`: how many
    games of each count. One query.
    """
    found: dict[int, list[Point]] = {player: [] for player in played}
    wanted = {player: sampled(count) for player, count in played.items()}
    numbers = sorted({nth for each in wanted.values() for nth in each})
    scores = Score.objects.filter(player__in=played, variant=kind.number, nth__in=numbers)
    for score in scores.select_related("result__session").order_by("nth"):
        if score.nth in wanted[score.player_id]:
            found[score.player_id].append(_point(score))
    return found


def sampled(count: int, most: int = SAMPLES) -> frozenset[int]:
    """Some of the numbers from 1 to `count`, evenly apart, the first and the last among them."""
    if count <= most:
        return frozenset(range(1, count + 1))
    return frozenset(1 + (count - 1) * each // (most - 1) for each in range(most))


def _point(score: Score) -> Point:
    result = score.result
    return Point(
        score.nth or 0,
        result.finished,
        result.session.address,
        score.points,
        score.won,
        shown(score.mu or 0, score.sigma or 0),
    )

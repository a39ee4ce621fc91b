"""The random calendar of the demo: two years of evenings with their players and games.

Most evenings are Thursdays. This module does not use the database.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

from scorekeeper.games.presentations import presentations
from scorekeeper.rules import GAMES

from .profiles import FRIENDS

YEARS = timedelta(days=2 * 365)
GAMES_AN_EVENING = 4.5
THURSDAY = 3
FEWEST = 3  # the least number of players of an evening
HALF = 0.5  # the part of the two years after which the house rules change


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """One game of an evening.

    `line`: average seconds from one line to the next. `lines`: the number of lines after which a game is left
    running, None for a game that is played to its end.
    """

    game: str
    options: Mapping[str, Any]
    stake: Mapping[str, Any]
    players: tuple[str, ...]
    line: int
    lines: int | None = None


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening: its starting time and its games."""

    begins: datetime
    planned_games: tuple[PlannedGame, ...]


def evenings(chance: Random, now: datetime, games: int) -> Iterator[Evening]:
    """Yield the evenings with `games` finished games in all, the oldest evening first.

    The last evening is running at `now`; its few games are additional and unfinished.
    """
    days = _days(chance, now, max(1, round(games / GAMES_AN_EVENING)))
    left = games
    for number, day in enumerate(days):
        part = number / max(1, len(days) - 1)
        count = left
        if number < len(days) - 1:
            count = min(left, max(0, round(left / (len(days) - number) + chance.uniform(-1.4, 1.4))))
        left -= count
        there = _present(chance, part)
        yield Evening(day, tuple(_planned_game(chance, there, part) for _ in range(count)))
    there = _present(chance, 1)
    running = (
        replace(_planned_game(chance, there, 1, slug), lines=chance.randint(2, 9)) for slug in running_games()
    )
    yield Evening(now - timedelta(minutes=50), tuple(running))


def running_games() -> list[str]:
    """Return the slugs of the games that are still running on the last evening."""
    return [slug for slug, presentation in presentations().items() if presentation.demo.running]


def _days(chance: Random, now: datetime, count: int) -> list[datetime]:
    """Return `count` different days in order of time, most of them Thursdays.

    The last one is at least two days ago.
    """
    last = (now - timedelta(days=2)).replace(minute=0, second=0, microsecond=0)
    days = range(YEARS.days - 2)
    usual = [day for day in days if (last - timedelta(days=day)).weekday() == THURSDAY]
    other = [day for day in days if day not in usual]
    most = min(count, len(days))
    rare = max(most // 12, most - len(usual))
    wanted = chance.sample(usual, most - rare) + chance.sample(other, rare)
    return [
        (last - timedelta(days=day)).replace(hour=chance.choice((18, 19)), minute=chance.randrange(60))
        for day in sorted(wanted, reverse=True)
    ]


def _present(chance: Random, part: float) -> list[str]:
    """Return the players of an evening in seat order, at least `FEWEST`."""
    friends = [each for each in FRIENDS if each.since <= part <= each.until]
    came = [each for each in friends if chance.random() < each.comes]
    while len(came) < FEWEST:
        came.append(chance.choice([each for each in friends if each not in came]))
    chance.shuffle(came)
    return [each.name for each in came]


def _planned_game(chance: Random, there: list[str], part: float, slug: str | None = None) -> PlannedGame:
    """Return a random game of the players present, with a random first player."""
    profiles = {slug: presentation.demo for slug, presentation in presentations().items()}
    slug = slug or chance.choices(list(profiles), [each.weight for each in profiles.values()])[0]
    profile = profiles[slug]
    first = chance.randrange(len(there))
    order = there[first:] + there[:first]
    options = GAMES[slug].resolve(profile.first if part < HALF else profile.later)
    weights, stakes = zip(*profile.stakes, strict=True)
    (stake,) = chance.choices(stakes, weights)
    stake = {part: str(value) for part, value in stake.items()}  # translated to the language of the demo
    return PlannedGame(slug, dict(options), stake, tuple(order[: profile.most]), profile.seconds)

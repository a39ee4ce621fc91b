"""What a room above knows about the earlier games of a finished game's players.

The result of a game names records and streaks. Their room registers a source here, because this one cannot import it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from .models import Session


@dataclass(frozen=True, slots=True)
class PlayerPast:
    """A player's games of the same kind.

    `games`: counted ones, this one included; `reached`: those of them with at least the total of this one.
    `lost`, `won`: games without a win, and wins, in a row directly before this game. `ever`: whether `lost` goes back
    to the player's first game. `rating`: before and after this game, None if it does not count; `provisional`: it is
    based on few games.
    """

    games: int = 0
    reached: int = 0
    lost: int = 0
    won: int = 0
    ever: bool = False
    rating: tuple[int, int] | None = None
    provisional: bool = True


@dataclass(frozen=True, slots=True)
class AutomaticWins:
    """Earlier automatic wins of a group: the day of the last one or None, and the games since."""

    last: date | None
    since: int


@dataclass(frozen=True, slots=True)
class PastGames:
    """The other games of the group beside a finished one.

    `players`: by seat key. `scores`, `reached`: counted scores in the group, and those that reach the best of this
    game, its own included. `year`, `margins`: the year of this game, and how far apart the first two of its other
    games were; empty if there are too many.
    """

    players: Mapping[str, PlayerPast] = field(default_factory=dict)
    scores: int = 0
    reached: int = 0
    year: int = 0
    margins: tuple[int, ...] = ()
    automatic_wins: AutomaticWins | None = None


class Source(NamedTuple):
    """The functions of the room that stores results.

    `read`: the other games of a finished one, None without a result. `stamp`: for the id of a group, a number that
    changes with its finished games; one query.
    """

    read: Callable[[Session], PastGames | None]
    stamp: Callable[[int], int]


_sources: list[Source] = []


def register(source: Source) -> None:
    """Add a source of other games."""
    _sources.append(source)


def past_games(session: Session) -> PastGames | None:
    """Return what the sources know about a finished game; None if no source knows it."""
    return next(filter(None, (source.read(session) for source in _sources)), None)


def past_stamp(session: Session) -> tuple[int, ...]:
    """Return a value that changes with the finished games of a session's group."""
    return tuple(source.stamp(session.group_id) for source in _sources)

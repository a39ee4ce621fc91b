"""Luck and choices over many games of a group: means with their standard errors.

Nothing is stored. Figures of a game are kept in memory by the length of its log, so that a correction counts at once;
a page computes missing ones for `BUDGET` seconds and leaves the others to its next load.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple

from django.db.models import Max

from scorekeeper.core.bounded_cache import BoundedCache
from scorekeeper.history.models import Result
from scorekeeper.history.period import Period
from scorekeeper.people.models import Group
from scorekeeper.play.loading import load_tables
from scorekeeper.play.models import Entry, Seat, Session
from scorekeeper.rules import GAMES

from .game_review import can_be_reviewed, coach_failed, coach_table, reviewed_players

MOST = 200  # newest games that a page counts
MOST_IN_MEMORY = 5000  # games; about 1 kB each
BUDGET = 0.5  # seconds of a request; a game of four players takes 0.05
CHUNK = 5  # games that are loaded at once

# Luck and points given away of each player by seat key; without those who did not play to the end.
Figures = Mapping[str, tuple[float, float]]


class PlayerLuck(NamedTuple):
    """A player's figures in one game."""

    result: Result
    player: int
    luck: float
    given_away: float


@dataclass(slots=True)
class GroupLuck:
    """The figures of a group's newest dice games, and how many games are not computed yet."""

    rows: list[PlayerLuck] = field(default_factory=list)
    games: int = 0
    missing: int = 0


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean and its standard error, None for a single game."""

    value: float
    error: float | None

    @classmethod
    def of(cls, values: Sequence[float]) -> Mean:
        """Return the mean of at least one value."""
        count = len(values)
        mean = sum(values) / count
        if count < 2:
            return cls(mean, None)
        return cls(mean, sqrt(sum((each - mean) ** 2 for each in values) / (count - 1) / count))


_figures: BoundedCache[tuple[int, int | None], Figures] = BoundedCache(MOST_IN_MEMORY)


def forget() -> None:
    """Drop the figures in memory."""
    _figures.clear()


def group_luck(group: Group, period: Period) -> GroupLuck:
    """Return the figures of the group's counted dice games in a period, the newest `MOST`."""
    dice = [slug for slug, game in GAMES.items() if game.BOXES]
    found = Result.objects.filter(period.matches(), group=group, counted=True, game__in=dice)
    found = found.filter(session__imported_result__isnull=True).select_related("session", "variant")
    results = list(found.order_by("-finished", "-pk")[:MOST])
    known, missing = _known(results)
    seats: dict[tuple[int, str], int] = {
        (session, str(number)): player
        for session, number, player in Seat.objects.filter(
            session__in=[each.session_id for each in results]
        ).values_list("session_id", "number", "player_id")
    }
    rows = [
        PlayerLuck(result, seats[result.session_id, key], *figures)
        for result in results
        for key, figures in known.get(result.session_id, {}).items()
    ]
    return GroupLuck(rows, len(results), missing)


def _known(results: Sequence[Result]) -> tuple[dict[int, Figures], int]:
    """Return the figures by session, and the number of sessions without; compute some of them."""
    sessions = [each.session_id for each in results]
    last = (
        Entry.objects.filter(session__in=sessions).order_by().values("session").annotate(last=Max("number"))
    )
    counts = dict(last.values_list("session", "last"))
    stored = {each: _figures.get((each, counts.get(each))) for each in sessions}
    known = {each: figures for each, figures in stored.items() if figures is not None}
    # games of the same house rules together, because few tables of the coach are in memory
    left = sorted(
        (each for each in results if each.session_id not in known), key=lambda each: each.variant_id
    )
    end = time.monotonic() + BUDGET
    while left and time.monotonic() < end:
        chunk, left = left[:CHUNK], left[CHUNK:]
        known |= _computed([each.session_id for each in chunk])
    return known, len(sessions) - len(known)


def _computed(sessions: Iterable[int]) -> dict[int, Figures]:
    """Compute the figures of some sessions, as far as the coach has their tables."""
    found: dict[int, Figures] = {}
    rows = Session.objects.filter(pk__in=sessions).prefetch_related("seats__player").select_related("group")
    for table in load_tables(rows):
        key = table.session.pk
        figures: Figures = {}
        if can_be_reviewed(table):
            coach = coach_table(table)
            if coach is None:
                if coach_failed(table):
                    found[key] = {}  # left out instead of awaited, and tried again by the next page
                continue
            players = reviewed_players(table, coach)
            figures = {seat: (each.luck, each.given_away) for seat, each in players.items() if each.whole}
        found[key] = figures
        _figures.put((key, table.count), figures)
    return found


def by_player(rows: Iterable[PlayerLuck]) -> dict[int, tuple[int, Mean, Mean]]:
    """Return the number of games, the mean luck and the mean given away of each player."""
    sums: dict[int, list[PlayerLuck]] = defaultdict(list)
    for row in rows:
        sums[row.player].append(row)
    return {
        player: (len(own), Mean.of([each.luck for each in own]), Mean.of([each.given_away for each in own]))
        for player, own in sums.items()
    }

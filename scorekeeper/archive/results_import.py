"""Old results, stored: sessions with totals and without a log, which statistics count like any other and boxes do not.

What is here already, from the same file or from another, is left out: nobody's wins are counted twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from time import sleep
from typing import Any

from scorekeeper.history.models import Score
from scorekeeper.history.results import write_many
from scorekeeper.people import names
from scorekeeper.people.groups import hold
from scorekeeper.people.models import Group
from scorekeeper.people.names import players_named
from scorekeeper.play.models import Seat, Session
from scorekeeper.play.table import read_again
from scorekeeper.rules import GAMES
from scorekeeper.writers import writing

from .batches import batched
from .results_read import OldGame, OldResults

Same = tuple[Any, ...]

BATCH = 200
EVENING = time(20, tzinfo=UTC)
APART = timedelta(
    seconds=1
)  # so that games of a day keep their order, and all that a file may hold stay in it
AT_ONCE = 20
BREATH = 0.02  # seconds in which others come first


@dataclass(frozen=True, slots=True)
class Sorted:
    """What of a file is new in a group, and how many of its games are there already."""

    fresh: tuple[OldGame, ...]
    known: int


def sort(results: OldResults, group: Group | None) -> Sorted:
    """Part what is new from what the group has."""
    known = _known(group, {game.day for game in results.games}) if group else Counter[Same]()
    fresh = [game for game in results.games if game.same not in known]
    return Sorted(tuple(fresh), len(results.games) - len(fresh))


def bring_in(results: OldResults, group: Group) -> list[Session]:
    """Store what is new, the oldest first, some games at a time: nobody's line waits for thousands of them.

    Where it breaks off, the same file sent again brings the rest. Where two bring the same at once, it is there once.
    """
    fresh = sorted(sort(results, group).fresh, key=lambda game: game.day)
    made: list[Session] = []
    mine = Counter[Same]()
    for part in batched(_placed(fresh), AT_ONCE):
        if made:
            sleep(BREATH)
        with writing():
            made += _stored(_left(part, group, mine), group)
    return made


def _left(
    part: Sequence[tuple[OldGame, int]], group: Group, mine: Counter[Same]
) -> list[tuple[OldGame, int]]:
    """What of this part nobody else has brought since it was found new; holds the group. `mine`: what we brought."""
    hold(group.pk)
    known = _known(group, {game.day for game, _place in part})
    left = [(game, place) for game, place in part if known[game.same] <= mine[game.same]]
    mine.update(game.same for game, _place in left)
    return left


def _stored(part: Sequence[tuple[OldGame, int]], group: Group) -> list[Session]:
    if not part:
        return []
    everybody = {names.fold(name): name for game, _place in part for name in game.players}
    players = players_named(group, list(everybody.values()))
    numbers = dict(zip(everybody, (player.pk for player in players), strict=True))
    made = [_store(game, group, numbers, place) for game, place in part]
    write_many(group.pk, map(read_again, made))
    return made


def _placed(games: Sequence[OldGame]) -> Iterable[tuple[OldGame, int]]:
    """Every game with how many of its day come before it."""
    before: dict[object, int] = {}
    for game in games:
        yield game, before.get(game.day, 0)
        before[game.day] = before.get(game.day, 0) + 1


def _store(game: OldGame, group: Group, numbers: dict[str, int], place: int) -> Session:
    at = datetime.combine(game.day, EVENING) + place * APART
    keys = {player: str(number) for number, player in enumerate(game.players, start=1)}
    given: dict[str, object] = {"won": [keys[player] for player in game.won]}
    if game.points is not None:
        given["points"] = {keys[player]: each for player, each in zip(game.players, game.points, strict=True)}
    session = Session.objects.create(
        group=group,
        game=game.game,
        rules_version=GAMES[game.game].version,
        options=dict(GAMES[game.game].resolve({})),
        given=given,
        started=at,
        finished=at,
    )
    Seat.objects.bulk_create(
        Seat(session=session, player_id=numbers[names.fold(player)], number=number, position=number - 1)
        for number, player in enumerate(game.players, start=1)
    )
    return session


def _known(group: Group, days: set[date]) -> Counter[Same]:
    """The results of these days that the group has, as `OldGame.same`, and how often."""
    found: dict[int, tuple[object, str, set[tuple[str, int]]]] = {}
    for part in batched(sorted(days), BATCH):
        first, last = (datetime.combine(each, time(tzinfo=UTC)) for each in (part[0], part[-1]))
        rows = Score.objects.filter(
            result__group=group, result__finished__gte=first, result__finished__lt=last + timedelta(days=1)
        ).values_list("result", "result__finished", "result__game", "player__folded", "points", "won")
        for result, at, game, folded, points, won in rows:
            kept = found.setdefault(result, (at.date(), game, set()))
            kept[2].add((folded, int(won) if points is None else points))
    return Counter((day, game, frozenset(scores)) for day, game, scores in found.values())

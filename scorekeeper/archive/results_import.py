"""Old results, stored: sessions with totals and without a log, which statistics count like any other and boxes do not.

What is here already, from the same file or from another, is left out: nobody's wins are counted twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from time import sleep

from scorekeeper.history.models import Score
from scorekeeper.history.results import write_many
from scorekeeper.people import names
from scorekeeper.people.groups import hold
from scorekeeper.people.models import Group, Player
from scorekeeper.people.names import Roll
from scorekeeper.play.models import Seat, Session
from scorekeeper.play.table import read_again
from scorekeeper.rules import GAMES
from scorekeeper.writers import writing

from .batches import batched
from .results_read import OldGame, OldResults, Same

BATCH = 200
EVENING = time(20, tzinfo=UTC)
APART = timedelta(
    seconds=1
)  # so that games of a day keep their order, and all that a file may hold stay in it
AT_ONCE = 20
BREATH = 0.02  # seconds in which others come first


@dataclass(frozen=True, slots=True)
class Sorted:
    """What of a file is new in a group, and which of the group's results are games of the file."""

    fresh: tuple[OldGame, ...]
    here: Counter[Same]

    @property
    def known(self) -> int:
        """How many games of the file are there already."""
        return self.here.total()


def sort(results: OldResults, group: Group | None) -> Sorted:
    """Part what is new from what the group has."""
    here = Counter[Same]()
    fresh = _fresh(results.games, Roll(group), here) if group else results.games
    return Sorted(tuple(fresh), here)


def bring_in(results: OldResults, group: Group) -> list[Session]:
    """Store what is new, the oldest first, some games at a time: nobody's line waits for thousands of them.

    Where it breaks off, the same file sent again brings the rest. Where two bring the same at once, it is there once.
    """
    found = sort(results, group)
    made: list[Session] = []
    mine: set[int] = set()
    for part in batched(_placed(sorted(found.fresh, key=lambda game: game.day)), AT_ONCE):
        if made:
            sleep(BREATH)
        with writing():
            hold(group.pk)
            roll = Roll(group)
            # somebody else may have brought some of these since they were found new
            left = _fresh([game for game, _place in part], roll, found.here, mine)
            stored = _stored([(game, place) for game, place in part if game in left], roll)
        made += stored
        mine |= {session.pk for session in stored}
    return made


def _fresh(
    games: Sequence[OldGame], roll: Roll, here: Counter[Same], mine: Collection[int] = ()
) -> list[OldGame]:
    """Those of these games that the group does not have. `here`: its results that are games of the file, added to;
    `mine`: sessions that this file has made."""
    known = _known(roll.group, {game.day for game in games}, mine)
    fresh = []
    for game in games:
        same = next((each for each in _sames(game, roll) if known[each] > here[each]), None)
        if same is None:
            fresh.append(game)
        else:
            here[same] += 1
    return fresh


def _sames(game: OldGame, roll: Roll) -> Iterator[Same]:
    """What the group may have a game as: with whoever is meant by its names now, or was meant before a name that was
    left became somebody else's."""
    folded = [names.fold(player) for player in game.players]
    for old in (False, True):
        meant = roll.meant(folded, old=old)
        yield game.same({name: player.folded for name, player in meant.items()})


def _stored(part: Sequence[tuple[OldGame, int]], roll: Roll) -> list[Session]:
    if not part:
        return []
    made = [_store(game, roll.group, roll.players(game.players), place) for game, place in part]
    write_many(roll.group.pk, map(read_again, made))
    return made


def _placed(games: Sequence[OldGame]) -> Iterable[tuple[OldGame, int]]:
    """Every game with how many of its day come before it."""
    before: dict[object, int] = {}
    for game in games:
        yield game, before.get(game.day, 0)
        before[game.day] = before.get(game.day, 0) + 1


def _store(game: OldGame, group: Group, players: Sequence[Player], place: int) -> Session:
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
        Seat(session=session, player=player, number=number, position=number - 1)
        for number, player in enumerate(players, start=1)
    )
    return session


def _known(group: Group, days: set[date], mine: Collection[int]) -> Counter[Same]:
    """The results of these days that the group has, as `OldGame.same`, and how often; but for those of `mine`."""
    found: dict[int, tuple[date, str, set[tuple[str, int]]]] = {}
    for part in batched(sorted(days), BATCH):
        first, last = (datetime.combine(each, time(tzinfo=UTC)) for each in (part[0], part[-1]))
        rows = Score.objects.filter(
            result__group=group, result__finished__gte=first, result__finished__lt=last + timedelta(days=1)
        ).values_list(
            "result__session", "result__finished", "result__game", "player__folded", "points", "won"
        )
        for session, at, game, folded, points, won in rows:
            if session not in mine:
                kept = found.setdefault(session, (at.date(), game, set()))
                kept[2].add((folded, int(won) if points is None else points))
    return Counter((day, game, frozenset(scores)) for day, game, scores in found.values())

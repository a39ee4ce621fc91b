"""Storing old results: sessions with totals and without a log, which count in statistics.

Results that the group has already, from this file or another, are skipped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from scorekeeper.core.i18n.dates import columns_of
from scorekeeper.history.bulk_results import add_many
from scorekeeper.history.models import Score
from scorekeeper.history.projection import Ended, Seated
from scorekeeper.people import names
from scorekeeper.people.groups import lock_group
from scorekeeper.people.models import Group, Player
from scorekeeper.people.names import Roster
from scorekeeper.play.imported_results import ORDER_KNOWN, RULES_KNOWN, imported_outcome, rules_known
from scorekeeper.play.models import Seat, Session
from scorekeeper.play.replay import replay_lines
from scorekeeper.play.session_notes import stored_note
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Seats

from .chunked_transactions import batched
from .results_parser import OldGame, OldResults, Same

BATCH = 200
EVENING = time(20, tzinfo=UTC)
APART = timedelta(
    seconds=1
)  # so that games of a day keep their order, and all that a file may hold stay in it
AT_ONCE = 50  # games of one transaction, about 0.1 s

Placed = tuple[OldGame, int]
"""A game and its index among the games of its day."""


@dataclass(frozen=True, slots=True)
class Sorted:
    """The new games of a file, and the group's results that match its other games."""

    fresh: tuple[OldGame, ...]
    here: Counter[Same]

    @property
    def known(self) -> int:
        """Number of games of the file that the group has already."""
        return self.here.total()


def sort(results: OldResults, group: Group | None) -> Sorted:
    """Separate the new games of a file from those that the group has."""
    here = Counter[Same]()
    fresh = _fresh(results.games, Roster(group), here) if group else results.games
    return Sorted(tuple(fresh), here)


class Stored(NamedTuple):
    """The rows created from a part of a file: sessions and new players."""

    sessions: list[Session]
    players: list[Player]


class ResultsWriter:
    """Writer of a table of old results into a group, part by part.

    `done`: number of games processed before an interruption. `mine`: ids of the sessions created from them.
    """

    def __init__(self, results: OldResults, group: Group, done: int = 0, mine: Collection[int] = ()) -> None:
        self._placed = list(_placed(sorted(results.games, key=lambda game: game.day)))
        self._group, self._done, self._mine = group, done, set(mine)
        self._here = Counter[Same]()
        if done:
            before = [game for game, _place in self._placed[:done]]
            _fresh(before, Roster(group), self._here, self._mine)

    def parts(self) -> Iterator[list[Placed]]:
        """Return the remaining games in parts, the oldest first."""
        return batched(self._placed[self._done :], AT_ONCE)

    def store(self, part: Sequence[Placed]) -> Stored:
        """Store the new games of a part.

        Call within a transaction.
        """
        lock_group(self._group.pk)
        roll = Roster(self._group)
        # a concurrent import may have stored some of these
        left = _fresh([game for game, _place in part], roll, self._here, self._mine)
        wanted = {id(game) for game in left}
        sessions = _stored([each for each in part if id(each[0]) in wanted], roll)
        self._mine |= {session.pk for session in sessions}
        return Stored(sessions, roll.added)


def _fresh(
    games: Sequence[OldGame], roll: Roster, here: Counter[Same], mine: Collection[int] = ()
) -> list[OldGame]:
    """Return the games that the group does not have.

    `here`: the group's results that match games of the file, updated. `mine`: sessions stored from this file.
    """
    known = _known(roll.group, {game.day for game in games}, mine)
    fresh = []
    for game in games:
        same = next((each for each in _sames(game, roll) if known[each] > here[each]), None)
        if same is None:
            fresh.append(game)
        else:
            here[same] += 1
    return fresh


def _sames(game: OldGame, roll: Roster) -> Iterator[Same]:
    """Yield the keys under which a group may have a game: by present and by former names."""
    folded = [names.fold(player) for player in game.players]
    for old in (False, True):
        meant = roll.meant(folded, old=old)
        yield game.same({name: player.folded_name for name, player in meant.items()})


def _stored(part: Sequence[Placed], roll: Roster) -> list[Session]:
    """Store the sessions of these games with their seats and results, in a few statements."""
    if not part:
        return []
    seated = [roll.players(game.players) for game, _place in part]
    sessions = Session.objects.bulk_create(_session(game, roll.group, place) for game, place in part)
    Seat.objects.bulk_create(
        Seat(session=session, player=player, number=number, position=number - 1)
        for session, players in zip(sessions, seated, strict=True)
        for number, player in enumerate(players, start=1)
    )
    add_many(
        roll.group.pk,
        [(session, _ended(session, players)) for session, players in zip(sessions, seated, strict=True)],
    )
    return sessions


def _ended(session: Session, players: Sequence[Player]) -> Ended:
    """Return the finished game without lines, for its projection."""
    game = GAMES[session.game]
    options = game.resolve(session.options)
    keys = [str(number) for number, _player in enumerate(players, start=1)]
    replayed = replay_lines(game, options, Seats(tuple(keys)), ())
    assert session.imported_result is not None
    return Ended(
        game,
        options,
        session.group_id,
        [Seated(player.pk, number, number - 1, None) for number, player in enumerate(players, start=1)],
        replayed,
        game.sheet(replayed.state),
        imported_outcome(session.imported_result, keys, has_points=game.POINTS),
        rules_known=rules_known(session.imported_result),
    )


def _placed(games: Sequence[OldGame]) -> Iterable[Placed]:
    """Yield each game with its index among the games of its day."""
    before: dict[object, int] = {}
    for game in games:
        yield game, before.get(game.day, 0)
        before[game.day] = before.get(game.day, 0) + 1


def _session(game: OldGame, group: Group, place: int) -> Session:
    at = datetime.combine(game.day, EVENING) + place * APART
    keys = {player: str(number) for number, player in enumerate(game.players, start=1)}
    given: dict[str, object] = {"won": [keys[player] for player in game.won]}
    if game.points is not None:
        given["points"] = {keys[player]: each for player, each in zip(game.players, game.points, strict=True)}
    if game.rules_known:
        given |= RULES_KNOWN
    if game.order_known:
        given |= ORDER_KNOWN
    return Session(
        group=group,
        game=game.game,
        rules_version=GAMES[game.game].version,
        options=dict(GAMES[game.game].resolve(game.options)),
        imported_result=given,
        note=stored_note(game.note, None),
        started=at,
        finished=at,
    )


def _known(group: Group, days: set[date], mine: Collection[int]) -> Counter[Same]:
    """Count the group's results of these days by `OldGame.same`, without the sessions in `mine`."""
    found: dict[int, tuple[date, str, set[tuple[str, int]]]] = {}
    for part in batched(sorted(days), BATCH):
        first, last = (datetime.combine(each, time(tzinfo=UTC)) for each in (part[0], part[-1]))
        rows = Score.objects.filter(
            result__group=group,
            result__finished__gte=first - timedelta(days=1),  # days differ between time zones
            result__finished__lt=last + timedelta(days=2),
        ).values_list(
            *("result__session", "result__finished", "result__session__imported_result", "result__game"),
            *("player__folded_name", "points", "won"),
        )
        for session, at, given, game, folded, points, won in rows:
            if session not in mine:
                day = date.fromisoformat(
                    columns_of(at, dated=given is not None)[0]
                )  # as in an exported table
                _day, _game, scores = found.setdefault(session, (day, game, set()))
                scores.add((folded, int(won) if points is None else points))
    return Counter((day, game, frozenset(scores)) for day, game, scores in found.values())

"""Figures of a group over all games of a period.

Wins by seat, by number of players and by stake, and the belt.
They are computed from the scores of the newest `MOST` counted games of the period.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from scorekeeper.people.models import Group
from scorekeeper.play.imported_results import order_known
from scorekeeper.rules.contract import CONCEDED

from .models import Result, Score
from .period import Period
from .standings import Tally

MOST = 2000
ENOUGH = 10  # games below which a share says little
NONE = Tally(0, 0)
RESULT = (
    *("game", "finished", "players", "automatic", "reason", "has_points", "variant__rules"),
    *("session__address", "session__stake", "session__imported_result"),
)


class SeatScore(NamedTuple):
    """The columns of a score (`models.Score`) that figures need.

    An instance of the model takes eight times as long, and the figures read 8,000 scores.
    """

    result_id: int
    player_id: int
    number: int
    team: int | None
    side_points: int | None
    won: bool
    lead: int | None


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A counted game: its result, with the columns `RESULT`, and its scores in order of their seats."""

    result: Result
    scores: Sequence[SeatScore]

    @property
    def staked(self) -> bool:
        """Return whether the game was played for a stake."""
        return bool(self.result.session.stake.get("kind", "none") != "none")

    @property
    def ordered(self) -> bool:
        """Return whether its order of play is known."""
        return order_known(self.result.session.imported_result)

    @property
    def winners(self) -> set[int]:
        """Return the ids of the players who won."""
        return {score.player_id for score in self.scores if score.won}

    @property
    def margin(self) -> int | None:
        """Points between the winning and the next side; None if points did not decide, or with a shared win."""
        result = self.result
        if result.automatic or result.reason == CONCEDED or not result.has_points:
            return None
        sides = {score.number if score.team is None else -1 - score.team: score for score in self.scores}
        won = [score.side_points or 0 for score in sides.values() if score.won]
        lost = [score.side_points or 0 for score in sides.values() if not score.won]
        return won[0] - max(lost) if len(won) == 1 and lost and won[0] > max(lost) else None


@dataclass(frozen=True, slots=True)
class SeatShare:
    """Wins of a place in the order of play, counted from 1."""

    seat: int
    tally: Tally
    fair: Fraction  # wins of each seat if all won equally often


@dataclass(slots=True)
class Belt:
    """The champion's belt, which passes to the sole winner of a game in which its holder loses.

    `since`: day on which the holder won it. `games`: games that the holder has played since, that one included.
    `times`: changes of the holder.
    """

    holder: int
    since: date
    games: int = 1
    times: int = 0


class ClosestGame(NamedTuple):
    """The game with the smallest margin in points, the number of games with a margin, and of others with the same."""

    game: PlayedGame
    margin: int
    games: int
    others: int


@dataclass(frozen=True, slots=True)
class LostLead:
    """The largest lead of a side that did not win: its players, and the number of games with a known course.

    `others`: number of other games with the same.
    """

    game: PlayedGame
    players: Sequence[int]
    points: int
    games: int
    others: int


@dataclass(frozen=True, slots=True)
class GroupFigures:
    """Figures of the games of a period.

    `unordered`: number of games that no seat counts, because their order of play is unknown.
    `by_players`, `by_stake`: wins by player id, for each number of players, and for games with and without a stake.
    `lost_lead`: the largest lead that did not win.
    """

    games: int
    seats: Sequence[SeatShare] = ()
    unordered: int = 0
    by_players: dict[int, dict[int, Tally]] = field(default_factory=dict)
    by_stake: dict[bool, dict[int, Tally]] = field(default_factory=dict)
    belt: Belt | None = None
    closest: ClosestGame | None = None
    lost_lead: LostLead | None = None


def group_figures(group: Group, period: Period, seated: int = 0) -> GroupFigures:
    """Return the figures of a group's games in a period.

    `seated`: id of the player whose seats are counted; 0 for all players.
    Two queries.
    """
    games = played_games(group, period)
    by_players: dict[int, dict[int, Tally]] = {}
    by_stake: dict[bool, dict[int, Tally]] = {}
    for game in games:
        for score in game.scores:
            for sums in (
                by_players.setdefault(game.result.players, {}),
                by_stake.setdefault(game.staked, {}),
            ):
                before = sums.get(score.player_id, NONE)
                sums[score.player_id] = Tally(before.won + score.won, before.games + 1)
    of_seats = [game for game in games if not seated or seated in {score.player_id for score in game.scores}]
    ordered = [game for game in of_seats if game.ordered]
    seats, unordered = _seats(ordered, seated), len(of_seats) - len(ordered)
    closest, lost_lead = closest_game(games), lost_lead_of(games)
    return GroupFigures(len(games), seats, unordered, by_players, by_stake, _belt(games), closest, lost_lead)


def closest_game(games: Sequence[PlayedGame]) -> ClosestGame | None:
    """Return the first game with the least margin between its best two sides, if any has one."""
    close = [(margin, game) for game in games if (margin := game.margin) is not None]
    if not close:
        return None
    margin, game = min(close, key=itemgetter(0))
    return ClosestGame(game, margin, len(close), sum(each == margin for each, _game in close) - 1)


def lost_lead_of(games: Sequence[PlayedGame]) -> LostLead | None:
    """Return the largest lead of a side that did not win, the first of equal ones, if there is any."""
    known = [game for game in games if any(score.lead is not None for score in game.scores)]
    lost = [(game, score) for game in known for score in game.scores if score.lead and not score.won]
    if not lost:
        return None
    game, score = max(lost, key=lambda each: each[1].lead or 0)
    side = [
        each.player_id
        for each in game.scores
        if each is score or (score.team is not None and each.team == score.team)
    ]
    same = {id(each) for each, other in lost if other.lead == score.lead}
    return LostLead(game, side, score.lead or 0, len(known), len(same) - 1)


def played_games(group: Group, period: Period) -> list[PlayedGame]:
    """Return the newest counted games of a period, the oldest first."""
    found = Result.objects.filter(period.matches(), group=group, counted=True)
    newest = found.select_related("session", "variant").only(*RESULT).order_by("-finished", "-session")[:MOST]
    results = {result.pk: result for result in newest}
    rows = Score.objects.filter(result__in=results).order_by("result", "position")
    scores = map(SeatScore._make, rows.values_list(*SeatScore._fields))
    by_result = {pk: list(each) for pk, each in groupby(scores, key=lambda score: score.result_id)}
    return [PlayedGame(result, by_result.get(pk, [])) for pk, result in reversed(results.items())]


def _seats(games: Sequence[PlayedGame], player: int) -> list[SeatShare]:
    """Return the wins of each place in the order of play; of one player, or of all (0)."""
    won: dict[int, int] = {}
    played: dict[int, int] = {}
    fair: dict[int, Fraction] = {}
    for game in games:
        share = Fraction(len(game.winners), len(game.scores) or 1)
        for seat, score in enumerate(game.scores, 1):
            if player not in (0, score.player_id):
                continue
            won[seat] = won.get(seat, 0) + score.won
            played[seat] = played.get(seat, 0) + 1
            fair[seat] = fair.get(seat, Fraction(0)) + share
    return [SeatShare(seat, Tally(won[seat], played[seat]), fair[seat]) for seat in sorted(played)]


def _belt(games: Sequence[PlayedGame]) -> Belt | None:
    """Return the belt after these games, the oldest first; the first sole winner takes it."""
    belt: Belt | None = None
    for game, winner in _sole_winners(games):
        if belt is None:
            belt = Belt(winner, game.result.day) if winner else None
        elif belt.holder in {score.player_id for score in game.scores}:
            if winner and winner != belt.holder:
                belt = Belt(winner, game.result.day, times=belt.times + 1)
            else:
                belt.games += 1
    return belt


def _sole_winners(games: Sequence[PlayedGame]) -> Iterator[tuple[PlayedGame, int]]:
    """Yield each game with its only winner, 0 for a draw, a shared win or a win of partners."""
    for game in games:
        winners = game.winners
        yield game, next(iter(winners)) if len(winners) == 1 else 0

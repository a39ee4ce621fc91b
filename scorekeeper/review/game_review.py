"""Review of a finished dice game by the coach: luck, choices and chances of winning.

A game that runs has no review, nor has one that was given up, because it can be carried on. The log only grows, so
its length tells one state of a game from another: a correction makes a new review.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scorekeeper.core.bounded_cache import BoundedCache
from scorekeeper.games.dice_sheet.advice import has_failed
from scorekeeper.play.table import Table, rule_seats
from scorekeeper.rules import DICE_GAMES
from scorekeeper.rules.dice_sheet.move import SheetMove

if TYPE_CHECKING:
    from scorekeeper.coach.analysis import PlayerReport, TurnReport
    from scorekeeper.coach.solver import Table as CoachTable
    from scorekeeper.coach.winning import Winning

MOST_IN_MEMORY = 50  # reviews of about 30 kB


@dataclass(slots=True)
class PlayerReview:
    """A player's game: `expected + luck - given_away - unplayed = total`.

    `turns`: the player's lines, without boxes that were crossed out because the player or the game stopped. `unplayed`:
    the points expected of these boxes, and of those that an automatic win left open.
    """

    expected: float
    total: int
    given_away: float
    luck: float
    unplayed: float
    turns: list[TurnReport] = field(default_factory=list)

    @property
    def whole(self) -> bool:
        """Whether every box was played."""
        return abs(self.unplayed) < 1e-9

    @property
    def without_dice(self) -> int:
        """The number of lines entered as points."""
        return sum(turn.dice is None for turn in self.turns)


@dataclass(frozen=True, slots=True)
class GameReview:
    """The review of a game."""

    players: dict[str, PlayerReview]  # by seat key
    winning: Winning | None  # None while it is computed


_reviews: BoundedCache[tuple[int, int, str], GameReview] = BoundedCache(MOST_IN_MEMORY)


def forget() -> None:
    """Drop the reviews in memory."""
    _reviews.clear()


def can_be_reviewed(table: Table) -> bool:
    """Whether a game has ended, and has lines that the coach understands."""
    known = bool(table.game.BOXES) and table.session.imported_result is None
    return known and table.outcome is not None and table.session.ended is None and bool(table.replayed.lines)


def coach_table(table: Table) -> CoachTable | None:
    """Return the coach's table for the house rules; None, and start to compute it, if missing."""
    from scorekeeper.coach import store  # noqa: PLC0415 - numpy is imported where it is used

    return store.table_of(DICE_GAMES[table.session.game], table.options)


def coach_failed(table: Table) -> bool:
    """Return whether the coach's table could not be computed a short time ago."""
    return has_failed(DICE_GAMES[table.session.game], table.options)


def review_of(table: Table, coach: CoachTable) -> GameReview:
    """Return the review of a game, from memory if the log has not grown.

    60 to 190 ms for four players.
    """
    key = (table.session.pk, table.count, coach.model.digest)
    known = _reviews.get(key)
    if known is not None:
        return known
    found = GameReview(reviewed_players(table, coach), _winning(table, coach))
    if found.winning is not None:
        _reviews.put(key, found)
    return found


def reviewed_players(table: Table, coach: CoachTable) -> dict[str, PlayerReview]:
    """Return luck and choices of each player by seat key."""
    from scorekeeper.coach.analysis import analyse  # noqa: PLC0415 - numpy is imported where it is used

    moves = [move for line in lines_of(table) for move in line]
    reports = analyse(coach, rule_seats(table.seats), moves)
    cut = _cut_off(table)
    return {key: _player(report, cut.get(key, frozenset())) for key, report in reports.items()}


def lines_of(table: Table) -> list[list[SheetMove]]:
    """Return the moves of each line in effect."""
    parse = DICE_GAMES[table.session.game].parse
    return [[parse(move) for move in line.moves] for line in table.replayed.lines]


def _cut_off(table: Table) -> dict[str, frozenset[str]]:
    """Return each player's boxes that were crossed out because the player or the game stopped."""
    found: dict[str, set[str]] = {}
    for line in table.replayed.lines:
        if line.first.data.get("home"):
            for move in line.moves:
                if move.get("strike"):
                    found.setdefault(move["player"], set()).add(move["box"])
    return {key: frozenset(boxes) for key, boxes in found.items()}


def _player(report: PlayerReport, cut: frozenset[str]) -> PlayerReview:
    turns = [turn for turn in report.turns if turn.box not in cut]
    lost = sum(-turn.luck for turn in report.turns if turn.box in cut)
    luck = sum(turn.luck for turn in turns)
    return PlayerReview(report.expected, report.total, report.given_away, luck, report.unplayed + lost, turns)


def _winning(table: Table, coach: CoachTable) -> Winning | None:
    """Return the chances of winning; None while the chances of the sheets are computed."""
    from scorekeeper.coach import chances, store, winning  # noqa: PLC0415 - numpy is imported where it is used

    stored = store.chances_of(coach) if chances.fits(coach.model) else None
    if stored is None and chances.fits(coach.model):
        return None
    return winning.winning_chances(coach, stored, rule_seats(table.seats), lines_of(table))

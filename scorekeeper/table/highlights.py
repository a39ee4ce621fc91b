"""Highlights of a finished game: true and rare facts about its course, read from its lines.

Pure: no database, no texts. A highlight is a code with fields; `rarity` estimates how often a game has one like it, so
that the rarest is shown. The estimates follow the frequencies in random games (docs/decisions/results.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import exp
from typing import Any

from scorekeeper.rules.contract import Game, Options, Outcome, Seats

Totals = tuple[int, ...]  # of each side, in the order of the outcome's sides

MOST_COMMON = 0.25  # a highlight that more games have is none
LEAST_ROUNDS = 4  # a shorter game has no course
MANY_CHANGES = 5
CLOSE = 0.05  # largest distance from first to last, as a share of the winner's total


@dataclass(frozen=True, slots=True)
class Highlight:
    """A fact about a finished game: its code, its seats, and the fields of its text."""

    code: str
    rarity: float
    seats: tuple[str, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Course:
    """The course of a game that one of at least two sides won.

    `winner`: index of the winning side. `rounds`: totals after each complete round. `before_last`: totals before the
    last line. `final`: totals at the end. `in_rounds`: the last line completed a round.
    """

    outcome: Outcome
    winner: int
    rounds: Sequence[Totals]
    before_last: Totals
    final: Totals
    in_rounds: bool

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the winning side."""
        return self.outcome.sides[self.winner]

    def ahead(self, totals: Totals) -> int:
        """The distance of the winner to the best other side; negative if behind."""
        return totals[self.winner] - max(total for place, total in enumerate(totals) if place != self.winner)


def course_of(
    game: Game[Any, Any], options: Options, seats: Seats, lines: Sequence[Sequence[Mapping[str, Any]]]
) -> Course | None:
    """Return the course of a finished game.

    `lines`: the moves of each line. None without points, without a single winning side, and where lines were written
    in another order than they were played.
    """
    if not game.POINTS or not lines or not _in_order(game, seats, lines):
        return None
    state, along = game.start(options, seats), []
    for moves in lines:
        for move in moves:
            state = game.apply(state, game.parse(move), check_order=False)
        along.append(game.scores(state))
    outcome = game.outcome(state)
    winners = (
        [place for place, side in enumerate(outcome.sides) if set(side) & set(outcome.winners)]
        if outcome
        else []
    )
    if outcome is None or len(winners) != 1 or len(outcome.sides) < 2:
        return None
    start = game.scores(game.start(options, seats))
    every = [tuple(sum(each[key] for key in side) for side in outcome.sides) for each in (start, *along)]
    per_round = len(seats.players) if game.BOXES else 1
    in_rounds = len(lines) % per_round == 0
    final = tuple(outcome.side_score(side) for side in outcome.sides)
    rounds = every[per_round::per_round]
    return Course(
        outcome, winners[0], (*rounds[:-1], final) if in_rounds else rounds, every[-2], final, in_rounds
    )


def course_highlights(course: Course) -> Iterator[Highlight]:
    """Yield the highlights of a course, common ones included."""
    if len(course.rounds) < LEAST_ROUNDS:
        return
    yield from _behind(course)
    yield from _leads(course)
    yield from _spread(course)


def rarest(highlights: Sequence[Highlight]) -> Highlight | None:
    """Return the rarest highlight, the first of equals; None if all are common."""
    rare = [each for each in highlights if each.rarity <= MOST_COMMON]
    return min(rare, key=lambda each: each.rarity, default=None)


def _in_order(game: Game[Any, Any], seats: Seats, lines: Sequence[Sequence[Mapping[str, Any]]]) -> bool:
    """Return whether each line was written in its turn, as far as the moves show it."""
    if any(len(moves) != 1 or moves[0].get("out_of_turn") for moves in lines):
        return False
    players = seats.players
    return not game.BOXES or all(
        moves[0]["player"] == players[place % len(players)] for place, moves in enumerate(lines)
    )


def _behind(course: Course) -> Iterator[Highlight]:
    """Yield the winner's deficits: before the last line, during the game, from the last place."""
    scale = max(1, *course.final)
    behind = -course.ahead(course.before_last)
    if behind > 0:
        yield Highlight("last_turn", 0.03 * exp(-5 * behind / scale), course.seats, {"points": behind})
    most = max(-course.ahead(totals) for totals in course.rounds)
    if most > 0:
        yield Highlight("comeback", exp(-7 * most / scale), course.seats, {"points": most})
    later = course.rounds[len(course.rounds) // 2 :]
    if len(course.final) > 2 and any(_is_last(course, totals) for totals in later):
        yield Highlight("last_place", 0.08, course.seats)


def _is_last(course: Course, totals: Totals) -> bool:
    return all(totals[course.winner] < total for place, total in enumerate(totals) if place != course.winner)


def _leads(course: Course) -> Iterator[Highlight]:
    """Yield how often the lead changed, or that it never did."""
    if all(course.ahead(totals) > 0 for totals in course.rounds) and course.ahead(course.final) > 0:
        yield Highlight("led_throughout", 0.2, course.seats)
    changes = sum(one != other for one, other in pairwise(_leaders(course.rounds)))
    if changes >= MANY_CHANGES:
        yield Highlight("lead_changes", 0.05 * exp(-0.8 * (changes - MANY_CHANGES)), (), {"count": changes})


def _leaders(rounds: Sequence[Totals]) -> list[int]:
    """Return the leading side after each round; rounds with a tie for the lead are left out."""
    return [totals.index(max(totals)) for totals in rounds if totals.count(max(totals)) == 1]


def _spread(course: Course) -> Iterator[Highlight]:
    """Yield that all sides ended close together."""
    distance = max(course.final) - min(course.final)
    if len(course.final) > 2 and not course.outcome.is_decided and distance <= CLOSE * max(course.final):
        yield Highlight("spread", 0.01, (), {"points": distance})

"""The chance of winning during a game: exact totals of independent players at optimal play.

A side's total is the sum of its players'. The highest total wins; sides that tie share the chance. The chances after
each round of turns follow from the sheets as they stood then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from scorekeeper.rules.contract import Seats
from scorekeeper.rules.dice_sheet.move import SheetMove

from .chances import Chances, chances_at
from .dice_steps import Array
from .model import Place
from .solver import Table


@dataclass(frozen=True, slots=True)
class Winning:
    """Each side's chance of winning, at the start and after each round of turns.

    `exact`: from which round on the chances are exact, 0 for all of them.
    """

    rounds: list[list[float]]
    exact: int


def winning_chances(
    table: Table, stored: Array | None, seats: Seats, lines: Iterable[Sequence[SheetMove]]
) -> Winning:
    """Return the chances of a game; the moves of its lines were accepted before, in this order."""
    courses = _courses(table, seats, lines)
    rounds, exact = [], 0
    for at in range(max(map(len, courses.values()))):
        sides = []
        for side in seats.sides:
            total, known = np.ones(1), True
            for player in side:
                points, place = courses[player][min(at, len(courses[player]) - 1)]
                chances = chances_at(table, place, stored)
                total = np.convolve(total, _moved(chances, points))
                known &= chances.exact
            sides.append(total)
            exact = exact if known else at + 1
        rounds.append(shares(sides))
    return Winning(rounds, exact)


def shares(totals: Sequence[Array]) -> list[float]:
    """Return each side's chance of the highest total; equal totals share it.

    The share of a side with a total is the integral over t from 0 to 1 of the product of (others below + t times others
    equal), which counts one half for one other equal side, a third for two, and so on.
    """
    length = max(map(len, totals))
    chances = np.array([np.pad(each, (0, length - len(each))) for each in totals])
    below = np.cumsum(chances, axis=1) - chances
    nodes, weights = np.polynomial.legendre.leggauss(len(totals) // 2 + 1)
    found = np.zeros(len(totals))
    for node, weight in zip((nodes + 1) / 2, weights / 2, strict=True):
        terms = below + node * chances
        for side in range(len(totals)):
            found[side] += weight * float(chances[side] @ np.delete(terms, side, axis=0).prod(axis=0))
    return [float(each) for each in found / found.sum()]


def _courses(
    table: Table, seats: Seats, lines: Iterable[Sequence[SheetMove]]
) -> dict[str, list[tuple[int, Place]]]:
    """Return the total and the place of each player, at the start and after each line of theirs."""
    game, options = table.model.game, table.model.options
    state = game.start(options, seats)
    found = {player: [(0, Place(0, 0, 0, 0))] for player in seats.players}
    for moves in lines:
        for move in moves:
            state = game.apply(state, move, check_order=False)
        for player in {move.player for move in moves}:
            column = state.column(player)
            found[player].append((game.total(options, column), table.model.place(column)))
    return found


def _moved(chances: Chances, points: int) -> Array:
    return np.concatenate([np.zeros(points), chances.of])

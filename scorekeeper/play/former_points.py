"""Points of corrected moves as they were first entered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scorekeeper.rules.contract import Game, Options, RuleError, Seats

from .replay import Line, ReplayedGame


def former_points(
    game: Game[Any, Any], options: Options, seats: Seats, replayed: ReplayedGame
) -> dict[tuple[int, int], dict[str, int]]:
    """Return the points of players that corrected moves had when entered, by line number and index in the line.

    Without moves that were in another box, and lines that the rules of today refuse as first entered. The game is
    replayed once, for any number of corrections.
    """
    lines = list(replayed.lines)
    while lines and lines[-1].latest is lines[-1].first:
        lines.pop()
    found: dict[tuple[int, int], dict[str, int]] = {}
    state, moves = game.start(options, seats) if lines else None, 0
    for line in lines:
        if line.latest is not line.first:
            for place, player, points in _as_entered(game, state, moves, line):
                found.setdefault(place, {})[player] = points
        for move in line.moves:
            state = game.apply(state, game.parse(move), check_order=False)
        moves += len(line.moves)
    return found


def _as_entered(
    game: Game[Any, Any], state: Any, moves: int, line: Line
) -> Iterator[tuple[tuple[int, int], str, int]]:
    """Yield the points of a line's first moves. `state`, `moves`: the game before the line, and its moves."""
    first = line.first.data["moves"]
    try:
        for move in first:
            state = game.apply(state, game.parse(move), check_order=False)
    except RuleError:
        return
    same_box = [old.get("box") == new.get("box") for old, new in zip(first, line.moves, strict=False)]
    sheet = game.sheet(state)
    for row in sheet.rows:
        for player, cell in zip(sheet.players, row.cells, strict=True):
            index = -1 if cell.line is None else cell.line - moves
            if 0 <= index < len(same_box) and same_box[index] and cell.points is not None:
                yield (line.number, index), player, cell.points

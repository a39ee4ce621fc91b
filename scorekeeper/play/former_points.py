"""Points of a corrected line as it was first entered."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from scorekeeper.rules.contract import RuleError

from .replay import BrokenLineError, replay_lines
from .table import Table, rule_seats


def former_points(table: Table, number: int, index: int = 0) -> int | None:
    """Return the points that a corrected move had when it was entered.

    None if the line was never corrected, was in another box, has the same points now, or is refused by the rules of
    today. `number`, `index`: the line and the move in it.
    """
    line = table.replayed.line(number)
    if line is None or line.latest is line.first or index >= len(line.first.data["moves"]):
        return None
    if line.first.data["moves"][index].get("box") != line.moves[index].get("box"):
        return None
    before = takewhile(lambda each: each is not line, table.replayed.lines)
    first = replace(line, moves=tuple(line.first.data["moves"]))
    try:
        replayed = replay_lines(table.game, table.options, rule_seats(table.seats), [*before, first])
    except (BrokenLineError, RuleError):
        return None
    now, old = table.places.get((number, index)), None
    for row in table.game.sheet(replayed.state).rows:
        for cell in row.cells:
            if cell.line is not None and replayed.places[cell.line] == (number, index):
                old = cell.points
    return None if now is not None and now.points == old else old

"""A position as text: the sheet of one player, the dice and the throws left."""

from __future__ import annotations

from typing import Any, NamedTuple

from scorekeeper.rules import move_fields
from scorekeeper.rules.contract import IllegalMoveError, InvalidMoveError, shown
from scorekeeper.rules.dice import parse_dice
from scorekeeper.rules.dice_sheet.game import Column
from scorekeeper.rules.dice_sheet.state import Fit, Written
from scorekeeper.rules.dice_sheet.values import values

from .dice_steps import Keep
from .model import Model
from .solver import Table
from .turn import Turn

_FIELDS = frozenset({"written", "dice", "throws_left", "spares"})


class Position(NamedTuple):
    """A player's column, the sorted dice (empty before the first throw) and the throws made."""

    column: Column
    dice: Keep
    made: int


def parse_position(model: Model, data: object) -> Position:
    """Return the position of a JSON value.

    Raises InvalidMoveError for malformed input, also `bad_throws_left` (`most`) and `bad_spares` (`most`), and
    IllegalMoveError for points that a box cannot have.
    """
    found = move_fields.as_object(data, _FIELDS)
    spares = move_fields.count(found, "spares", 0) or 0
    column = _column(model, found.get("written", {}), spares)
    left = move_fields.count(found, "throws_left", 0)
    if not found.get("dice"):
        if left not in (None, model.throws):
            raise InvalidMoveError("missing_field", field="dice")
        return Position(column, (), 0)
    if left is None:
        raise InvalidMoveError("missing_field", field="throws_left")
    if left >= model.throws:
        raise InvalidMoveError("bad_throws_left", most=model.throws - 1)
    return Position(column, tuple(sorted(parse_dice(found["dice"], model.game.dice))), model.throws - left)


def describe(table: Table, position: Position) -> dict[str, Any]:
    """Return the value of a position with its keeps, or after the last throw with its boxes.

    A spare throw that may follow the last one adds its keeps to the boxes.
    """
    turn = Turn(table, table.model.place(position.column))
    if not position.dice:
        return {"value": turn.value, "keeps": [{"keep": [], "value": turn.value}]}
    dice, made = position.dice, position.made
    keeps = [{"keep": list(keep), "value": value} for keep, value in turn.keeps(dice, made)]
    found: dict[str, Any] = {"value": turn.roll_value(dice, made)}
    if made >= table.model.throws:
        found["boxes"] = [each._asdict() for each in turn.boxes(dice, made)]
    return found | ({"keeps": keeps} if keeps else {})


def _column(model: Model, written: object, spares: int) -> Column:
    """Return the column with these boxes filled; it is not full."""
    if not isinstance(written, dict):
        raise InvalidMoveError("not_an_object")
    cells: dict[str, Written] = {}
    five_alike = False
    # a box that others wait for (generala, yahtzee) is read before them
    for box in sorted(written, key=lambda name: name not in map(model.boxes.__getitem__, model.marked)):
        if box not in model.boxes:
            raise InvalidMoveError("unknown_box")
        points = move_fields.count(written, box, 0)
        assert points is not None
        five_alike = (
            _proves_five_alike(model, Column(dict(cells), five_alike=True), box, points) or five_alike
        )
        cells[box] = Written(points, 0)
    if len(cells) == len(model.boxes):
        raise IllegalMoveError("sheet_full")
    column = Column(cells, sum(cell.points for cell in cells.values()), five_alike, spared=spares)
    most = model.most_spares(model.place(column).filled)
    if spares > most:
        raise InvalidMoveError("bad_spares", most=most)
    return column


def _proves_five_alike(model: Model, column: Column, box: str, points: int) -> bool:
    """Return whether only five alike give these points; refuse points that no roll gives."""
    if not points:
        return False
    game, options = model.game, model.options
    found: dict[int, Fit] = {}
    for context in {game.context(options, column), game.context(options, Column({}))}:
        for first in (True, False):
            found.update(values(game, options, context, box, first))
    if points not in found:
        possible = [value for value in sorted(found) if value]
        raise IllegalMoveError("impossible_points", box=shown(box), points=points, values=possible, why=None)
    return found[points].five_alike

"""A line on a box sheet, by its dice, by its points, or as a strike; its entry."""

from __future__ import annotations

from collections.abc import Set
from typing import Any, NamedTuple

from scorekeeper.rules import move_fields
from scorekeeper.rules.contract import InvalidMoveError
from scorekeeper.rules.dice import parse_dice

_FIELDS = frozenset({"player", "box", "dice", "throws", "points", "strike", "out_of_turn", "note"})


class SheetMove(NamedTuple):
    """The line that a player writes on a box sheet.

    `dice`: in the order entered. `throws`: None means the game's most without spare throws. A line without `dice`
    has `points` or is a strike. A line without `box` can only be an automatic win.
    """

    player: str
    box: str | None = None
    dice: tuple[int, ...] | None = None
    throws: int | None = None
    points: int | None = None
    strike: bool = False
    out_of_turn: bool = False
    note: str = ""


def parse_move(data: object, dice: int, boxes: Set[str]) -> SheetMove:
    """Return the move of a transcript entry.

    Raises InvalidMoveError if the entry is malformed.
    """
    found = move_fields.as_object(data, _FIELDS)
    box = move_fields.name(found, "box") if "box" in found else None
    if box is not None and box not in boxes:
        raise InvalidMoveError("unknown_box")
    move = SheetMove(
        move_fields.name(found, "player"),
        box,
        parse_dice(found["dice"], dice) if "dice" in found else None,
        move_fields.count(found, "throws", 1),
        move_fields.count(found, "points", 0),
        move_fields.flag(found, "strike"),
        move_fields.flag(found, "out_of_turn"),
        move_fields.note(found),
    )
    if move.strike and move.points is not None:
        raise InvalidMoveError("strike_with_points")
    if move.dice is None and move.points is None and not move.strike:
        raise InvalidMoveError("nothing_written")
    if box is None and (move.dice is None or move.points is not None or move.strike):
        raise InvalidMoveError("missing_field", field="box")
    return move


def dump_move(move: SheetMove) -> dict[str, Any]:
    """Return the transcript entry of a move, without empty fields."""
    data: dict[str, Any] = {"player": move.player}
    if move.box is not None:
        data["box"] = move.box
    if move.dice is not None:
        data["dice"] = list(move.dice)
    if move.throws is not None:
        data["throws"] = move.throws
    if move.points is not None:
        data["points"] = move.points
    for flag in ("strike", "out_of_turn"):
        if getattr(move, flag):
            data[flag] = True
    if move.note:
        data["note"] = move.note
    return data

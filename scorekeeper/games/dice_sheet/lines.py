"""Texts of lines on a sheet of boxes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorekeeper.games.base import LineTexts, Move
from scorekeeper.games.phrases import box_name
from scorekeeper.play.replay import Line
from scorekeeper.play.table import Place, Table
from scorekeeper.rules.naming import labels_of


class SheetLines(LineTexts):
    """Texts of a line that writes one box, or strikes all open boxes of a player who leaves."""

    def player(self, move: Move) -> str | None:
        """Return the player of the written column."""
        key: str = move["player"]
        return key

    def heading(self, table: Table, index: int) -> str:
        """Return the number of the turn."""
        return pgettext("of the sheet", "Turn %(number)d") % {"number": index + 1}

    def label(self, table: Table, move: Move) -> str:
        """Return the name of the box."""
        label = _printed_label(table, move)
        return box_name(label) if label else _("five of a kind on the first roll")

    def short(self, table: Table, line: Line) -> str:
        """Return the points, or the struck box."""
        text = self.content(table, line)
        points = text.rsplit(" ", 1)[-1]
        return points if points.isdigit() and len(line.moves) == 1 else text

    def content(self, table: Table, line: Line) -> str:
        """Return the box and its points."""
        if len(line.moves) > 1:
            return _count_struck(line.moves)
        place = table.places.get((line.number, 0))
        if place is None:
            return _("five of a kind on the first roll")
        return cell_text(place)

    def former_content(self, table: Table, moves: tuple[dict[str, Any], ...]) -> str:
        """Return the box with its points or dice."""
        if len(moves) > 1:
            return _count_struck(moves)
        move = moves[0]
        label = _printed_label(table, move)
        if not label:
            return _("five of a kind on the first roll")
        if move.get("strike"):
            return _("%(box)s, crossed out") % {"box": box_name(label)}
        if "points" in move:
            return f"{box_name(label)} {move['points']}"
        return _("%(box)s with %(dice)s") % {"box": box_name(label), "dice": " ".join(map(str, move["dice"]))}

    def details(self, table: Table, moves: list[dict[str, Any]]) -> list[str]:
        """Return the number of struck boxes, or "crossed out"."""
        if len(moves) > 1:
            return [_boxes_struck(moves)]
        return [_("crossed out")] if moves[0].get("strike") else []

    def refusal(self, table: Table, line: Line) -> tuple[str, str]:
        """Name the line that a refused write would break by its turn and player."""
        turn = turn_of(table, line.number, 0)
        player = table.name(line.moves[0]["player"])
        strong = _("That would break turn %(turn)d of %(player)s.") % {"turn": turn, "player": player}
        return strong, _("See turn %(turn)d") % {"turn": turn}


LINES = SheetLines()


def cell_text(place: Place) -> str:
    """Describe the content of a cell: "full house 30", "fours, crossed out"."""
    box = box_name(place.row.label)
    if place.points == 0:
        return _("%(box)s, crossed out") % {"box": box}
    return f"{box} {place.points}"


def ordinal_throw(throws: int) -> str:
    """Return the ordinal of a throw: "third throw", "4th throw"."""
    words = ("", _("first roll"), _("second roll"), _("third roll"))
    return words[throws] if throws < len(words) else _("%(count)dth roll") % {"count": throws}


def turn_of(table: Table, number: int, index: int) -> int:
    """Return the number of the player's turn in which a move was written."""
    line = table.replayed.line(number)
    assert line is not None
    player = line.moves[index]["player"]
    turn = 0
    for place in table.replayed.places:
        other = table.replayed.line(place[0])
        assert other is not None
        turn += other.moves[place[1]]["player"] == player
        if place == (number, index):
            break
    return turn


def _boxes_struck(moves: Sequence[Move]) -> str:
    words = ngettext("%(count)d box crossed out", "%(count)d boxes crossed out", len(moves))
    return words % {"count": len(moves)}


def _count_struck(moves: Sequence[Move]) -> str:
    text = _boxes_struck(moves)
    together = len({move["player"] for move in moves}) > 1
    return _("ended as it stands (%(boxes)s)") % {"boxes": text} if together else text


def _printed_label(table: Table, move: Move) -> str:
    """Return the printed label of a move's box; "" for an automatic win without a box.

    Boxes that this table leaves out have a label too.
    """
    key = move.get("box", "")
    printed = next((box.label for box in table.game.BOXES if box.name == key), "")
    return labels_of(table.game, table.session.options).get(key, printed)

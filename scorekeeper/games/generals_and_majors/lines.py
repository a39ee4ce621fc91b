"""Texts of the turns and other lines of Generals and Majors."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.base import Move
from scorekeeper.games.card_rounds.cards import written
from scorekeeper.games.card_rounds.lines import CardLines
from scorekeeper.games.phrases import and_list
from scorekeeper.play.table import Table

NO_TURN = ("redeal", "concede", "end")


class GeneralsAndMajorsLines(CardLines):
    """Texts of a line that is a turn, new cards for a player, or the end of the game."""

    def player(self, move: Move) -> str | None:
        """Return the player; None for the end without cards."""
        return move.get("player")

    def heading(self, table: Table, index: int) -> str:
        """Return the number of the turn; other lines belong to the next turn."""
        return _("Turn %(number)d") % {"number": turn_number(table, index)}

    def name(self, table: Table, index: int | None, move: Move) -> str:
        """Return the kind of the line."""
        if "end" in move:
            return _("the end")
        if "redeal" in move:
            return _("new cards")
        if "concede" in move:
            return _("giving up")
        return _("turn") if index is None else _("turn %(number)d") % {"number": turn_number(table, index)}

    def written(self, table: Table, index: int | None, move: Move) -> str:
        """Describe the deployed cards and their cancellations."""
        if "end" in move:
            return _("no cards left")
        if "redeal" in move:
            return _("seven new cards")
        if "concede" in move:
            return _("gives up")
        cards = [name_of(each) for each in (*_commander(move), *move.get("armies", ()))]
        if not cards:
            return _("nothing played")
        return listed([and_list([written(card) for card in cards]), *_cancelled(move)])


def turn_number(table: Table, index: int) -> int:
    """Return the number of the turn of the move at `index`, or of the turn after it."""
    moves = [table.replayed.line(line).moves[at] for line, at in table.replayed.places[: index + 1]]  # type: ignore[union-attr]
    turns = sum(is_turn(move) for move in moves)
    return turns if len(moves) > index and is_turn(moves[index]) else turns + 1


def is_turn(move: Move) -> bool:
    """Return whether a line is a turn."""
    return not any(kind in move for kind in NO_TURN)


def name_of(laid: object) -> str:
    """Return the card of a deployed card in an entry."""
    return str(laid["card"] if isinstance(laid, dict) else laid)


def _commander(move: Move) -> list[object]:
    return [move["commander"]] if "commander" in move else []


def _cancelled(move: Move) -> Iterable[str]:
    for each in move.get("cancel", ()):
        cards = {side: and_list([written(card) for card in each[side]]) for side in ("mine", "theirs")}
        sentence = (
            _("%(mine)s cancels %(theirs)s") if len(each["mine"]) == 1 else _("%(mine)s cancel %(theirs)s")
        )
        yield sentence % cards

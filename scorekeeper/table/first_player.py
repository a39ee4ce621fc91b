"""Choices of the player who starts a rematch, for the result of a game without a deal."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scorekeeper.play.models import Session
from scorekeeper.play.rematches import first_seat
from scorekeeper.play.table import Table

First = Session.FirstPlayer


@dataclass(frozen=True, slots=True)
class FirstPlayerChoice:
    """One choice: its value, a label with the player, and whether it is preselected."""

    value: str
    label: str
    chosen: bool


def first_player_choices(table: Table) -> list[FirstPlayerChoice]:
    """Return the choices, none for a game with a deal (the rules decide) or one player."""
    if table.game.DEALS or len(table.seats) < 2 or table.outcome is None:
        return []
    labels = {
        First.SAME: _("%(player)s, as before"),
        First.NEXT: _("%(player)s, the next player"),
        First.WINNER: _("%(player)s, the winner"),
        First.LOSER: _("%(player)s, in last place"),
    }
    return [
        FirstPlayerChoice(
            value,
            label % {"player": table.name(first_seat(table, value))},
            value == table.session.first_player,
        )
        for value, label in labels.items()
    ]

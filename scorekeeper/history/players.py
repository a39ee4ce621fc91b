"""The results of players who turn out to be one person: what this room answers to `people.doubles`."""

from __future__ import annotations

from scorekeeper.people.doubles import Holder
from scorekeeper.people.models import Player

from . import sums
from .course import first_places, put_right
from .models import Cell, Score


class Scores(Holder):
    """What is kept of the games that somebody played."""

    def move(self, gone: Player, stays: Player) -> None:
        """The other's scores and boxes are his: as if they were made again from the log and its seats."""
        places = first_places(gone.pk)
        Score.objects.filter(player=gone).update(player=stays)
        Cell.objects.filter(player=gone).update(player=stays)
        sums.move(gone.group_id, gone.pk, stays.pk)
        for variant, place in places.items():
            put_right(gone.group_id, variant, place)

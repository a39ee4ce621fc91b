"""The results of players who turn out to be one person: what this room answers to `people.doubles`."""

from __future__ import annotations

from scorekeeper.people.models import Player
from scorekeeper.people.player_merge import Holder

from . import aggregates
from .models import Cell, Score
from .rating_history import first_places, put_right


class Scores(Holder):
    """What is kept of the games that somebody played."""

    def move(self, gone: Player, stays: Player) -> None:
        """The other's scores and boxes are his: as if they were made again from the log and its seats."""
        places = first_places(gone.pk)
        Score.objects.filter(player=gone).update(player=stays)
        Cell.objects.filter(player=gone).update(player=stays)
        aggregates.move(gone.group_id, gone.pk, stays.pk)
        for variant, place in places.items():
            put_right(gone.group_id, variant, place)

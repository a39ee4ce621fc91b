"""The history room's hook for player merges."""

from __future__ import annotations

from scorekeeper.people.models import Player
from scorekeeper.people.player_merge import MergeHandler

from . import aggregates
from .models import Cell, Score
from .rating_history import first_places, recompute


class Scores(MergeHandler):
    """Merge handler for the scores and cells of a player."""

    def move(self, gone: Player, stays: Player) -> None:
        """Move the scores, cells and sums of a merged player, as a rebuild from the logs would."""
        places = first_places(gone.pk)
        Score.objects.filter(player=gone).update(player=stays)
        Cell.objects.filter(player=gone).update(player=stays)
        aggregates.move(gone.group_id, gone.pk, stays.pk)
        for variant, place in places.items():
            recompute(gone.group_id, variant, place)

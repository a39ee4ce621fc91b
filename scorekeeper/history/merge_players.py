"""The history room's hook for player merges."""

from __future__ import annotations

from scorekeeper.people.models import Player
from scorekeeper.people.player_merge import MergeHandler

from . import aggregates
from .models import Cell, Score
from .rating_history import first_places, recompute


class ScoresMerge(MergeHandler):
    """Merge handler for the scores and cells of a player."""

    def move(self, merged: Player, remaining: Player) -> None:
        """Move the scores, cells and sums of a merged player, as a rebuild from the logs would."""
        places = first_places(merged.pk)
        Score.objects.filter(player=merged).update(player=remaining)
        Cell.objects.filter(player=merged).update(player=remaining)
        aggregates.move(merged.group_id, merged.pk, remaining.pk)
        for variant, place in places.items():
            recompute(merged.group_id, variant, place)

"""The ledger's hook for player merges.

Postings never change: `sums` counts those of a merged player for the remaining one.
"""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import ngettext

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.people.models import Player
from scorekeeper.people.player_merge import MergeHandler

from .models import Posting
from .presentation import signed
from .sums import balances


class PostingsMerge(MergeHandler):
    """Merge handler for the postings of a player."""

    def summary(self, player: Player) -> str:
        """Count the postings of a player and of players merged into them, with their balances."""
        named = Q(pk=player.pk) | Q(merged_into=player)
        numbers = list(Player.objects.filter(named).values_list("pk", flat=True))
        lines = Posting.objects.filter(Q(debtor__in=numbers) | Q(creditor__in=numbers))
        count = lines.count()
        words = ngettext("%(count)d line of the ledger", "%(count)d lines of the ledger", count)
        parts = [words % {"count": count}] if count else []
        sums = {
            unit: sums[player.pk] for unit, sums in balances(player.group_id).items() if player.pk in sums
        }
        return listed(parts + [signed(amount, unit) for unit, amount in sorted(sums.items())])

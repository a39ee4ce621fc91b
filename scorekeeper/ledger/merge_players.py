"""The lines of players who turn out to be one person: what this room answers to `people.doubles`.

Nothing moves: lines are never changed, and `book` adds them up for whoever stayed.
"""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import ngettext

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.people.models import Player
from scorekeeper.people.player_merge import Holder

from .models import Posting
from .presentation import signed
from .sums import balances


class Lines(Holder):
    """What the ledger says of somebody."""

    def held(self, player: Player) -> str:
        """In how many lines he is named, under whatever name, and what they come to."""
        named = Q(pk=player.pk) | Q(merged_into=player)
        numbers = list(Player.objects.filter(named).values_list("pk", flat=True))
        lines = Posting.objects.filter(Q(debtor__in=numbers) | Q(creditor__in=numbers))
        count = lines.count()
        words = ngettext("%(count)d line of the book", "%(count)d lines of the book", count)
        told = [words % {"count": count}] if count else []
        sums = {
            unit: sums[player.pk] for unit, sums in balances(player.group_id).items() if player.pk in sums
        }
        return listed(told + [signed(amount, unit) for unit, amount in sorted(sums.items())])

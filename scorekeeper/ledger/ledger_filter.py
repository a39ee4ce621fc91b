"""The filter of the ledger by player and unit, from the query string."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.http import QueryDict

from scorekeeper.core.web.numbers import number_of
from scorekeeper.people.models import Group

from .models import Posting
from .presentation import LedgerPlayer


@dataclass(frozen=True, slots=True)
class LedgerFilter:
    """A choice of postings: those of a player (id, 0 for all), in a unit (empty for all)."""

    player: int = 0
    unit: str = ""

    @property
    def query(self) -> str:
        """The query string of this choice."""
        query = QueryDict(mutable=True)
        query.update({"player": str(self.player)} if self.player else {})
        query.update({"unit": self.unit} if self.unit else {})
        return query.urlencode()

    def postings(self, group: Group, known: Mapping[int, LedgerPlayer]) -> QuerySet[Posting]:
        """Return the chosen postings, newest first; a merged player's are of the remaining one."""
        found = Posting.objects.filter(group=group).order_by("-pk").select_related("undone")
        if self.player:
            own = [number for number, player in known.items() if player.number == self.player]
            found = found.filter(Q(debtor__in=own) | Q(creditor__in=own))
        return found.filter(unit=self.unit) if self.unit else found


def read_filter(form: QueryDict, known: Mapping[int, LedgerPlayer]) -> LedgerFilter:
    """Parse the filter of a query; an unknown player is ignored."""
    number = number_of(form.get("player", ""))
    player = known[number].number if number in known else 0
    return LedgerFilter(player, form.get("unit", "").replace("\x00", "")[:40])


def units_of(group: Group) -> list[str]:
    """Return the units that a group has ever owed in."""
    rows = group.owed.order_by("unit").values_list("unit", flat=True)
    return list(rows.distinct())

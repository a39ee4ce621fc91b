"""The tabs of a page with one variant at a time: their order, and the one it opens at."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, Subquery

from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.core.web.numbers import number_of
from scorekeeper.people.models import Group

from .contribution import WON
from .models import Frequency, Result, Score, Variant
from .period import LIMITS, Period, within
from .variants import PlayedVariant

ENOUGH = 5  # games from which a page opens at the variant last played
_LAST = CompiledQuery(
    lambda group, **limits: (
        Result.objects.filter(within("", limits), group=group, counted=True)
        .order_by("-finished", "-session")
        .values_list("variant")[:1]
    ),
    group=int,
    **LIMITS,
)
# By the last game of each variant: all games of a player would take 40 ms of 20,000.
_LAST_OF = CompiledQuery(
    lambda player: (
        Score.objects.filter(
            pk__in=Variant.objects.filter(
                pk__in=Frequency.objects.filter(player=player, box=WON).values("variant")
            ).values(
                last=Subquery(
                    Score.objects.filter(player=player, variant=OuterRef("pk"), nth__isnull=False)
                    .order_by("-nth")
                    .values("pk")[:1]
                )
            )
        )
        .order_by("-result__finished", "-result__session")
        .values_list("variant")[:1]
    ),
    player=int,
)
_LAST_OF_IN_PERIOD = CompiledQuery(
    lambda group, player, **limits: (
        Result.objects.filter(within("", limits), group=group, counted=True)
        .filter(Exists(Score.objects.filter(player=player, result=OuterRef("pk"))))
        .order_by("-finished", "-session")
        .values_list("variant")[:1]
    ),
    group=int,
    player=int,
    **LIMITS,
)


def in_order_of_tabs(
    every: Sequence[PlayedVariant], group: Group, period: Period, player: int = 0
) -> list[PlayedVariant]:
    """Return variants, the most played first, with the one that a page opens at moved to the front.

    It is the one last played by the group or the player, if none has more games or it has `ENOUGH`, and the period is
    not over. At most one query.
    """
    newest = 0 if period.ended else _last_played(group, player, period)
    least = min(ENOUGH, max((variant.games for variant in every), default=0))
    return sorted(every, key=lambda variant: variant.number != newest or variant.games < least)


def chosen(every: Sequence[PlayedVariant], wanted: str) -> PlayedVariant | None:
    """Return the variant with the id in a query parameter, else the first."""
    number = number_of(wanted)
    return next((variant for variant in every if variant.number == number), every[0] if every else None)


def _last_played(group: Group, player: int, period: Period) -> int:
    """Return the id of the variant last played by a group, or by one of its players; 0 for none."""
    if player and period.is_all:
        row = _LAST_OF.first(player=player)
    else:
        who, query = ({"player": player}, _LAST_OF_IN_PERIOD) if player else ({}, _LAST)
        row = query.first(group=group.pk, **who, **period.limits())
    return row[0] if row else 0

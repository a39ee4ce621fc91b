"""Compiled queries of the stored sums of a variant, and of single scores by number."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum

from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.people.models import Player

from .contribution import AUTOMATIC_WIN, PART, TOTAL, WON
from .models import Frequency, HeadToHead, Result, Score
from .period import LIMITS, within

OF_GAMES = (TOTAL, PART, WON, AUTOMATIC_WIN)


def _stored(**conditions: Any) -> QuerySet[Any, Any]:
    columns = ("player", "box", "points", "times", "first_throw")
    return Frequency.objects.filter(**conditions).values_list(*columns)


def _last_scores(group: int, variant: int) -> QuerySet[Score]:
    """Return the last counted score of each player in a variant."""
    mine = Score.objects.filter(player=OuterRef("pk"), variant=variant, nth__isnull=False)
    newest = Player.objects.filter(group=group).annotate(
        last=Subquery(mine.order_by("-nth").values("pk")[:1])
    )
    return Score.objects.filter(pk__in=newest.values("last"))


_OF_VARIANT: dict[str, type] = {"group": int, "variant": int}
TOTALS = CompiledQuery(lambda **given: _stored(**given, box__in=OF_GAMES), **_OF_VARIANT)
OF_PLAYER = CompiledQuery(_stored, **_OF_VARIANT, player=int)
MEANS = CompiledQuery(
    lambda **given: (
        Frequency.objects.filter(**given)
        .values("box")
        .annotate(sum=Sum(F("points") * F("times")), often=Sum("times"))
        .values_list("box", "sum", "often")
    ),
    **_OF_VARIANT,
)
MEETINGS = CompiledQuery(
    lambda player, **given: HeadToHead.objects.filter(Q(one=player) | Q(other=player), **given).values_list(
        "one", "other", "ahead", "behind", "level"
    ),
    player=int,
    **_OF_VARIANT,
)
GAMES = CompiledQuery(
    lambda player: (
        Frequency.objects.filter(player=player, box=WON)
        .values("variant")
        .annotate(games=Sum("times"))
        .values_list("variant", "games")
    ),
    player=int,
)
GAMES_IN_PERIOD = CompiledQuery(
    lambda group, player, **limits: (
        Score.objects.filter(player=player)
        .filter(result__in=Result.objects.filter(within("", limits), group=group, counted=True).values("pk"))
        .values("variant")
        .annotate(games=Count("pk"))
        .values_list("variant", "games")
    ),
    group=int,
    player=int,
    **LIMITS,
)
LAST_SCORES = CompiledQuery(_last_scores, **_OF_VARIANT)

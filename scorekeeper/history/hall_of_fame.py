"""Hall of fame of a group: highest total of each variant, best and worst of each box of one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Case, Count, F, Max, OuterRef, Q, Subquery, Sum, When

from scorekeeper.people.models import Group
from scorekeeper.rules.contract import Row

from .contribution import TOTAL
from .models import Cell, Frequency, Score, Variant, with_session
from .period import Period
from .player_stats import sheet_rows
from .sum_queries import OF_GAMES
from .variants import PlayedVariant

ENOUGH_TIMES = 5  # times that a player filled a box, below which an average or a share says little


@dataclass(frozen=True, slots=True)
class HighestTotal:
    """The highest total of a variant (id), and the scores of the first game that reached it."""

    variant: int
    points: int
    scores: Sequence[Score]


class BoxSums(NamedTuple):
    """Sums of a player in a box."""

    player: int
    times: int  # times that the player filled it
    points: int  # the sum
    zeros: int  # times without points
    most: int  # the highest points

    @property
    def mean(self) -> Fraction:
        """Mean points of the box."""
        return Fraction(self.points, self.times)

    @property
    def zero_share(self) -> Fraction:
        """Share of the times without points."""
        return Fraction(self.zeros, self.times)


@dataclass(frozen=True, slots=True)
class BoxFame:
    """Records of a box: the highest points, the best mean, and the most zeros.

    Means and zeros are those of players with `ENOUGH_TIMES`.
    `row`: its row on the sheet, None for rounds. `holders`: players who reached the highest points.
    """

    key: str
    row: Row | None
    most: int
    holders: Sequence[int]
    best: BoxSums | None
    crossed_out: BoxSums | None


def highest_totals(group: Group, period: Period) -> dict[int, HighestTotal]:
    """Return the highest total of each variant, by its id.

    Two queries.
    """
    counted = Score.objects.filter(period.matches("result__"), result__group=group, nth__isnull=False)
    sums: Any
    if period.is_all:
        sums = Frequency.objects.filter(group=group, box=TOTAL).values("variant").annotate(most=Max("points"))
    else:
        sums = counted.filter(side_points__isnull=False).values("variant").annotate(most=Max("side_points"))
    most = dict(sums.order_by().values_list("variant", "most"))
    if not most:
        return {}
    reached = counted.filter(variant=OuterRef("pk"), side_points=OuterRef("most"))
    first = reached.order_by("result__finished", "result").values("result")[:1]
    points = Case(*(When(pk=variant, then=points) for variant, points in most.items()))
    firsts = Variant.objects.filter(pk__in=most).annotate(most=points).annotate(first=Subquery(first))
    rows = with_session(Score.objects.filter(result__in=firsts.values("first")), "result__")
    found: dict[int, list[Score]] = defaultdict(list)
    for score in rows.order_by("result__finished", "result", "position"):
        if score.side_points == most[score.variant_id]:
            found[score.variant_id].append(score)
    return {variant: HighestTotal(variant, most[variant], scores) for variant, scores in found.items()}


def box_fame(group: Group, variant: PlayedVariant, stored: Variant) -> list[BoxFame]:
    """Return the best of each box of a variant, in the order of the sheet.

    One query.
    """
    boxes: dict[str, list[BoxSums]] = defaultdict(list)
    for box, *sums in _sums(group, variant):
        boxes[str(box)].append(BoxSums(*map(int, sums)))
    rows = {row.key: row for row in sheet_rows(stored)}
    order = list(rows)
    keys = sorted(boxes, key=lambda box: order.index(box) if box in rows else len(order))
    return [_fame(box, rows.get(box), boxes[box]) for box in keys]


def _sums(group: Group, variant: PlayedVariant) -> Iterator[Sequence[Any]]:
    """Yield (box, player, times, sum of points, zeros, highest points)."""
    columns = ("box", "player", "often", "sum", "zeros", "most")
    if variant.period.is_all:
        stored = Frequency.objects.filter(group=group, variant=variant.number).exclude(box__in=OF_GAMES)
        sums = stored.values("box", "player").annotate(
            often=Sum("times"),
            sum=Sum(F("times") * F("points")),
            zeros=Sum("times", filter=Q(points=0), default=0),
            most=Max("points"),
        )
        yield from sums.order_by().values_list(*columns)
        return
    cells = Cell.objects.filter(
        variant.matches("result__"), result__group=group, result__variant=variant.number, result__counted=True
    )
    counts = cells.values("box", "player").annotate(
        often=Count("pk"), sum=Sum("points"), zeros=Count("pk", filter=Q(points=0)), most=Max("points")
    )
    yield from counts.order_by().values_list(*columns)


def _fame(key: str, row: Row | None, every: Sequence[BoxSums]) -> BoxFame:
    most = max(each.most for each in every)
    known = [each for each in every if each.times >= ENOUGH_TIMES]
    best = max(known, key=lambda each: (each.mean, each.times, -each.player), default=None)
    zeros = [each for each in known if each.zeros]
    crossed_out = max(zeros, key=lambda each: (each.zero_share, each.times, -each.player), default=None)
    holders = sorted(each.player for each in every if each.most == most)
    return BoxFame(key, row, most, holders, best, crossed_out)


def names_of(players: Sequence[int], known: Mapping[int, Any]) -> list[str]:
    """Return the names of the players that are known."""
    return [known[player].name for player in players if player in known]

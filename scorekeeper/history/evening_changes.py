"""Changes by an evening: highest totals, streaks that grew or ended, largest rating gain.

Figures are those of today's results, so a later correction changes them too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.people.models import Group

from .contribution import TOTAL
from .evenings import Evening
from .models import Frequency, Score
from .period_sums import scores_by_number
from .rating import PROVISIONAL, shown

STREAK, DROUGHT = 3, 8  # wins in a row, and games without a win, from which a change is named
FEW = 5  # games of a variant up to which a highest total is no news
MOST = 5

_TOTALS = CompiledQuery(
    lambda group, variants: Frequency.objects.filter(
        group=group, box=TOTAL, variant__in=variants
    ).values_list("variant", "points", "times"),
    group=int,
    variants=list,
)


@dataclass(frozen=True, slots=True)
class Change:
    """A change of an evening in a variant (id).

    `code`: "highest", "streak", "streak_over", "drought_over" or "rating". `number`: the total, the games, or the gain.
    """

    code: str
    variant: int
    players: tuple[int, ...]
    number: int


def changes_of(group: Group, evening: Evening) -> list[Change]:
    """Return the most notable changes of an evening.

    Two queries; none for an evening without counted games.
    """
    counted = [score for _result, scores in evening.games for score in scores if score.nth is not None]
    if not counted:
        return []
    courses: dict[tuple[int, int], list[Score]] = defaultdict(list)
    for score in sorted(counted, key=lambda score: score.nth or 0):
        courses[score.player_id, score.variant_id].append(score)
    before = _earlier_scores(courses)
    found = [*_highest(group, counted), *_streaks(courses, before), *_rating(courses, before)]
    return found[:MOST]


def _earlier_scores(courses: Mapping[tuple[int, int], Sequence[Score]]) -> dict[tuple[int, int], Score]:
    """Return each player's last score before the evening, by player and variant."""
    wanted = [(*course, (scores[0].nth or 0) - 1) for course, scores in courses.items()]
    return {(score.player_id, score.variant_id): score for score in scores_by_number(wanted)}


def _highest(group: Group, counted: Sequence[Score]) -> Iterator[Change]:
    """Yield the totals of the evening that no earlier game reached."""
    best: dict[int, int] = {}
    for score in counted:
        if score.side_points is not None:
            best[score.variant_id] = max(best.get(score.variant_id, score.side_points), score.side_points)
    if not best:
        return
    reached, played = dict.fromkeys(best, 0), dict.fromkeys(best, 0)
    for variant, points, times in _TOTALS(group=group.pk, variants=best):
        played[variant] = played[variant] + times
        reached[variant] += times if points >= best[variant] else 0
    for variant, points in best.items():
        own = [score for score in counted if (score.variant_id, score.side_points) == (variant, points)]
        if reached[variant] == len(own) and played[variant] > FEW * 2:
            yield Change("highest", variant, tuple(dict.fromkeys(score.player_id for score in own)), points)


def _streaks(
    courses: Mapping[tuple[int, int], Sequence[Score]], before: Mapping[tuple[int, int], Score]
) -> Iterator[Change]:
    for (player, variant), scores in courses.items():
        earlier = before.get((player, variant))
        previous = (earlier.streak or 0) if earlier else 0
        now = scores[-1].streak or 0
        if now >= STREAK:
            yield Change("streak", variant, (player,), now)
        elif previous >= STREAK:
            yield Change("streak_over", variant, (player,), previous + _more(scores))
        elif previous <= -DROUGHT and any(score.won for score in scores):
            lost = next(count for count, score in enumerate(scores) if score.won)
            yield Change("drought_over", variant, (player,), lost - previous)


def _more(scores: Sequence[Score]) -> int:
    """Return the number of wins before the first game that was not won."""
    return next((count for count, score in enumerate(scores) if not score.won), len(scores))


def _rating(
    courses: Mapping[tuple[int, int], Sequence[Score]], before: Mapping[tuple[int, int], Score]
) -> Iterator[Change]:
    """Yield the largest gain of a rating that is not provisional."""
    gains = [
        Change("rating", variant, (player,), _shown(scores[-1]) - _shown(before[player, variant]))
        for (player, variant), scores in courses.items()
        if (player, variant) in before and (scores[0].nth or 0) > PROVISIONAL
    ]
    most = max(gains, key=lambda change: change.number, default=None)
    if most is not None and most.number > 0:
        yield most


def _shown(score: Score) -> int:
    return shown(score.mu or 0, score.sigma or 0)

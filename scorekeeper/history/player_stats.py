"""Statistics of a player in one variant, from the stored sums: totals, boxes, opponents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scorekeeper.games.presentations import presentations
from scorekeeper.people.models import Group
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Row, RuleError, Seats

from .contribution import AUTOMATIC_WIN, PART, TOTAL, WON
from .models import Variant
from .period import ALL_TIME, Period
from .period_sums import Scope, frequencies, grouped, means, meetings
from .projection import own_rules
from .sum_queries import OF_GAMES

ENOUGH = 5  # games against each other before an opponent is called nemesis or victim

Histogram = Mapping[int, int]
"""Number of occurrences by value."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Spread of totals: sample variance, minimum, quartiles, maximum."""

    variance: Fraction
    least: int
    low: Fraction
    middle: Fraction
    high: Fraction
    most: int


@dataclass(frozen=True, slots=True)
class Box:
    """A box, or the rounds of a card game.

    `row`: its row on the sheet, None if it has none. `times`: number of cells. `mean`, `group`: mean points of the
    player and of the group. `struck`, `first_throw`: number of cells with 0 points and of those scored with the first
    throw.
    """

    key: str
    row: Row | None
    times: int
    mean: Fraction
    group: Fraction
    struck: int
    first_throw: int
    histogram: Histogram


@dataclass(frozen=True, slots=True)
class Opponent:
    """Another player, and the number of games ranked before, after, or equal to them."""

    player: int
    ahead: int
    behind: int
    level: int

    @property
    def games(self) -> int:
        """Number of games together as opponents."""
        return self.ahead + self.behind + self.level


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """Statistics of a player in a variant.

    `totals`: of the player's side. `parts`: with partners, the player's own parts of them. `five_alike`: boxes of five
    alike scored with the first throw, plus throws that won outright (`automatic_wins`).
    """

    played: int
    won: int
    totals: Histogram
    parts: Histogram
    boxes: Sequence[Box]
    met: Sequence[Opponent]
    five_alike: int
    automatic_wins: int

    @property
    def mean(self) -> Fraction | None:
        """Mean of the totals; None if these are no points."""
        return mean(self.totals)

    @property
    def spread(self) -> Spread | None:
        """Spread of the totals; None below two games."""
        return spread(self.totals)

    @property
    def first_throw(self) -> int:
        """Number of boxes scored with the first throw, plus throws that won outright."""
        return sum(box.first_throw for box in self.boxes) + self.automatic_wins


def player_stats(group: Group, variant: Variant, player: int, period: Period = ALL_TIME) -> PlayerStats:
    """Return the statistics of a player in a variant and period.

    Three queries.
    """
    scope = Scope(group.pk, variant.pk, period, bool(variant.rules.get("imported")))
    mine = grouped(frequencies(scope, player)).get(player, {})
    group_means = means(scope)
    boxes = [_box(key, mine[key], group_means.get(key, Fraction(0))) for key in mine if key not in OF_GAMES]
    automatic_wins = mine.get(AUTOMATIC_WIN, {}).get(1, (0, 0))[0]
    presentation = presentations().get(variant.game)
    counted = presentation.statistics_boxes if presentation else ()
    five = [box.first_throw for box in boxes if box.key in counted]
    return PlayerStats(
        played=sum(times for times, _served in mine.get(WON, {}).values()),
        won=mine.get(WON, {}).get(1, (0, 0))[0],
        totals={points: times for points, (times, _served) in mine.get(TOTAL, {}).items()},
        parts={points: times for points, (times, _served) in mine.get(PART, {}).items()},
        boxes=_on_sheet(variant, boxes),
        met=opponents(meetings(scope, player)),
        five_alike=sum(five) + automatic_wins,
        automatic_wins=automatic_wins,
    )


def mean(totals: Histogram) -> Fraction | None:
    """Return the mean of values; None for none."""
    times = sum(totals.values())
    return Fraction(sum(value * count for value, count in totals.items()), times) if times else None


def spread(totals: Histogram) -> Spread | None:
    """Return the spread of values, None below two; quartiles are interpolated."""
    times = sum(totals.values())
    if times < 2:
        return None
    # whole numbers: a sum of fractions took 4 % of the player's page
    squares = times * sum(count * value**2 for value, count in totals.items())
    squares -= sum(count * value for value, count in totals.items()) ** 2
    low, half, high = (_quantile(totals, times, Fraction(part, 4)) for part in (1, 2, 3))
    return Spread(Fraction(squares, times * (times - 1)), min(totals), low, half, high, max(totals))


def _quantile(totals: Histogram, times: int, part: Fraction) -> Fraction:
    """Return the quantile of a part from 0 to 1, interpolated between neighbours."""
    at = part * (times - 1)
    low, rest = int(at), at - int(at)
    ordered = sorted(totals.items())
    first, second = _nth(ordered, low), _nth(ordered, min(low + 1, times - 1))
    return first + (second - first) * rest


def _nth(ordered: Sequence[tuple[int, int]], number: int) -> int:
    seen = 0
    for value, count in ordered:
        seen += count
        if seen > number:
            return value
    return ordered[-1][0]


def _box(key: str, known: Mapping[int, tuple[int, int]], group: Fraction) -> Box:
    histogram = {points: times for points, (times, _served) in known.items()}
    first_throw = sum(first_throw for _times, first_throw in known.values())
    return Box(
        key,
        None,
        sum(histogram.values()),
        mean(histogram) or Fraction(0),
        group,
        histogram.get(0, 0),
        first_throw,
        histogram,
    )


def _on_sheet(variant: Variant, boxes: Sequence[Box]) -> list[Box]:
    """Return the boxes in the order of the sheet, each with its row."""
    rows = {row.key: row for row in sheet_rows(variant)}
    order = list(rows)
    placed = [replace(box, row=rows.get(box.key)) for box in boxes]
    return sorted(placed, key=lambda box: order.index(box.key) if box.key in rows else len(order))


def sheet_rows(variant: Variant) -> Sequence[Row]:
    """Return the boxes of a variant's sheet; none for card games and for obsolete rules."""
    game = GAMES.get(variant.game)
    if game is None or not game.BOXES:
        return ()
    seats = Seats(tuple(map(str, range(1, max(2, game.PLAYERS[0]) + 1))))
    try:
        return [
            row
            for row in game.sheet(game.start(game.resolve(own_rules(variant.rules)), seats)).rows
            if row.kind == "box"
        ]
    except RuleError:
        return ()


def opponents(known: Mapping[int, tuple[int, int, int]]) -> list[Opponent]:
    """Return the opponents of a player, the most frequent first."""
    found = [Opponent(other, *counts) for other, counts in known.items()]
    return sorted(found, key=lambda each: (-each.games, each.player))


def nemesis_of(met: Sequence[Opponent]) -> Opponent | None:
    """Return the opponent who ranks before the player most often; None without enough games."""
    return _most(met, lambda each: each.behind)


def victim_of(met: Sequence[Opponent]) -> Opponent | None:
    """Return the opponent who ranks after the player most often; None without enough games."""
    return _most(met, lambda each: each.ahead)


def _most(met: Sequence[Opponent], count: Callable[[Opponent], int]) -> Opponent | None:
    """Return the opponent with the largest share of `count` above a half, over `ENOUGH` games."""
    known = [each for each in met if each.games >= ENOUGH and 2 * count(each) > each.games]
    return max(known, key=lambda each: (count(each) / each.games, each.games, -each.player), default=None)

"""Sections of the player page: figures, spread of totals, boxes, histogram, opponents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.charts.columns import bins
from scorekeeper.core.i18n.rounding import half_up

from .charts import deviation, how_often_chart, percent, tenths, whole
from .period_sums import Course
from .player_record_texts import streak_text
from .player_stats import Box, Opponent, PlayerStats
from .player_stats import mean as average
from .presentation import ShownPlayer
from .standings import best_score
from .variants import PlayedVariant

BAR = 200  # length of the longest bar of a box


def figures(variant: PlayedVariant, found: PlayerStats, who: ShownPlayer) -> dict[str, Any]:
    """Return the context of the main figures and of the spread of totals."""
    mean, spread = found.mean, found.spread
    best = best_score(who.number, variant, max(found.totals)) if found.totals else None
    part = average(found.parts)
    context: dict[str, Any] = {
        **{name: whole(getattr(found, name)) for name in ("played", "won", "first_throw", "five_alike")},
        "own_part": None if part is None else whole(part),
        "mean": None if mean is None else whole(mean),
        "share": percent(found.won, found.played),
        "best": best,
        "best_points": whole(best.side_points or 0) if best else "",
    }
    if spread is not None:
        context["spread"] = [
            (_("Standard deviation"), deviation(spread.variance)),
            (_("Lowest"), whole(spread.least)),
            (_("Lower quarter: up to"), whole(spread.low)),
            (_("Median"), whole(spread.middle)),
            (_("Upper quarter: from"), whole(spread.high)),
            (_("Highest"), whole(spread.most)),
        ]
    return context


def streaks(course: Course | None) -> dict[str, Any]:
    """Return the context of streaks and rating; empty without a course."""
    if course is None:
        return {}
    return {
        "streak": streak_text(course.streak),
        "longest_won": course.longest_won,
        "longest_lost": course.longest_lost,
        "rating": whole(course.rating),
        "provisional": course.provisional,
    }


def place_text(found: Iterable[Course], player: int) -> str:
    """Return the place among courses in order of rating, "2 of 7"; empty for a provisional rating."""
    ranked = [each.player for each in found if not each.provisional]
    if player not in ranked:
        return ""
    return _("%(place)d of %(players)d") % {"place": ranked.index(player) + 1, "players": len(ranked)}


def longest_bar(found: PlayerStats) -> Fraction:
    """Return the mean that the longest bar of the boxes stands for."""
    every = [each for box in found.boxes for each in (box.mean, box.group)]
    return max(every, default=Fraction(1)) or Fraction(1)


def box_row(box: Box, longest: Fraction) -> dict[str, Any]:
    """Return a box as a row, with the lengths of its bars as texts: numbers are formatted one by one."""
    return {
        "key": box.key,
        "label": _(box.row.label) if box.row else _("A round"),
        "die": box.row.die if box.row else 0,
        "section": box.row.section if box.row else 0,
        "own": str(_bar(box.mean, longest)),
        "tick": str(_bar(box.group, longest)),
        "mean": tenths(box.mean),
        "group": tenths(box.group),
        "struck": percent(box.struck, box.times),
    }


def _bar(value: Fraction, longest: Fraction) -> int:
    return max(0, int(half_up(BAR * value / longest)))


def often(found: PlayerStats, variant: PlayedVariant, who: ShownPlayer, wanted: str) -> dict[str, Any]:
    """Return the context of the histogram of the wanted box, else of the totals."""
    box = next((each for each in found.boxes if each.key == wanted), None)
    if box is None and not found.totals:
        box = next(iter(found.boxes), None)
    if (box is None and not found.totals) or not variant.points:
        return {}
    histogram = box.histogram if box else found.totals
    if box is None:
        name = _("The side’s total") if variant.partners else _("Total")
        heading = _("Totals of the side, how often") if variant.partners else _("Totals, how often")
    else:
        name = _(box.row.label) if box.row else _("A round")
        heading = _("%(box)s, how often") % {"box": name}
    title = _("How often which points: %(box)s") % {"box": name}
    drawn = how_often_chart(title, bins(histogram), who)
    return {
        "often": drawn,
        "often_heading": heading,
        "often_box": box.key if box else "",
        "has_totals": bool(found.totals),
    }


def met_row(each: Opponent, known: Mapping[int, ShownPlayer]) -> dict[str, Any]:
    """Return an opponent as a row, with the lengths of its bars."""
    decided = each.ahead + each.behind or 1
    ahead = int(half_up(Fraction(BAR * each.ahead, decided)))
    return {
        "who": known[each.player],
        "ahead": whole(each.ahead),
        "behind": whole(each.behind),
        "level": each.level,
        "bar": str(ahead if each.ahead + each.behind else 0),
        "rest": str(BAR - ahead if each.behind else 0),
    }


def rival(each: Opponent | None, known: Mapping[int, ShownPlayer]) -> dict[str, Any] | None:
    """Return the context of a nemesis or victim."""
    if each is None or each.player not in known:
        return None
    return {
        "who": known[each.player],
        "ahead": whole(each.ahead),
        "behind": whole(each.behind),
        "games": whole(each.games),
    }

"""Page of a player: statistics of one variant at a time, and balances over time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper.charts.columns import bins
from scorekeeper.core.i18n.rounding import half_up
from scorekeeper.history.balance_history import balance_histories
from scorekeeper.history.charts import (
    balance_chart,
    deviation,
    form_chart,
    how_often_chart,
    percent,
    rating_chart,
    tenths,
    whole,
)
from scorekeeper.history.models import Variant
from scorekeeper.history.period import Period
from scorekeeper.history.period_form import read_period
from scorekeeper.history.period_sums import Course, courses, games_of
from scorekeeper.history.player_record_texts import record_figures, streak_text
from scorekeeper.history.player_stats import ENOUGH, Box, Opponent, PlayerStats, player_stats
from scorekeeper.history.player_stats import mean as average
from scorekeeper.history.presentation import ShownPlayer, shown_players
from scorekeeper.history.rating import PROVISIONAL, shown
from scorekeeper.history.recent_games import last_of, ratings
from scorekeeper.history.standings import best_score
from scorekeeper.history.variants import Kind, chosen, kinds, last_played, newest_first
from scorekeeper.ledger import presentation
from scorekeeper.people.identity import group_at, person_of
from scorekeeper.people.models import Group, Player

BAR = 200  # length of the longest bar of a box


@require_safe
def show(request: HttpRequest, group: str, player: str) -> HttpResponse:
    """Show the statistics of a player in a variant, with links to the player's other variants."""
    found = group_at(group, person_of(request))
    someone = Player.objects.filter(group=found, address=player).select_related("merged_into").first()
    if someone is None:
        raise Http404
    if someone.merged_into is not None:
        return redirect("player", found.address, someone.merged_into.address)
    known = shown_players(found, presentation.ledger_players(found))
    who = known[someone.pk]
    control = read_period(request, found)
    period = control.period
    played = kinds(found, period)
    every = newest_first(_own(played, someone, period), last_played(found, someone.pk, period))
    kind = chosen(every, request.GET.get("variant", ""))
    courses, others = balance_histories(found, someone)
    context = {
        "group": found,
        "who": who,
        "control": control,
        "record": record_figures(found, someone, period, every),
        "left": someone.left_at,
        "kinds": every,
        "kind": kind,
        "more_open": kind in every[3:],
        "balances": [
            balance_chart(f"balance{place}", unit, course, who)
            for place, (unit, course) in enumerate(courses.items())
        ],
        "other_units": others,
    }
    if kind is not None:
        context["of_kind"] = f"?variant={kind.number}{control.more}"
        context |= _kind(found, kind, known, who, request.GET.get("box", ""))
    return render(request, "history/player.html", context)


def _own(every: list[Kind], player: Player, period: Period) -> list[Kind]:
    """Return the variants of which a player has counted games in a period, the most played first."""
    played = games_of(player, period)
    mine = [replace(kind, games=played[kind.number]) for kind in every if kind.number in played]
    return sorted(mine, key=lambda kind: -kind.games)


def _kind(
    group: Group, kind: Kind, known: Mapping[int, ShownPlayer], who: ShownPlayer, wanted: str
) -> dict[str, Any]:
    variant = Variant.objects.get(pk=kind.number)
    found = player_stats(group, variant, who.number, kind.period)
    course = courses(kind.scope(group), [who.number]).get(who.number)
    points = last_of(course, kind) if course else []
    context: dict[str, Any] = {"found": found, **_figures(kind, found, who), **_streaks(course)}
    mean = found.mean
    if kind.points and mean is not None and len(points) > 1:
        title = _("%(game)s, the last games") % {"game": kind.called}
        context["form"] = form_chart(title, points, who, mean, side=bool(kind.partners))
        context["form_count"] = len(points)
    rated = ratings(kind, [course])[who.number] if course else []
    if len(rated) > 2:
        context["rating_chart"] = rating_chart(_("Rating over time"), rated, who)
    context["boxes"] = [_box(box, _longest(found)) for box in found.boxes]
    context |= _often(found, kind, who, wanted)
    met = [each for each in found.met if each.player in known]
    context["met"] = [_met(each, known) for each in met]
    context["nemesis"], context["victim"] = (
        _rival(each, known) for each in (found.nemesis(), found.victim())
    )
    context["enough"] = ENOUGH
    return context


def _figures(kind: Kind, found: PlayerStats, who: ShownPlayer) -> dict[str, Any]:
    """Return the context of the main figures and of the spread of totals."""
    mean, spread = found.mean, found.spread
    best = best_score(who.number, kind, max(found.totals)) if found.totals else None
    part = average(found.parts)
    context: dict[str, Any] = {
        "own_part": None if part is None else whole(part),
        "mean": None if mean is None else whole(mean),
        "share": percent(found.won, found.played),
        "best": best,
        "best_points": whole(best.side_points or 0) if best else "",
    }
    if spread is not None:
        context["spread"] = [
            (_("Standard deviation"), deviation(spread.variance)),
            (_("Least"), whole(spread.least)),
            (_("A quarter is at most"), whole(spread.low)),
            (_("Half is at most"), whole(spread.middle)),
            (_("Three quarters are at most"), whole(spread.high)),
            (_("Most"), whole(spread.most)),
        ]
    return context


def _streaks(course: Course | None) -> dict[str, Any]:
    if course is None:
        return {}
    return {
        "streak": streak_text(course.streak),
        "longest_won": course.longest_won,
        "longest_lost": course.longest_lost,
        "rating": whole(shown(course.mu, course.sigma)),
        "provisional": course.last < PROVISIONAL,
    }


def _longest(found: PlayerStats) -> Fraction:
    every = [each for box in found.boxes for each in (box.mean, box.group)]
    return max(every, default=Fraction(1)) or Fraction(1)


def _box(box: Box, longest: Fraction) -> dict[str, Any]:
    return {
        "key": box.key,
        "label": _(box.row.label) if box.row else _("A round"),
        "die": box.row.die if box.row else 0,
        "section": box.row.section if box.row else 0,
        "own": _bar(box.mean, longest),
        "tick": _bar(box.group, longest),
        "mean": tenths(box.mean),
        "group": tenths(box.group),
        "struck": percent(box.struck, box.times),
        "first_throw": box.first_throw,
    }


def _bar(value: Fraction, longest: Fraction) -> int:
    return max(0, int(half_up(BAR * value / longest)))


def _often(found: PlayerStats, kind: Kind, who: ShownPlayer, wanted: str) -> dict[str, Any]:
    """Return the context of the histogram of the wanted box, else of the totals."""
    box = next((each for each in found.boxes if each.key == wanted), None)
    if box is None and not found.totals:
        box = next(iter(found.boxes), None)
    if (box is None and not found.totals) or not kind.points:
        return {}
    histogram = box.histogram if box else found.totals
    total = _("The side’s total") if kind.partners else _("Total")
    name = (_(box.row.label) if box.row else _("A round")) if box else total
    title = _("How often which points: %(box)s") % {"box": name}
    drawn = how_often_chart(title, bins(histogram), who)
    return {
        "often": drawn,
        "often_name": name,
        "often_box": box.key if box else "",
        "has_totals": bool(found.totals),
    }


def _met(each: Opponent, known: Mapping[int, ShownPlayer]) -> dict[str, Any]:
    decided = each.ahead + each.behind or 1
    ahead = int(half_up(Fraction(BAR * each.ahead, decided)))
    return {
        "who": known[each.player],
        "ahead": each.ahead,
        "behind": each.behind,
        "level": each.level,
        "bar": ahead if each.ahead + each.behind else 0,
        "rest": BAR - ahead if each.behind else 0,
    }


def _rival(each: Opponent | None, known: Mapping[int, ShownPlayer]) -> dict[str, Any] | None:
    if each is None or each.player not in known:
        return None
    return {"who": known[each.player], "ahead": each.ahead, "behind": each.behind, "games": each.games}

"""Page of a group's hall of fame: totals, stakes, droughts, and boxes of one variant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.games.phrases import and_list
from scorekeeper.games.presentations import presentations
from scorekeeper.history.charts import of_games, percent, tenths, whole, with_the_same
from scorekeeper.history.extremes import Drought, Pot, droughts, pots
from scorekeeper.history.group_figures import MOST, played_games
from scorekeeper.history.hall_of_fame import (
    ENOUGH_TIMES,
    BoxFame,
    BoxSums,
    HighestTotal,
    box_fame,
    highest_totals,
    names_of,
)
from scorekeeper.history.models import Variant
from scorekeeper.history.period import Period
from scorekeeper.history.period_form import read_period
from scorekeeper.history.presentation import ShownPlayer, shown_players
from scorekeeper.history.variant_tabs import chosen, in_order_of_tabs
from scorekeeper.history.variants import PlayedVariant, played_variants
from scorekeeper.ledger.presentation import ledger_players, phrased, unit_name
from scorekeeper.people.identity import group_at, person_of
from scorekeeper.play.game_names import game_name
from scorekeeper.rules import GAMES
from scorekeeper.rules.naming import labels_of

Known = Mapping[int, ShownPlayer]


@require_safe
def show(request: HttpRequest, group: str) -> HttpResponse:
    """Show the hall of fame of a group in a period."""
    found = group_at(group, person_of(request))
    control = read_period(request, found)
    known = shown_players(ledger_players(found))
    every = played_variants(found, control.period)
    counted = [variant for variant in every if variant.games]
    tabs = in_order_of_tabs(counted, found, control.period)
    variant = chosen(tabs, request.GET.get("variant", ""))
    games = played_games(found, control.period)
    highest = highest_totals(found, control.period)
    context = {
        "group": found,
        "control": control,
        "variants": tabs,
        "variant": variant,
        "more_open": variant in tabs[3:],
        "highest": [
            _highest(each, highest[each.number], known) for each in counted if each.number in highest
        ],
        "pots": [_pot(each) for each in pots(found, games)],
        "droughts": [
            _drought(each, known, control.period) for each in droughts(games) if each.player in known
        ],
        "boxes": _boxes(box_fame(found, variant, Variant.objects.get(pk=variant.number)), known)
        if variant
        else [],
        "enough": ENOUGH_TIMES,
        "most": MOST if len(games) == MOST else 0,
    }
    return render(request, "history/fame.html", context)


def _highest(variant: PlayedVariant, each: HighestTotal, known: Known) -> dict[str, Any]:
    first = each.scores[0].result
    sides = [score for score in each.scores if score.team is None or score.team == each.scores[0].team]
    return {
        "called": variant.called,
        "who": and_list(names_of([score.player_id for score in sides], known)),
        "points": whole(each.points),
        "day": first.day,
        "address": first.session.address,
        "sample": of_games(variant.games),
    }


def _pot(each: Pot) -> dict[str, Any]:
    result = each.game.result
    return {
        "unit": unit_name(each.unit),
        "address": result.session.address,
        "game": game_name(result.game, result.variant.rules),
        "day": result.day,
        "sum": phrased(each.amount, each.unit),
        "sample": of_games(each.games),
        "others": with_the_same(each.others),
        "evening": each.evening,
        "evening_amount": phrased(each.evening_amount, each.unit),
        "evenings": ngettext("of %(count)s evening", "of %(count)s evenings", each.evenings)
        % {"count": whole(each.evenings)},
        "other_evenings": with_the_same(each.other_evenings),
    }


def _drought(each: Drought, known: Known, period: Period) -> dict[str, Any]:
    """Return a drought; one that a closed period cuts off has the days of its first and last game there."""
    slug, rules = each.game.slug, each.game.rules
    box = presentations()[slug].statistics_boxes[0]
    labels = {**{row.name: row.label for row in GAMES[slug].BOXES}, **labels_of(GAMES[slug], rules)}
    return {
        "who": known[each.player],
        "title": _("%(game)s: longest without “%(box)s”") % {"game": each.game.name, "box": _(labels[box])},
        "games": each.games,
        "sample": of_games(each.played),
        "when": Period(each.since, None if each.now and not period.ended else each.until).name,
    }


def _boxes(found: Sequence[BoxFame], known: Known) -> list[dict[str, Any]]:
    rows = []
    for each in found:
        best, out = each.best, each.crossed_out
        row: dict[str, Any] = {
            "label": _(each.row.label) if each.row else _("A round"),
            "die": each.row.die if each.row else 0,
            "most": whole(each.most),
            "holders": _holders(names_of(each.holders, known)),
        }
        if best is not None and best.player in known:
            row["best"] = _sampled(best, known), tenths(best.mean)
        if out is not None and out.player in known:
            row["out"] = _sampled(out, known), percent(out.zeros, out.times)
        rows.append(row)
    return rows


def _sampled(each: BoxSums, known: Known) -> str:
    """Return a player with the number of times that they filled the box: "Bo, of 35"."""
    return listed([known[each.player].name, _("of %(amount)s") % {"amount": whole(each.times)}])


def _holders(names: list[str]) -> str:
    """Return two names at most, else the number of players."""
    if len(names) < 3:
        return and_list(names)
    return ngettext("%(count)s player", "%(count)s players", len(names)) % {"count": len(names)}

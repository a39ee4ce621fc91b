"""Page of a player: statistics of one variant at a time, and balances over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.core.i18n.dates import today
from scorekeeper.history.balance_history import balance_histories
from scorekeeper.history.charts import balance_chart, form_chart, rating_chart
from scorekeeper.history.models import Variant
from scorekeeper.history.period_form import read_period
from scorekeeper.history.period_sums import courses, meetings_of_all
from scorekeeper.history.player_record_texts import record_figures, streak_title
from scorekeeper.history.player_sections import (
    box_row,
    figures,
    longest_bar,
    met_row,
    often,
    place_text,
    rival,
    streaks,
)
from scorekeeper.history.player_stats import (
    ENOUGH,
    Opponent,
    PlayerStats,
    nemesis_of,
    opponents,
    player_stats,
    victim_of,
)
from scorekeeper.history.presentation import ShownPlayer, shown_players
from scorekeeper.history.recent_games import last_of, ratings
from scorekeeper.history.variant_tabs import chosen, in_order_of_tabs
from scorekeeper.history.variants import PlayedVariant, own_variants, played_variants
from scorekeeper.ledger import presentation
from scorekeeper.people.identity import group_at, person_of
from scorekeeper.people.models import Group, Player

_PLAYER = CompiledQuery(
    lambda group, address: Player.objects.filter(group=group, address=address).select_related("merged_into"),
    group=int,
    address=str,
)
_VARIANT = CompiledQuery(lambda number: Variant.objects.filter(pk=number), number=int)
# value of the parameters `met`: opponents over all variants, and `record`: all games are read
ALL_GAMES = "all"


@require_safe
def show(request: HttpRequest, group: str, player: str) -> HttpResponse:
    """Show the statistics of a player in a variant, with links to the player's other variants."""
    found = group_at(group, person_of(request))
    someone = _PLAYER.first(group=found.pk, address=player)
    if someone is None:
        raise Http404
    if someone.merged_into is not None:
        return redirect("player", found.address, someone.merged_into.address)
    known = shown_players(presentation.ledger_players(found))
    who = known[someone.pk]
    control = read_period(request, found)
    period = control.period
    played = played_variants(found, period)
    every = in_order_of_tabs(own_variants(played, someone, period), found, period, someone.pk)
    variant = chosen(every, request.GET.get("variant", ""))
    courses, others = balance_histories(found, someone)
    context = {
        "group": found,
        "who": who,
        "control": control,
        "this_year": period.first.year if period.first else today().year,
        "record": record_figures(
            found, someone, period, every, read_all=request.GET.get("record") == ALL_GAMES
        ),
        "streak_title": streak_title(period),
        "left": someone.left_at,
        "variants": every,
        "variant": variant,
        "more_open": variant in every[3:],
        "balances": [
            balance_chart(f"balance{place}", unit, course, who, in_period=not period.is_all)
            for place, (unit, course) in enumerate(courses.items())
        ],
        "other_units": others,
    }
    if variant is not None:
        context["of_variant"] = f"?variant={variant.number}{control.more}"
        context |= _of_variant(found, variant, known, who, request.GET)
    return render(request, "history/player.html", context)


def _of_variant(
    group: Group,
    variant: PlayedVariant,
    known: Mapping[int, ShownPlayer],
    who: ShownPlayer,
    query: Mapping[str, str],
) -> dict[str, Any]:
    """Return the context of one variant."""
    (stored,) = _VARIANT(number=variant.number)
    found = player_stats(group, stored, who.number, variant.period)
    every = courses(variant.scope(group))
    course = every.get(who.number)
    points = last_of(course, variant) if course else []
    context: dict[str, Any] = {"found": found, **figures(variant, found, who), **streaks(course)}
    context["place"] = place_text(every.values(), who.number)
    context["last_day"] = points[-1].day if points else None
    mean = found.mean
    if variant.points and mean is not None and len(points) > 1:
        title = _("%(game)s, the last games") % {"game": variant.called}
        context["form"] = form_chart(title, points, who, mean, side=bool(variant.partners))
        context["form_count"] = len(points)
    rated = ratings(variant, [course])[who.number] if course else []
    if len(rated) > 2:
        context["rating_chart"] = rating_chart(_("Rating over time"), rated, who)
    longest = longest_bar(found)
    context["boxes"] = [box_row(box, longest) for box in found.boxes]
    context |= often(found, variant, who, query.get("box", ""))
    return context | _opponents(group, variant, known, who, found, query.get("met", ""))


def _opponents(
    group: Group,
    variant: PlayedVariant,
    known: Mapping[int, ShownPlayer],
    who: ShownPlayer,
    found: PlayerStats,
    wanted: str,
) -> dict[str, Any]:
    """Return the context of the opponents in a variant, or over all games of the period."""
    over_all = wanted == ALL_GAMES
    every: Sequence[Opponent] = found.met
    if over_all:
        every = opponents(meetings_of_all(group.pk, who.number, variant.period))
    met = [each for each in every if each.player in known]
    link = f"?variant={variant.number}{'&' if variant.period.query else ''}{variant.period.query}"
    return {
        "met": [met_row(each, known) for each in met],
        "met_of": [
            (variant.called, f"{link}#met", not over_all),
            (_("all games"), f"{link}&met={ALL_GAMES}#met", over_all),
        ],
        "nemesis": rival(nemesis_of(met), known),
        "victim": rival(victim_of(met), known),
        "enough": ENOUGH,
    }

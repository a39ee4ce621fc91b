"""Home page of a group: debts, wins, last evening, last games, standings, records, ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.core.i18n.dates import show_day, today
from scorekeeper.history.anniversaries import anniversary
from scorekeeper.history.charts import last_games_chart, ratings_chart, whole
from scorekeeper.history.evening_changes import changes_of
from scorekeeper.history.evening_texts import change_text, payments_text, rows_of
from scorekeeper.history.evenings import Evening, evening_of
from scorekeeper.history.game_search import newest_games
from scorekeeper.history.leaders import SHARE, lead_text, leaders
from scorekeeper.history.period_form import PeriodControl, read_period
from scorekeeper.history.presentation import ShownPlayer, by_name, game_row, shown_players
from scorekeeper.history.recent_games import last_games, ratings
from scorekeeper.history.standing_rows import record_row, standing_row
from scorekeeper.history.standings import records, standings
from scorekeeper.history.variant_tabs import chosen, in_order_of_tabs
from scorekeeper.history.variants import PlayedVariant, played_variants
from scorekeeper.ledger import presentation
from scorekeeper.ledger.payment_form import debts_context, save_payment
from scorekeeper.people.identity import group_at, person_of
from scorekeeper.people.messages import group_title
from scorekeeper.people.models import Group
from scorekeeper.play.game_names import EDITIONS

LINES = 6


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, group: str) -> HttpResponse:
    """Show the home page of a group; save payments."""
    person = person_of(request)
    found = group_at(group, person)
    assert person is not None
    error = ""
    if request.method == "POST":
        answer = save_payment(request, found, person)
        if isinstance(answer, HttpResponse):
            return answer
        error = answer
    return render(
        request, "history/group.html", _context(request, found, error), status=422 if error else 200
    )


def _context(request: HttpRequest, found: Group, error: str) -> dict[str, Any]:
    ledger_players = presentation.ledger_players(found)
    known = shown_players(ledger_players)
    control = read_period(request, found)
    period, order = control.period, request.GET.get("sort", "")
    every = in_order_of_tabs(played_variants(found, period), found, period)
    variant = chosen(every, request.GET.get("variant", ""))
    won = leaders(found, known, period, order)
    context = {
        "group": found,
        "called": group_title(found),
        "control": control,
        "this_year": period.first.year if period.first else today().year,
        "leaders": won,
        "by_share": order == SHARE,
        "sorts": _sorts(control, order),
        "lead": _running_lead(found, known, control) if won and control.period.is_all else "",
        "lead_href": control.href(control.running) if control.running else "",
        "counted": sum(each.games for each in every),
        "variants": every,
        "variant": variant,
        "more_open": variant in every[3:],
        "people": by_name(known),
    }
    all_time = every if period.is_all else played_variants(found)
    called = {each.number: each.called for each in all_time}
    context["games"] = [game_row(game, ledger_players, called) for game in newest_games(found, period)]
    context["every"] = sum(each.every for each in all_time)
    context["in_period"] = sum(each.every for each in every)
    context["days"] = period.query
    debts = debts_context(request, found, ledger_players, error)
    context |= debts
    owed = {each.unit for each in debts["units"] if each.debts.fewest}
    if control.days:
        context |= _last_evening(evening_of(found, control.days[-1]), found, known, called, owed)
    context["year_ago"] = _year_ago(found, known, called)
    if variant is None:
        return context
    return context | {"game_key": _game_key(variant, every)} | _of_variant(found, variant, known)


def _running_lead(group: Group, known: Mapping[int, ShownPlayer], control: PeriodControl) -> str:
    """Return who leads the running season; empty without one, and where the page shows it."""
    running = control.running
    return "" if running is None or running == control.period else lead_text(group, known, running)


def _game_key(variant: PlayedVariant, every: Sequence[PlayedVariant]) -> str:
    """Return the key of the variant's game for the list of games; empty unless there are other variants of it."""
    alike = [each for each in every if (each.game, each.name) == (variant.game, variant.name)]
    keys = [each.key for each in EDITIONS if (each.slug, each.name) == (variant.game, variant.name)]
    return keys[0] if keys and len(alike) > 1 else ""


def _sorts(control: PeriodControl, order: str) -> list[tuple[str, str, bool]]:
    """Return (name, link, whether it is chosen) of the orders of the players."""
    others = [f"{name}={quote(value)}" for name, value in control.others if name == "variant"]
    query = "&".join([*others, *filter(None, [control.period.query])])
    return [
        (_("by wins"), f"?{query}#won", order != SHARE),
        (_("by share"), f"?{'&'.join(filter(None, [f'sort={SHARE}', query]))}#won", order == SHARE),
    ]


def _year_ago(
    group: Group, known: Mapping[int, ShownPlayer], called: Mapping[int, str]
) -> dict[str, Any] | None:
    """Return the context of an anniversary."""
    found = anniversary(group)
    if found is None or found.player not in known:
        return None
    words = {
        "player": known[found.player].name,
        "game": called.get(found.result.variant_id, ""),
        "day": show_day(found.result.day, year=True),
    }
    return {
        "address": found.result.session.address,
        "text": _("%(player)s won %(game)s on %(day)s") % words,
        "points": whole(found.points),
    }


def _of_variant(group: Group, variant: PlayedVariant, known: Mapping[int, ShownPlayer]) -> dict[str, Any]:
    """Return the context of one variant: last games, standings, records, ratings."""
    if not variant.games:
        return {}
    found = [each for each in standings(group, variant) if each.player in known]
    played = {each.player: each.played for each in found}
    most = sorted(played, key=lambda player: (-played[player], player))[:LINES]
    last = last_games(group, variant)
    context: dict[str, Any] = {
        "standings": [standing_row(each, known) for each in found],
        "records": [record_row(each, known, variant) for each in records(variant, found)],
        "last": len(last.games),
        "last_day": last.games[-1][0] if last.games else None,
    }
    if variant.points and len(last.games) > 1:
        context["form"] = last_games_chart(
            _("%(game)s, the last games") % {"game": variant.called}, last, known
        )
    if variant.games > 2:
        title = _("Ratings over time")
        course = ratings(variant, [each.course for each in found if each.player in most])
        context["ratings"] = ratings_chart(title, course, [known[player] for player in most])
    return context


def _last_evening(
    evening: Evening,
    group: Group,
    known: Mapping[int, ShownPlayer],
    called: Mapping[int, str],
    owed: Set[str],
) -> dict[str, Any]:
    """Return the context of the last evening.

    `called`: names of all variants of the group. `owed`: units with debts.
    """
    return {
        "evening": evening,
        "rows": rows_of(evening, known),
        "pays": payments_text(evening, known, owed),
        "changes": [change_text(change, known, called) for change in changes_of(group, evening)],
    }

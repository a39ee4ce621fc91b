"""List of a group's finished games, with search and pages."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import fields, replace
from datetime import date
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from scorekeeper.core.i18n.dates import YEARS
from scorekeeper.core.web.numbers import number_of
from scorekeeper.history.charts import whole
from scorekeeper.history.game_search import (
    FREE,
    MOST_FOUND,
    STAKED,
    GameSearch,
    editions_of,
    number_found,
    page_of,
)
from scorekeeper.history.period import Period, offered
from scorekeeper.history.period_form import days_of_games
from scorekeeper.history.presentation import game_row
from scorekeeper.history.seasons import period_of, seasons_of
from scorekeeper.history.variants import PlayedVariant, played_variants
from scorekeeper.ledger.presentation import distinct, ledger_players
from scorekeeper.people.identity import group_at, person_of
from scorekeeper.people.models import Group
from scorekeeper.play.game_names import BY_KEY
from scorekeeper.play.models import Session
from scorekeeper.play.transcript import MOST_PLAYERS

MOST_LETTERS = 60


@require_safe
def show(request: HttpRequest, group: str) -> HttpResponse:
    """List the finished games that match the query, newest first."""
    found = group_at(group, person_of(request))
    known = ledger_players(found)
    every = played_variants(found)
    called = {variant.number: variant.called for variant in every}
    seasons = [period_of(season) for season in seasons_of(found)]
    wanted = read_search(request.GET, known, called, seasons)
    page = page_of(found, wanted)
    context = {
        "group": found,
        "wanted": wanted,
        "months": _months([game_row(game, known, called, wanted.player) for game in page.games]),
        "count": _count(found, wanted, every),
        "older": search_query(replace(wanted, after=page.older)) if page.older else "",
        "editions": [(each.key, each.name, each == wanted.game) for each in editions_of(found)],
        "variants": every,
        "most_players": MOST_PLAYERS,
        "people": sorted(distinct(known), key=lambda player: player.name.casefold()),
        "periods": offered(days_of_games(found), wanted.period, seasons),
        "stakes": ((STAKED, _("for a stake")), (FREE, _("without"))),
        "start": wanted.period.query or Period(wanted.since, wanted.until).query,
        "ended": Session.objects.filter(group=found, removed=None, ended__isnull=False).exists(),
        "narrowed": wanted != GameSearch(after=wanted.after),
        "reversed": wanted.since and wanted.until and wanted.until < wanted.since,
    }
    return render(request, "history/games.html", context)


def _months(rows: Sequence[Mapping[str, Any]]) -> list[tuple[date, list[Mapping[str, Any]]]]:
    """Return rows by the first day of their month, in their order."""
    return [(month, list(each)) for month, each in groupby(rows, key=lambda row: row["day"].replace(day=1))]


def _count(group: Group, wanted: GameSearch, every: Sequence[PlayedVariant]) -> str:
    """Return the number of games found, such as "more than 1,000"; empty for none."""
    if wanted == GameSearch(after=wanted.after):
        count, most = sum(variant.every for variant in every), False
    else:
        count = number_found(group, wanted)
        most = count > MOST_FOUND
    if most:
        return _("more than %(count)s games") % {"count": whole(MOST_FOUND)}
    return ngettext("%(count)s game", "%(count)s games", count) % {"count": whole(count)} if count else ""


def read_search(
    form: QueryDict, known: Container[int], variants: Container[int], seasons: Sequence[Period] = ()
) -> GameSearch:
    """Parse the search of a query; invalid values are ignored.

    `known`, `variants`: ids of the group's players and variants.
    """
    game, stake = form.get("game", ""), form.get("stake", "")
    player, variant = (number_of(form.get(name, "")) for name in ("player", "variant"))
    size = number_of(form.get("size", ""))
    return GameSearch(
        game=BY_KEY.get(game),
        variant=variant if variant in variants else 0,
        player=player if player in known else 0,
        size=size if size <= MOST_PLAYERS else 0,
        stake=stake if stake in (STAKED, FREE) else "",
        period=Period.of_key(form.get("period") or form.get("year", ""), seasons),
        since=_day(form.get("since", "")),
        until=_day(form.get("until", "")),
        words=form.get("words", "").replace("\x00", "").strip()[:MOST_LETTERS],
        after=form.get("after", ""),
    )


def search_query(wanted: GameSearch) -> str:
    """Return the query string of a search."""
    values = {each.name: getattr(wanted, each.name) for each in fields(GameSearch)}
    values |= {"game": wanted.game and wanted.game.key, "period": wanted.period.key}
    query = QueryDict(mutable=True)
    query.update({name: value for name, value in values.items() if value})
    return query.urlencode()


def _day(text: str) -> date | None:
    """Parse a day as browsers send it, 2026-11-21; None if it is invalid or far from all games."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if found.year in YEARS else None

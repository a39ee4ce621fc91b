"""The page of a group's defaults for new games: house rules, stake, currency, language."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.core.web.http import see_other
from scorekeeper.ledger import money
from scorekeeper.ledger.money import dump_stake, likely_currency
from scorekeeper.people.identity import group_at, person_of
from scorekeeper.people.messages import group_title
from scorekeeper.people.models import Group
from scorekeeper.play.game_names import names_of
from scorekeeper.rules import GAMES
from scorekeeper.table import group_defaults
from scorekeeper.table.stake_form import StakeForm, known_stake, read_stake
from scorekeeper.table.stake_preview import example

ANY = next(
    game for game in GAMES.values() if game.POINTS
)  # any game with points, because these allow every kind of stake


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, group: str) -> HttpResponse:
    """Show and save the defaults.

    House rules are stored on the new-game page and deleted here.
    """
    found = group_at(group, person_of(request))
    form = request.POST
    if request.method != "POST":
        unit = found.currency or likely_currency(request.headers.get("Accept-Language", ""))
        return _page(request, found, known_stake(found.stake, unit, ANY), found.currency, found.language)
    if "forget" in form:
        if form["forget"] not in GAMES:
            raise Http404
        group_defaults.save_rules(found, form["forget"], None)
        return see_other(reverse("group_defaults", args=[group], query={"notice": "forgotten"}))
    stake = read_stake(form, ANY)
    currency, language = form.get("currency", ""), form.get("language", "")
    if "step" in form:
        return _page(request, found, stake.stepped(-1 if form["step"] == "-1" else 1), currency, language)
    stake = stake.checked(may_win=False)
    if stake.errors:
        return _page(request, found, stake, currency, language)
    agreed = stake.stake(may_win=False)
    group_defaults.save_defaults(
        found, dump_stake(agreed) if agreed.kind != "none" else {}, currency, language
    )
    return see_other(reverse("group_defaults", args=[group], query={"notice": "saved"}))


def _page(request: HttpRequest, group: Group, stake: StakeForm, currency: str, language: str) -> HttpResponse:
    context = {
        "group": group,
        "called": group_title(group),
        "rules": _rules(group),
        "stake": replace(stake, folded=False),
        "example": example(stake, 4, 0, may_win=False),
        "currencies": money.currencies(get_language() or "en"),
        "currency": currency,
        "language_code": language,
        "languages": settings.LANGUAGES,
        "notice_text": {"saved": _("Saved."), "forgotten": _("From now on as you played it last.")}.get(
            "" if stake.errors else request.GET.get("notice", ""), ""
        ),
    }
    return render(request, "table/group_defaults.html", context, status=422 if stake.errors else 200)


def _rules(group: Group) -> list[dict[str, Any]]:
    """Return all games, those with stored house rules first."""
    rows = []
    for slug, game in GAMES.items():
        own = group_defaults.rules_of(group, game)
        name = own.game_name if own else names_of(slug)
        rows.append({"slug": slug, "name": name, "own": own, "summary": own.summary if own else ""})
    return sorted(rows, key=lambda row: row["own"] is None)

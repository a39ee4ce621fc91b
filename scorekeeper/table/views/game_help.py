"""The help page of a game, opened from a table or from the new-game form."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.core.i18n.punctuation import clauses, sentence
from scorekeeper.core.web.http import HtmxHttpRequest
from scorekeeper.games.help.page import page
from scorekeeper.games.house_rules import HouseRules, known_rules
from scorekeeper.games.phrases import capitalised
from scorekeeper.games.presentations import presented
from scorekeeper.play.access_links import visitor_of
from scorekeeper.play.loading import load
from scorekeeper.play.table import Table
from scorekeeper.table.new_game_form import read_new_game
from scorekeeper.table.request_values import game_or_404, group_for_new_game


@require_safe
def show(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Show the rules of a table.

    The query holds the state of the table's entry panel, and the link back restores it.
    """
    table = load(address, visitor_of(request))
    back = reverse("table", args=[address], query=request.GET)
    rules = known_rules(table.game, table.session.options)
    context = _context(rules) | {"back": back, "back_to": _back_to(table), "coach": table.session.coach}
    if table.options.version < table.game.version:
        context["before"] = _(presented(table).help.before)
    return render(request, "table/help.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def show_for_new_game(request: HtmxHttpRequest, game: str) -> HttpResponse:
    """Show the rules of a game being set up.

    The fields of the form are posted to this page and back.
    """
    found = game_or_404(game)
    if request.method != "POST":
        context = _context(HouseRules(found)) | {"back": reverse("new_game", args=[game])}
        return render(request, "table/help.html", context)
    form = read_new_game(found, group_for_new_game(request), request.POST)
    name = "table/_help.html" if request.htmx else "table/help.html"
    return render(request, name, _context(form.rules) | {"fields": form.fields()})


def _context(rules: HouseRules) -> dict[str, Any]:
    return {
        "game": rules.game,
        "game_name": rules.game_name,
        "page": page(rules),
        "changed": _changed(rules),
        "chosen": urlencode(rules.fields()),
    }


def _changed(rules: HouseRules) -> str:
    """Describe the house rules that differ from the printed ones, each in a few words."""
    if not rules.differing:
        return _("Standard rules, no changes")
    return " ".join([sentence(capitalised(clauses(rules.phrases))), _("Otherwise standard rules.")])


def _back_to(table: Table) -> str:
    """Name the moment of the game to which the page returns."""
    if table.outcome is not None or table.session.ended:
        return _("back to the result")
    return str(presented(table).unit.back_to) % {"number": table.sheet.progress[0]}

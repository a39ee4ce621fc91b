"""The new-game page, the start of a game, and rematches."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.core.web.http import HtmxHttpRequest
from scorekeeper.games.entry_panel import Notice
from scorekeeper.games.messages import explain
from scorekeeper.games.panel_request import PanelRequest
from scorekeeper.ledger.money import likely_currency
from scorekeeper.play.access_links import remember_rematch, visitor_of
from scorekeeper.play.loading import load
from scorekeeper.play.rematches import rematch_after, running_duplicate
from scorekeeper.play.start_session import start_rematch, start_session
from scorekeeper.play.write_request import sent_or_new_key
from scorekeeper.rules.contract import RuleError
from scorekeeper.table.group_defaults import save_rules
from scorekeeper.table.new_game_form import NewGameForm, edited, initial_new_game, read_new_game
from scorekeeper.table.new_game_page import new_game_response
from scorekeeper.table.request_values import game_or_404, group_for_new_game
from scorekeeper.table.response import redirect_to_table, table_response

SAVE_RULES = ("save-rules", "keep-rules")  # the second on pages opened before an upgrade


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HtmxHttpRequest, game: str) -> HttpResponse:
    """Show the new-game form and handle each of its buttons."""
    found, group = game_or_404(game), group_for_new_game(request)
    if request.method != "POST":
        unit = likely_currency(request.headers.get("Accept-Language", ""))
        opened = "rules" if "rules" in request.GET else ""
        form = initial_new_game(found, group, unit, request.GET.get("preset", ""))
        return new_game_response(request, replace(form, opened=opened), group=group)
    form = read_new_game(found, group, request.POST)
    if request.POST.get("do") == "start" or "another" in request.POST:
        return _started(request, form.checked())
    if request.POST.get("do") in SAVE_RULES and group is not None and not form.rules.errors:
        group = save_rules(group, game, form.rules.explicit)
        form = replace(form, opened="rules")
    form = edited(form, request.POST)
    return new_game_response(request, form, group=group, status=422 if form.wrong else 200)


def _started(request: HtmxHttpRequest, form: NewGameForm) -> HttpResponse:
    """Begin the game; show the form again for errors or a running game of the same players."""
    if form.wrong:
        return new_game_response(request, form, group=form.group, status=422)
    plan, twin = form.plan(), None
    if form.group is not None and "another" not in request.POST:
        twin = running_duplicate(form.group, plan.game, plan.names)
    if twin is None or twin.key == plan.key:
        return redirect_to_table(request, start_session(request, plan))
    return new_game_response(request, replace(form, twin=twin), group=form.group, status=HTTPStatus.CONFLICT)


@require_POST
def rematch(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Begin the same game again: same players, house rules and stake."""
    table = load(address, visitor_of(request))
    if not table.permissions.is_player:
        raise Http404
    key = sent_or_new_key(request.POST.get("key", ""))
    try:
        after = rematch_after(table.session) or start_rematch(
            request, address, key, request.POST.get("first", ""), request.POST.get("length", "")
        )
    except RuleError as error:
        notice = Notice(_("Not started."), explain(error), "bad")
        return table_response(request, table, PanelRequest(), notice=notice, status=422)
    return remember_rematch(request, redirect_to_table(request, after), table, after)

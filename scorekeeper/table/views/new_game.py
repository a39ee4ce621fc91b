"""A new game: the set-up page, its start, and the same game again."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.games.entry_panel import Notice
from scorekeeper.games.messages import explain
from scorekeeper.games.query import Ask, new_or_sent
from scorekeeper.ledger.money import likely_currency
from scorekeeper.play.begin import begin, begin_rematch
from scorekeeper.play.passes import pass_on, visitor_of
from scorekeeper.play.rematch import begun_after, running_twin
from scorekeeper.play.table import load
from scorekeeper.rules.contract import RuleError
from scorekeeper.table.group_defaults import keep_rules
from scorekeeper.table.new_game_form import SetUp, edited, new_set_up, read_set_up
from scorekeeper.table.new_game_page import set_up_answer
from scorekeeper.table.request_values import circle, game_of
from scorekeeper.table.response import moved, table_answer


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, game: str) -> HttpResponse:
    """The set-up of a new game; every button of it comes here."""
    found, group = game_of(game), circle(request)
    if request.method != "POST":
        unit = likely_currency(request.headers.get("Accept-Language", ""))
        opened = "rules" if "rules" in request.GET else ""
        form = new_set_up(found, group, unit, request.GET.get("preset", ""))
        return set_up_answer(request, replace(form, opened=opened), group=group)
    form = read_set_up(found, group, request.POST)
    if request.POST.get("do") == "start" or "another" in request.POST:
        return _started(request, form.checked())
    if request.POST.get("do") == "keep-rules" and group is not None and not form.rules.errors:
        group = keep_rules(group, game, form.rules.explicit)
        form = replace(form, opened="rules")
    form = edited(form, request.POST)
    return set_up_answer(request, form, group=group, status=422 if form.wrong else 200)


def _started(request: HttpRequest, form: SetUp) -> HttpResponse:
    """The new table; the set-up again where something is wrong, or where the same people play this game already."""
    if form.wrong:
        return set_up_answer(request, form, group=form.group, status=422)
    plan, twin = form.plan(), None
    if form.group is not None and "another" not in request.POST:
        twin = running_twin(form.group, plan.game, plan.names)
    if twin is None or twin.key == plan.key:
        return moved(request, begin(request, plan))
    return set_up_answer(request, replace(form, twin=twin), group=form.group, status=HTTPStatus.CONFLICT)


@require_POST
def rematch(request: HttpRequest, address: str) -> HttpResponse:
    """The same people play the same game again, by the same rules, for the same stake."""
    table = load(address, visitor_of(request))
    if not table.rights.sits:
        raise Http404
    key = new_or_sent(request.POST.get("key", ""))
    try:
        after = begun_after(table.session) or begin_rematch(request, address, key)
    except RuleError as error:
        notice = Notice(_("Not begun."), explain(error), "bad")
        return table_answer(request, table, Ask(), notice=notice, status=422)
    return pass_on(request, moved(request, after), table, after)

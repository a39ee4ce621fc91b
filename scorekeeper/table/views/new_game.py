"""A new game: the set-up page, its start, and the same game again."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from scorekeeper.games.entry_panel import Notice
from scorekeeper.games.messages import explain
from scorekeeper.games.query import Ask, new_or_sent
from scorekeeper.ledger.money import likely_currency
from scorekeeper.people.groups import groups_of
from scorekeeper.people.identity import group_of, person_of
from scorekeeper.people.models import Group
from scorekeeper.play.begin import begin, begin_rematch
from scorekeeper.play.game_names import edition_of
from scorekeeper.play.models import Session
from scorekeeper.play.passes import pass_on, visitor_of
from scorekeeper.play.rematch import begun_after, running_twin
from scorekeeper.play.table import load
from scorekeeper.rules import GAMES
from scorekeeper.rules.contract import Game, RuleError, Seats
from scorekeeper.table.group_defaults import keep_rules, rules_of
from scorekeeper.table.new_game_form import SetUp, edited, new_set_up, read_set_up
from scorekeeper.table.opening import beginning, opening_of, order_hint
from scorekeeper.table.response import table_answer
from scorekeeper.table.stake_form import example, summary


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


def game_of(slug: str) -> Game[Any, Any]:
    """The game of an address. Raises Http404."""
    if slug not in GAMES:
        raise Http404
    return GAMES[slug]


def circle(request: HttpRequest) -> Group | None:
    """The group that a game is set up in: the one that the form or the address names, else the one he plays in.

    None for a stranger. Raises Http404 for the address of a group that he is not of; a form that was filled in while
    he still was goes on in his own.
    """
    person = person_of(request)
    wanted = request.POST.get("group") or request.GET.get("group")
    mine = groups_of(person) if person and wanted else []
    found = next((group for group in mine if group.address == wanted), None)
    if found is None and "group" in request.GET:
        raise Http404
    return found or group_of(person)


def moved(request: HttpRequest, session: Session) -> HttpResponse:
    """Go to a table: a whole new page, with and without script."""
    address = reverse("table", args=[session.address])
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRedirect(address)
    response = redirect(address)
    response.status_code = HTTPStatus.SEE_OTHER
    return response


def set_up_answer(
    request: HttpRequest, form: SetUp, *, group: Group | None = None, status: int = 200
) -> HttpResponse:
    """The set-up as a page, or only what stands on it where htmx asked. `group`: whose house rules these may be."""
    name = "play/_setup.html" if request.htmx else "play/setup.html"  # type: ignore[attr-defined]
    own = rules_of(group, form.game)
    may_keep = group is not None and (own is None or own.explicit != form.rules.explicit)
    more = {"may_keep": may_keep, "are_own": own is not None and not may_keep}
    return render(request, name, _context(form) | more, status=status)


def _context(form: SetUp) -> dict[str, Any]:
    seating, stake = form.seating, form.stake
    fewest, most = form.places[0], form.places[-1]
    start = beginning(form.game, seating)
    seats = seating.drawn(form.known, form.errors, most, start.notes)
    return {
        "form": form,
        "game": form.game,
        "game_name": form.rules.game_name,
        "summary": edition_of(form.game.slug, form.rules.options).summary,
        "seats": seats,
        "named": [seat for seat in seats if seat.name],
        "errors": form.errors,
        "sides": form.possible_sides,
        "side_numbers": seating.numbers if seating.sides in form.possible_sides else (),
        "sides_told": seating.told() if seating.sides in form.possible_sides else "",
        "rules": form.rules,
        "highest": _highest(form),
        "stake": stake,
        "stake_summary": summary(stake),
        "example": example(stake, len(seating.lines), seating.sides, may_win=form.may_win),
        "start": start.told(seating.names),
        "beginning": start,
        "by_draw": opening_of(form.game),
        "order_hint": order_hint(form.game),
        "fewest": fewest,
        "most": most,
        "focus": form.focus,
    }


def _highest(form: SetUp) -> int | None:
    """The highest total that these rules allow, where a sheet of boxes sets one."""
    if form.game.DEALS:
        return None  # rounds go on until somebody has won
    bounds = form.game.bounds(form.game.start(form.rules.options, _ANYBODY))
    return max(most for _least, most in bounds.values()) if bounds else None


_ANYBODY = Seats(("1", "2"))

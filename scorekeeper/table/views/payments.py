"""Mark all payments of a finished game as paid, or undo that."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from scorekeeper.core.web.http import see_other
from scorekeeper.ledger.game_payments import pay_all, undo_all
from scorekeeper.people.identity import person_of
from scorekeeper.play.access_links import visitor_of
from scorekeeper.play.loading import load
from scorekeeper.table.result import payments_due


@require_POST
def settle(request: HttpRequest, address: str) -> HttpResponse:
    """Write or undo all payments of the result as a member, and show the result again."""
    table, person = load(address, visitor_of(request)), person_of(request)
    if person is None or not table.permissions.of_group:
        raise Http404
    step = undo_all if request.POST.get("do") == "undo" else pay_all
    step(table.session.group, payments_due(table), person)
    return see_other(reverse("table", args=[address]))

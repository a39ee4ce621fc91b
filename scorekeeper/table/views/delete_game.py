"""The page that deletes or restores a game, for members of its group.

The log records the member who did so.
"""

from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.core.web.http import see_other
from scorekeeper.games.messages import explain
from scorekeeper.people.names import fold, tidy
from scorekeeper.play import session_changes
from scorekeeper.play.access_links import visitor_of
from scorekeeper.play.exceptions import RefusedError, StaleError
from scorekeeper.play.loading import load
from scorekeeper.play.table import Table
from scorekeeper.play.write_request import form_key, read_write_request
from scorekeeper.rules.contract import RuleError
from scorekeeper.table.result import result_context
from scorekeeper.table.status import progress_text


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, address: str) -> HttpResponse:
    """Show what deleting would do and ask for the game's name, or offer to restore the game."""
    table = load(address, visitor_of(request), key=form_key(request))
    if not table.permissions.of_group:
        raise Http404
    if request.method != "POST":
        return _page(request, table)
    back = request.POST.get("do") == "back"
    if not back and table.wrote is None and fold(tidy(request.POST.get("name", ""))) != fold(_name(table)):
        wrong = _("Type the name of the game as shown above: %(game)s.") % {"game": _name(table)}
        return _page(request, table, wrong=wrong, status=422)
    try:
        session_changes.change(address, read_write_request(request), {"removed": not back})
    except StaleError as stale:
        return _page(
            request,
            stale.table,
            notice=_("A line was entered meanwhile. Do you still want this?"),
            status=409,
        )
    except RefusedError as refused:
        return _page(request, refused.table, notice=explain(refused.error), status=422)
    except RuleError as error:
        return _page(request, table, notice=explain(error), status=422)
    return see_other(reverse("table", args=[address]))


def _name(table: Table) -> str:
    return table.game_name


def _page(
    request: HttpRequest, table: Table, *, wrong: str = "", notice: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "table": table,
        "session": table.session,
        "game_name": _name(table),
        "about": progress_text(table),
        "names": list(table.names.values()),
        "pays": bool(result_context(table).get("payments")),
        "typed": request.POST.get("name", ""),
        "wrong": wrong,
        "notice": notice,
        "key": uuid.uuid4(),
    }
    return render(request, "table/delete_game.html", context, status=status)

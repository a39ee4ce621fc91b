"""A press of a key in a draft: the five steps of a write, without an entry in the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.core.web.http import HtmxHttpRequest
from scorekeeper.games import drafts
from scorekeeper.games.entry_panel import Answer, Notice
from scorekeeper.games.messages import explain
from scorekeeper.games.panel_request import PanelRequest
from scorekeeper.games.presentations import presented
from scorekeeper.games.refusals import rule_link
from scorekeeper.ledger.stake import StakeError
from scorekeeper.play.access_links import visitor_of
from scorekeeper.play.exceptions import RefusedError, StaleError
from scorekeeper.play.loading import load
from scorekeeper.play.table import Table
from scorekeeper.play.write_request import author_only, author_or_404, number_or_404
from scorekeeper.rules.contract import RuleError
from scorekeeper.table.notices import stale_notice
from scorekeeper.table.response import table_response


@author_only
def press(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Press a key of a draft.

    Like every write it answers 409 if late and 422 if refused.
    """
    line, step = number_or_404(request, "line"), number_or_404(request, "step")
    wanted = PanelRequest(line=(line, 0), correcting="1") if line else PanelRequest()
    try:
        pressed, seen = request.POST.get("press", ""), number_or_404(request, "seen")
        table = drafts.press(address, author_or_404(request), seen, (line, step), pressed, _change)
    except StaleError as stale:
        return table_response(
            request,
            stale.table,
            _with_current_line(stale.table, wanted),
            notice=_draft_stale_notice(stale),
            status=409,
        )
    except (RefusedError, RuleError) as refused:
        error = refused.error if isinstance(refused, RefusedError) else refused
        table = load(address, visitor_of(request))
        notice = _press_refusal(table, wanted, error)
        return table_response(request, table, _with_current_line(table, wanted), notice=notice, status=422)
    if request.htmx:
        return table_response(request, table, wanted)
    query = {"line": line, "right": 1} if line else {}
    return redirect(reverse("table", args=[address], query=query))


def _change(table: Table, before: drafts.Draft, pressed: str) -> Mapping[str, Any]:
    return presented(table).press(table, before, pressed)


def _press_refusal(table: Table, wanted: PanelRequest, error: RuleError | StakeError) -> Notice:
    """Say why pressing a key changed nothing, and offer ways to continue."""
    back = Answer(_("All right"), href=f"?line={wanted.line[0]}&right=1" if wanted.line else "?")
    query = {"line": wanted.line[0], "right": 1} if wanted.line else None
    remedies = presented(table).remedies(table, error) if isinstance(error, RuleError) else ()
    why = explain(error, names=table.names, game=table.game, rules=table.session.options)
    return Notice("", why, "bad", (*remedies, *rule_link(table, error, query), back))


def _with_current_line(table: Table, wanted: PanelRequest) -> PanelRequest:
    """Return the same `wanted` if its line still exists, else an empty one."""
    return wanted if wanted.line is None or table.replayed.line(wanted.line[0]) else PanelRequest()


def _draft_stale_notice(stale: StaleError) -> Notice:
    """Say that another player pressed a key of the same draft, or wrote a line."""
    if isinstance(stale, drafts.StaleDraftError):
        text = _("This is being entered on another phone, too. Go on from here.")
        return Notice(_("Changed meanwhile."), text, "bad")
    return stale_notice(stale.table)

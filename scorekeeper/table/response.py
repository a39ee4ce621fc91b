"""Responses with the table: the whole page, or its content for htmx."""

from __future__ import annotations

import json
import uuid
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from scorekeeper.core.i18n.dates import today
from scorekeeper.core.i18n.punctuation import labelled, listed
from scorekeeper.core.web.http import HtmxHttpRequest
from scorekeeper.games import lines
from scorekeeper.games.entry_panel import Answer, EntryPanel, Notice
from scorekeeper.games.panel_request import PanelRequest
from scorekeeper.games.presentations import presented
from scorekeeper.games.sides import side_totals
from scorekeeper.games.stake_labels import stake_label
from scorekeeper.people.author_tokens import author_token
from scorekeeper.people.identity import person_of
from scorekeeper.play.access_links import listener_of
from scorekeeper.play.matches import match_of
from scorekeeper.play.models import Session
from scorekeeper.play.presence import presence_at
from scorekeeper.play.stream_token import sign_stream_token
from scorekeeper.play.table import Table
from scorekeeper.templatetags import dates
from scorekeeper.templatetags.punctuation import listed as html_listed

from .etag import release
from .game_effects import evening_wins, wins_text, wins_to_show
from .guidance import asks_player, with_guidance
from .match_texts import match_text
from .result import payments_state, result_context
from .score_chart import course_chart, has_course
from .spectator import panel_for, permitted
from .undo_keys import redo_key, undo_key


def table_response(
    request: HtmxHttpRequest,
    table: Table,
    wanted: PanelRequest,
    *,
    notice: Notice | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the table with the entry panel that `wanted` names.

    `notice`: shown above the panel, before any notice of the panel itself.
    """
    if wanted.turn not in (None, table.turn) and wanted.writer is None and wanted.line is None:
        wanted = PanelRequest(seen=-1)  # the dice typed there were for an earlier turn
    late = status == 200 and wanted.seen not in (None, table.count)
    shown_by, wanted = presented(table), permitted(table, wanted)
    panel = panel_for(
        table, wanted, shown_by.entry_panel(table, replace(wanted, box=None) if late else wanted)
    )
    notice = (
        notice
        or panel.notice
        or shown_by.notice(table, wanted, panel)
        or _stale_notice(table, late)
        or _request_notice(table)
    )
    if wanted.bad_dice and status == 200:
        status = 422
    panel = with_guidance(request, table, replace(panel, notice=notice))
    name = "table/_table.html" if request.htmx else "table/table.html"
    context = table_context(table, panel, sheet="sheet" in request.GET)
    context["live"] = sign_stream_token(table, listener_of(request))
    context["author_token"] = _author_token(request)
    context["tonight"] = "" if request.htmx or table.outcome is not None else _tonight(table)
    context["asks_player"] = asks_player(request, table)
    context["depth"] = wanted.depth or int(not request.GET.keys().isdisjoint({"sheet", "undo"}))
    response = render(request, name, context, status=status)
    response["Vary"] = "HX-Request"
    return response


def redirect_to_table(request: HtmxHttpRequest, session: Session) -> HttpResponse:
    """Redirect to a table, loading a whole page with and without JavaScript."""
    address = reverse("table", args=[session.address])
    if request.htmx:
        return HttpResponseClientRedirect(address)
    response = redirect(address)
    response.status_code = HTTPStatus.SEE_OTHER
    return response


def table_context(table: Table, panel: EntryPanel, *, sheet: bool = False) -> dict[str, Any]:
    """Build the context of the table templates."""
    over = panel.mode == "game_over" or panel.over
    shows_result = over and not sheet
    # the page of a written end is loaded once more, with what took too long for the response to a write
    unsettled = table.outcome is not None and table.wrote is not None
    drawn = {} if shows_result and unsettled else presented(table).sheet(table, panel)
    return {
        "table": table,
        "version": table.version - unsettled,
        "session": table.session,
        "release": release(),
        "game_name": table.game_name,
        "subtitle": _subtitle(table),
        "panel": panel,
        "panel_template": panel.template,
        "unsettled": unsettled,
        "recent": [] if shows_result else _recent(table),
        "result": result_context(table) if shows_result else None,
        "course": course_chart(table) if table.outcome and shows_result and not unsettled else None,
        "has_course": table.outcome is None and has_course(table),
        "settled": payments_state(table) if shows_result else None,
        "over": over,
        "asks": panel.mode not in ("game_over", "spectator", "read_only"),
        "last": undo_key(table),
        "redo": None if panel.notice and panel.notice.answers else redo_key(table),
        "said": lines.said(table),
        "side_totals": side_totals(table),
        "phones": presence_at(table.session.pk).phones,
        "avatar": next((head.avatar for head in drawn.get("heads", ()) if head.key == panel.writer), ""),
        "writer": next((seat for seat in table.seats if seat.key == panel.writer), None),
        "key": uuid.uuid4(),
        "offline_draft": _offline_draft(table, panel),
        "turns": presented(table).upcoming(table),
        "points": presented(table).points_address(table),
        **drawn,
        **_ending(table),
    }


def _offline_draft(table: Table, panel: EntryPanel) -> str:
    """Return the draft that a phone continues without signal as JSON, "" for none."""
    found = presented(table).offline_draft(table, panel) if table.permissions.may_write else None
    return "" if found is None else json.dumps(found, separators=(",", ":"))


def _recent(table: Table) -> list[str]:
    """Return the newest lines, for screens with room beside the sheet."""
    in_effect = table.replayed.lines
    return [lines.line_text(table, line) for line in reversed(in_effect[-3:])]


def _subtitle(table: Table) -> str:
    """Return the stake, which the sheet does not show, else the names in full."""
    return stake_label(table) or listed(table.names.values())


def _author_token(request: HtmxHttpRequest) -> str:
    person = person_of(request)
    return author_token(person) if person is not None else ""


def _tonight(table: Table) -> str:
    """Return the score of match or evening: "Tonight: Dev 2, Ana 1"; empty for its first game."""
    match = match_of(table)
    if match is not None:
        return match_text(table, match)
    wins = evening_wins(table)
    if not any(wins.values()) or table.session.day != today():
        return ""
    return labelled(_("Tonight"), wins_text(table, wins_to_show(wins)))


def _ending(table: Table) -> dict[str, Any]:
    """Return the subtitle of a finished game: its group, day and time of end."""
    session = table.session
    at = session.ended or session.finished
    if at is None:
        return {}
    group = getattr(session, "group_name", "") if table.permissions.of_group else ""  # read by `load`
    parts = [group, dates.short_day(session.day), "" if session.dated else dates.clock(at)]
    return {"subtitle": html_listed(filter(None, parts)), "ended": True}


def _request_notice(table: Table) -> Notice | None:
    """Tell the host that a phone asks for a taken seat; the page about phones decides."""
    if not table.permissions.has_requests:
        return None
    there = Answer(_("Phones at this table"), href=reverse("participants", args=[table.session.address]))
    return Notice("", _("A phone asks for a player who already has one."), answers=(there,))


def _stale_notice(table: Table, late: bool) -> Notice | None:
    """Tell the visitor that the sheet has changed since the one they saw."""
    return Notice(_("The sheet has changed."), lines.said(table)) if late else None

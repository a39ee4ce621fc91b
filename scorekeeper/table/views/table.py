"""The table page: the sheet and the entry panel."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.core.web.http import HtmxHttpRequest
from scorekeeper.core.web.numbers import parse_integer
from scorekeeper.games.panel_request import read
from scorekeeper.play.access_links import visitor_of
from scorekeeper.play.loading import RemovedDeviceError, load
from scorekeeper.play.write_request import COUNT_DIGITS
from scorekeeper.table.etag import etag_of, not_modified
from scorekeeper.table.notices import undo_notice
from scorekeeper.table.reopening import requested_undo_question
from scorekeeper.table.response import table_response


@require_safe
def show(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Show the table with the panel that the address asks for; 304 if unchanged."""
    try:
        table = load(address, visitor_of(request))
    except RemovedDeviceError:
        if request.htmx:
            raise  # the open page handles the status itself
        return render(request, "table/removed_phone.html", status=HTTPStatus.FORBIDDEN)
    etag = etag_of(request, table)
    same = not_modified(request, table, etag)
    if same is not None:
        return same
    newest = parse_integer(request.GET.get("notice", ""), COUNT_DIGITS) == table.count
    notice = (
        undo_notice(table, table.count)
        if newest
        else requested_undo_question(table, request.GET.get("undo", ""))
    )
    response = table_response(request, table, read(request.GET), notice=notice)
    if response.status_code == 200:
        response["ETag"] = etag
    return response

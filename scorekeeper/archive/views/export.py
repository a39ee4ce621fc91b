"""Export pages: the files of a group, and the transcript of a game."""

from __future__ import annotations

from contextlib import ExitStack
from os import SEEK_END
from typing import IO

from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from scorekeeper.archive import csv_export
from scorekeeper.archive.group_export import export_group
from scorekeeper.archive.html_export.document import page_parts
from scorekeeper.archive.html_export.stream import SlowStream
from scorekeeper.archive.transcript_export import file_of, name_of
from scorekeeper.archive.uploads import upload_limit_mb
from scorekeeper.core.i18n.languages import has_decimal_comma
from scorekeeper.history.models import Result
from scorekeeper.people.identity import group_at, person_of
from scorekeeper.people.models import Group
from scorekeeper.people.slow_requests import count_slow_request, slow_request_slot, slow_view
from scorekeeper.play.access_links import visitor_of
from scorekeeper.play.loading import load
from scorekeeper.play.models import Session

AT_ONCE = 1024 * 1024  # bytes
CSV, HTML = "text/csv; charset=utf-8", "text/html; charset=utf-8"
STREAMED = 200  # games from which the HTML file is sent while it is made


@require_safe
def show(request: HttpRequest, group: str) -> HttpResponse:
    """Show the files that can be exported."""
    found = group_at(group, person_of(request))
    games = Result.objects.filter(group=found).count()
    context = {
        "group": found,
        "games": games,
        "most": upload_limit_mb(games),
        "long": games >= STREAMED,
        "comma": _comma(request) or ("decimal" not in request.GET and has_decimal_comma()),
    }
    return render(request, "archive/export.html", context)


@slow_view
@require_safe
def whole(request: HttpRequest, group: str) -> HttpResponse | FileResponse:
    """Return the group as one file."""
    found = group_at(group, person_of(request))
    return _sent(export_group(found), f"{_stem(found)}.json", "application/json")


@slow_view
@require_safe
def results(request: HttpRequest, group: str) -> HttpResponse | FileResponse:
    """Return the results as CSV."""
    found = group_at(group, person_of(request))
    return _sent(csv_export.results(found, comma=_comma(request)), f"{_stem(found)}-results.csv", CSV)


@slow_view
@require_safe
def ledger(request: HttpRequest, group: str) -> HttpResponse | FileResponse:
    """Return the ledger as CSV."""
    found = group_at(group, person_of(request))
    return _sent(csv_export.ledger(found, comma=_comma(request)), f"{_stem(found)}-ledger.csv", CSV)


@require_safe
def page(request: HttpRequest, group: str) -> HttpResponse | StreamingHttpResponse:
    """Return the group as an HTML file to keep; one of many games is sent while it is made."""
    found = group_at(group, person_of(request))
    with ExitStack() as held:
        held.enter_context(slow_request_slot())
        count_slow_request(request)
        response: HttpResponse | StreamingHttpResponse
        if Session.objects.filter(group=found)[:STREAMED].count() < STREAMED or request.method == "HEAD":
            text = "" if request.method == "HEAD" else "".join(page_parts(found))
            response = HttpResponse(text, content_type=HTML)
        else:
            response = StreamingHttpResponse(SlowStream(page_parts(found), held.pop_all()), content_type=HTML)
    response["Content-Disposition"] = f'attachment; filename="{_stem(found)}.html"'
    return response


@require_safe
def transcript(request: HttpRequest, address: str) -> HttpResponse:
    """Return a game as a transcript."""
    table = load(address, visitor_of(request))
    response = HttpResponse(file_of(table), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{name_of(table)}"'
    return response


def _comma(request: HttpRequest) -> bool:
    return request.GET.get("decimal") == "comma"


def _stem(group: Group) -> str:
    """Return the stem of the group's file names."""
    return f"{slugify(group.name) or 'scorekeeper'}-{timezone.now():%Y-%m-%d}"


def _sent(file: IO[bytes], name: str, kind: str) -> HttpResponse | FileResponse:
    """Return a file as a download; only large files are streamed."""
    if file.seek(0, SEEK_END) > AT_ONCE:
        file.seek(0)
        return FileResponse(file, as_attachment=True, filename=name, content_type=kind)
    with file:
        file.seek(0)
        response = HttpResponse(file.read(), content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response

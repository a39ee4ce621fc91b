"""Page of a group's imports: progress, results, undo."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scorekeeper.archive import import_jobs, undo_import
from scorekeeper.archive.json_reader import FileError
from scorekeeper.archive.messages import error_text
from scorekeeper.archive.models import Import
from scorekeeper.core.web.http import see_other
from scorekeeper.core.web.numbers import number_of
from scorekeeper.people.identity import device_of, group_at, person_of
from scorekeeper.people.models import Group

SOON = "2"  # seconds until the page reloads during an import
MOST = 50


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, group: str) -> HttpResponse:
    """List imports, the newest first; start the undo of one."""
    person = person_of(request)
    found = group_at(group, person)
    assert person is not None
    if request.method != "POST":
        return _page(request, found)
    try:
        number = number_of(request.POST.get("import", ""))
        undo_import.begin(found, number, person, device_of(request))
    except FileError as error:
        return _page(request, found, wrong=error_text(error))
    if not import_jobs.work(number, import_jobs.AT_ONCE):
        import_jobs.start()
    return see_other(f"{reverse('imports', args=[found.address])}?undone={number}")


def _page(request: HttpRequest, group: Group, wrong: str = "") -> HttpResponse:
    rows = list(Import.objects.filter(group=group).defer("data")[:MOST])
    running = any(row.state in import_jobs.ACTIVE for row in rows)
    undone, done = request.GET.get("undone", ""), request.GET.get("done", "")
    context = {
        "group": group,
        "imports": rows,
        "running": running,
        "confirming": number_of(request.GET.get("undo", "")),
        "undone": undone and not any(str(row.pk) == undone for row in rows),
        "done": any(str(row.pk) == done and row.state == Import.State.DONE for row in rows),
        "wrong": wrong,
    }
    response = render(request, "archive/imports.html", context, status=422 if wrong else 200)
    if running:
        import_jobs.start()
        response["Refresh"] = SOON
    return response

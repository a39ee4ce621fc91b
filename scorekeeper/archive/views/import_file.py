"""Import pages: upload, preview and confirmation."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.archive import csv_import, group_import, import_jobs, uploads
from scorekeeper.archive.group_parser import parse
from scorekeeper.archive.import_preview import mark_taken, preview, read, summary_of
from scorekeeper.archive.import_rules import chosen_rules
from scorekeeper.archive.json_reader import FileError
from scorekeeper.archive.messages import error_text
from scorekeeper.archive.models import Import, Upload
from scorekeeper.archive.uploads import SentFile
from scorekeeper.core.db.disk_space import check_disk_space
from scorekeeper.core.i18n.punctuation import listed
from scorekeeper.core.web.http import see_other
from scorekeeper.core.web.networks import networks_of
from scorekeeper.ledger.stake import StakeError
from scorekeeper.people import rate_limits
from scorekeeper.people.groups import groups_of
from scorekeeper.people.identity import device_of, ensure_group, ensure_person, group_of, person_of
from scorekeeper.people.models import Group, Person
from scorekeeper.people.slow_requests import slow_request_slot
from scorekeeper.rules.contract import RuleError

COLUMNS = ("date", "game", "player", "points")
WRONG = (FileError, RuleError, StakeError)


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest) -> HttpResponse:
    """Show the upload form; parse and store uploaded files, without importing them."""
    if request.method != "POST":
        return _page(request)
    if not request.FILES:
        return _page(request, wrong=error_text(FileError("no_file")))
    _check_limits("upload", request)
    with slow_request_slot():
        try:
            files = _files(request)
            kind = uploads.kind_of(files)
            found = read(kind, files)
            person = ensure_person(request)
            group = None if kind == uploads.GROUP else _chosen_group(request, person)
            uploads.store(person, group, kind, files, summary_of(found, group), networks_of(request))
        except WRONG as error:
            return _page(request, wrong=error_text(error))
    return see_other(reverse("import_preview"))


@require_safe
def sample(request: HttpRequest) -> HttpResponse:
    """Return a sample table of old results, in the language of the page."""
    response = HttpResponse(csv_import.sample(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="scorekeeper-sample.csv"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest) -> HttpResponse:
    """Preview the stored upload; import it on confirmation."""
    person = person_of(request)
    upload = uploads.pending_upload(person)
    if person is None or upload is None:
        return see_other(reverse("import"))
    wrong = ""
    if request.method == "POST":
        if request.POST.get("do") == "forget":
            upload.delete()
            return see_other(reverse("import"))
        _check_limits("import", request)
        verdict = rate_limits.must_allow("imported KiB", request, upload.estimated_kib)
        try:
            with slow_request_slot():
                return _import(request, upload, ensure_person(request))
        except WRONG as error:
            rate_limits.uncount(verdict)
            wrong = error_text(error)
            if isinstance(error, FileError) and error.code == "taken":
                mark_taken(upload)
    try:
        context = {"upload": upload, "wrong": wrong, **preview(upload)}
    except KeyError:  # the summary is of an older version
        return see_other(reverse("import"))
    return render(request, "archive/preview.html", context, status=422 if wrong else 200)


def _check_limits(purpose: str, request: HttpRequest) -> None:
    """Count an upload or import against its limits.

    Raises RateLimitError and DiskFullError.
    """
    check_disk_space()
    known = person_of(request)
    if known is None:
        rate_limits.must_allow(f"{purpose} by visitors", request)
    else:
        rate_limits.must_allow(purpose, f"person {known.pk}")
    rate_limits.must_allow(f"{purpose} by a network", request)


def _page(request: HttpRequest, wrong: str = "") -> HttpResponse:
    person = person_of(request)
    groups = groups_of(person) if person else []
    address = request.POST.get("group") or request.GET.get("group", "")
    current = group_of(person)
    chosen = address if address in [group.address for group in groups] else current.address if current else ""
    context = {
        "groups": groups,
        "chosen": chosen,
        "imported": Import.objects.filter(group__address=chosen, group__in=groups).exists(),
        "wrong": wrong,
        "columns": listed(csv_import.labels(COLUMNS)),
    }
    return render(request, "archive/import.html", context, status=422 if wrong else 200)


def _files(request: HttpRequest) -> list[SentFile]:
    """Decode the uploaded files.

    Raises FileError for files that are no text.
    """
    return [uploads.decode_file(str(file.name)[:100], file.read()) for file in request.FILES.getlist("file")]


def _chosen_group(request: HttpRequest, person: Person) -> Group:
    """Return the chosen group if the person is a member, else the person's own group."""
    address = request.POST.get("group", "")
    return next((each for each in groups_of(person) if each.address == address), None) or ensure_group(person)


def _import(request: HttpRequest, upload: Upload, person: Person) -> HttpResponse:
    """Start the import and work on it for a moment.

    One of two taps claims it; a refused upload stays.
    """
    if upload.kind == uploads.GROUP:
        files, copy = uploads.stored_files(upload), request.POST.get("copy") == "1"
        whole = group_import.import_group(parse(files[0].value), person, copy=copy, upload=upload)
        return see_other(reverse("games", args=[whole.address]) if whole else reverse("import"))
    group = _target_group(upload.group, person)
    rules = chosen_rules(upload.summary.get("unknown", ()), upload.group, request.POST)
    found = import_jobs.begin(upload, group, person, device_of(request), rules)
    if found is None:
        return see_other(reverse("import"))
    if not import_jobs.work(found.pk, import_jobs.AT_ONCE):
        import_jobs.start()
        return see_other(reverse("imports", args=[group.address]))
    return see_other(_destination(found))


def _destination(found: Import) -> str:
    """Return where to go after an import: to the only game, else to the page of imports."""
    found.refresh_from_db()
    made = found.sessions.select_related("session")
    if found.kind == uploads.GAMES and found.state == Import.State.DONE and len(made) == 1:
        return reverse("table", args=[made[0].session.address])
    return f"{reverse('imports', args=[found.group.address])}?done={found.pk}"


def _target_group(group: Group | None, person: Person) -> Group:
    """Return the upload's group if the person is still a member, else the person's own group."""
    return group if group is not None and group in groups_of(person) else ensure_group(person)

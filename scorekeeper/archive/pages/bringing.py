"""Bring in: a file is sent, looked at, and comes in when somebody has read what will happen and says yes."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scorekeeper.archive import game_import, group_import, incoming, results_import, results_read
from scorekeeper.archive.group_read import parse
from scorekeeper.archive.incoming import Sent
from scorekeeper.archive.models import Upload
from scorekeeper.archive.preview import preview
from scorekeeper.archive.shape import FileError
from scorekeeper.archive.wording import told
from scorekeeper.ledger.stake import StakeError
from scorekeeper.people import limits
from scorekeeper.people.groups import MOST_GROUPS, groups_of
from scorekeeper.people.guests import device_of, ensure_group, ensure_person, group_of, person_of
from scorekeeper.people.models import Group, Person
from scorekeeper.redirects import see_other
from scorekeeper.rules.core import RuleError
from scorekeeper.writers import writing

HOUR = 3600
FILES_AN_HOUR = 60
WRONG = (FileError, RuleError, StakeError)


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest) -> HttpResponse:
    """Ask for a file; what is sent is looked at and kept, and nothing is done yet."""
    if request.method != "POST":
        return _page(request)
    if not request.FILES:
        return _page(request, wrong=told(FileError("no_file")))
    known = person_of(request)
    limits.must_allow(
        "import", f"person {known.pk}" if known else request, per_window=FILES_AN_HOUR, window=HOUR
    )
    try:
        files = _files(request)
        kind = incoming.kind_of(files)
        _readable(kind, files, group_of(known))
    except WRONG as error:
        return _page(request, wrong=told(error))
    person = ensure_person(request)
    group = None if kind == incoming.GROUP else _group(request, person)
    incoming.keep(person, group, kind, files)
    return see_other(reverse("import_preview"))


@require_http_methods(["GET", "HEAD", "POST"])
def look(request: HttpRequest) -> HttpResponse:
    """What will happen, exactly; on yes it does."""
    person = person_of(request)
    upload = Upload.objects.filter(person=person).select_related("group").first() if person else None
    if person is None or upload is None:
        return see_other(reverse("import"))
    wrong = ""
    if request.method == "POST":
        if request.POST.get("do") == "forget":
            upload.delete()
            return see_other(reverse("import"))
        try:
            return _brought(request, upload, ensure_person(request))
        except WRONG as error:
            wrong = told(error)
    context = {"upload": upload, "wrong": wrong, **preview(upload)}
    return render(request, "archive/preview.html", context, status=422 if wrong else 200)


# --- inside ----------------------------------------------------------------------------------------------


def _page(request: HttpRequest, wrong: str = "") -> HttpResponse:
    person = person_of(request)
    groups = groups_of(person) if person else []
    asked = request.POST.get("group") or request.GET.get("group", "")
    current = group_of(person)
    chosen = asked if asked in [group.address for group in groups] else current.address if current else ""
    context = {"groups": groups, "chosen": chosen, "wrong": wrong}
    return render(request, "archive/import.html", context, status=422 if wrong else 200)


def _files(request: HttpRequest) -> list[Sent]:
    """The files as they were sent. Raises FileError for what is no text."""
    return [incoming.opened(str(file.name)[:100], file.read()) for file in request.FILES.getlist("file")]


def _readable(kind: str, files: Sequence[Sent], group: Group | None) -> None:
    """Raise what is wrong with files that cannot come in whatever is said to them."""
    if kind == incoming.GROUP:
        parse(files[0].value)
    elif kind == incoming.GAMES:
        for file in files:
            game_import.read(file)
    elif len(files) > 1:
        raise FileError("one_table")
    else:
        results_read.read(files[0].text)


def _group(request: HttpRequest, person: Person) -> Group:
    """Where games go: the group that was chosen, of those that the person is in, else his own."""
    asked = request.POST.get("group", "")
    return next((each for each in groups_of(person) if each.address == asked), None) or ensure_group(person)


def _brought(request: HttpRequest, upload: Upload, person: Person) -> HttpResponse:
    """Store it. Of two taps one takes it; where it is refused it is still there."""
    files, group = incoming.kept(upload), upload.group
    if upload.kind == incoming.RESULTS:
        results = results_read.read(files[0].text)
        if not incoming.take(upload):
            return see_other(reverse("import"))
        group = _home(group, person)
        results_import.bring_in(results, group)
        return see_other(reverse("games", args=[group.address]))
    whole = parse(files[0].value) if upload.kind == incoming.GROUP else None
    games = [] if whole else [game_import.read(file) for file in files]
    with writing():
        if not incoming.take(upload):
            return see_other(reverse("import"))
        if whole is None:
            group = _home(group, person)
            made = game_import.bring_in(games, group, person, device_of(request))
            if len(made) == 1:
                return see_other(reverse("table", args=[made[0].address]))
        else:
            if len(groups_of(person)) >= MOST_GROUPS:
                raise FileError("too_many_groups")
            group = group_import.bring_in(whole, person, copy=request.POST.get("copy") == "1")
    return see_other(reverse("games", args=[group.address]))


def _home(group: Group | None, person: Person) -> Group:
    """Where games go: the group that was chosen, where he is in it still."""
    return group if group is not None and group in groups_of(person) else ensure_group(person)

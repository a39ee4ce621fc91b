"""Page for deleting a group, confirmed by typing its name."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.archive.delete_group import NotDeletedError, called, delete
from scorekeeper.archive.uploads import upload_limit_mb
from scorekeeper.core.web.http import see_other
from scorekeeper.people.identity import group_at, person_of
from scorekeeper.people.models import Group, Member, Person
from scorekeeper.play.models import Session


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, group: str) -> HttpResponse:
    """Show what will be deleted; delete the group if its owner typed the name."""
    person = person_of(request)
    found = group_at(group, person)
    assert person is not None
    if not Member.objects.filter(group=found, person=person, owner=True).exists():
        raise Http404
    if request.method != "POST":
        return _page(request, found)
    return _deleted(request, found, person)


def _deleted(request: HttpRequest, group: Group, person: Person) -> HttpResponse:
    typed = request.POST.get("name", "")[:80]
    try:
        delete(group, person, typed)
    except NotDeletedError as error:
        if error.code == "owner_only":
            raise Http404 from error
        return _page(
            request, group, typed=typed, wrong=_("That is not the name of the group. Nothing was deleted.")
        )
    return see_other("/")


def _page(request: HttpRequest, group: Group, *, typed: str = "", wrong: str = "") -> HttpResponse:
    games = Session.objects.filter(group=group).count()
    context = {
        "group": group,
        "called": called(group),
        "games": games,
        "most": upload_limit_mb(games),
        "players": group.players.filter(merged_into=None).count(),
        "members": Member.objects.filter(group=group).count(),
        "typed": typed,
        "wrong": wrong,
    }
    return render(request, "archive/delete_group.html", context, status=422 if wrong else 200)

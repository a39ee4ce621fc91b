"""Menu of a group with its name and time zone."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scorekeeper.core.db.write_lock import writing
from scorekeeper.core.i18n.dates import zone_named, zones
from scorekeeper.core.web.http import see_other
from scorekeeper.people import groups
from scorekeeper.people.forms import GroupForm
from scorekeeper.people.groups import GroupError
from scorekeeper.people.identity import group_at, person_of
from scorekeeper.people.messages import group_title
from scorekeeper.people.models import Group, Member


@require_http_methods(["GET", "HEAD", "POST"])
def menu(request: HttpRequest, group: str) -> HttpResponse:
    """Show the menu of a group; a POST changes its name or time zone."""
    found = group_at(group, person_of(request))
    if request.method != "POST":
        return _menu(request, found)
    if "zone" in request.POST:
        return _save_zone(request, found)
    form = GroupForm(request.POST)
    if not form.is_valid():
        return _menu(request, found, typed=request.POST.get("name", ""), wrong=str(form.errors["name"][0]))
    with writing():
        Group.objects.filter(pk=found.pk).update(name=form.cleaned_data["name"])
    return see_other(reverse("group_menu", args=[group]) + "?notice=named")


def _save_zone(request: HttpRequest, group: Group) -> HttpResponse:
    """Save the time zone of a group.

    Raises Http404 unless by its owner.
    """
    zone, person = request.POST["zone"], person_of(request)
    if zone_named(zone) is None or person is None:
        raise Http404
    with writing():
        try:
            groups.must_own(group, person)
        except GroupError as error:
            raise Http404 from error
        Group.objects.filter(pk=group.pk).update(zone=zone)
    return see_other(reverse("group_menu", args=[group.address]) + "?notice=named")


def _menu(request: HttpRequest, group: Group, *, typed: str | None = None, wrong: str = "") -> HttpResponse:
    context = {
        "group": group,
        "called": group_title(group),
        "name": group.name if typed is None else typed,
        "wrong": wrong,
        "saved": not wrong and request.GET.get("notice") == "named",
        "members": Member.objects.filter(group=group).count(),
        "players": group.players.filter(merged_into=None).count(),
        "zone": group.zone if zone_named(group.zone) else "UTC",
        "zones": zones(),
        "owner": Member.objects.filter(group=group, person=person_of(request), owner=True).exists(),
    }
    return render(request, "people/group_menu.html", context, status=422 if wrong else 200)

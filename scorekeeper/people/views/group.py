"""Menu of a group with its name and time zone, and its members."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.core.db.write_lock import writing
from scorekeeper.core.i18n.dates import zone_named, zones
from scorekeeper.core.web.http import see_other
from scorekeeper.core.web.numbers import number_of
from scorekeeper.people import groups
from scorekeeper.people.avatars import initials
from scorekeeper.people.forms import GroupForm
from scorekeeper.people.groups import GroupError
from scorekeeper.people.identity import group_at, person_of
from scorekeeper.people.messages import error_message, group_title
from scorekeeper.people.models import Group, Member, Person

KEEP_LINK_FIELD = "keep-link"  # field of the form: remove a member without changing the invite link


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


@require_http_methods(["GET", "HEAD", "POST"])
def members(request: HttpRequest, group: str) -> HttpResponse:
    """List the members.

    A member may leave; the owner may remove members and hand the group over.
    """
    person = person_of(request)
    found = group_at(group, person)
    assert person is not None
    if request.method != "POST":
        return _members(request, found, person)
    do = request.POST.get("do", "")
    try:
        if do == "leave":
            groups.leave(found, person)
            return see_other(reverse("home"))
        number = number_of(request.POST.get("member", ""))
        if do == "remove":
            groups.remove(found, person, number, keep_link=KEEP_LINK_FIELD in request.POST)
        elif do == "hand":
            groups.hand_over(found, person, number)
        else:
            raise Http404
    except GroupError as error:
        return _members(request, found, person, wrong=error_message(error.code))
    notice = "kept" if do == "remove" and KEEP_LINK_FIELD in request.POST else do
    return see_other(reverse("members", args=[group]) + f"?notice={notice}")


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


def _members(request: HttpRequest, group: Group, person: Person, *, wrong: str = "") -> HttpResponse:
    rows = _rows(group, person)
    mine = next((row for row in rows if row["mine"]), None)
    context = {
        "group": group,
        "called": group_title(group),
        "rows": rows,
        "is_owner": bool(mine and mine["owner"]),
        "claimed": bool(mine and mine["player"]),
        "question": None if wrong else _question(request, rows),
        "notice": "" if wrong else _notice(request.GET.get("notice", "")),
        "wrong": wrong,
    }
    return render(request, "people/members.html", context, status=422 if wrong else 200)


def _rows(group: Group, person: Person) -> list[dict[str, Any]]:
    """Return the rows of the members: the owner, then the others by time of joining."""
    found = list(
        Member.objects.filter(group=group).select_related("player").order_by("-owner", "joined", "pk")
    )
    letters = initials([member.player.name if member.player else "" for member in found])
    return [
        {
            "number": member.pk,
            "player": member.player,
            "letter": letter,
            "owner": member.owner,
            "mine": member.person_id == person.pk,
            "joined": member.joined,
            "name": _name(member, person),
        }
        for member, letter in zip(found, letters, strict=True)
    ]


def _name(member: Member, person: Person) -> str:
    if member.player is not None:
        return member.player.name
    return _("You") if member.person_id == person.pk else _("A member")


class Question(NamedTuple):
    """Question before an action about a member, or before leaving, which names no member."""

    action: str
    member: dict[str, Any] | None
    text: str


def _question(request: HttpRequest, rows: list[dict[str, Any]]) -> Question | None:
    """Return the question that the request asks for; None for no action."""
    if "leave" in request.GET:
        return Question("leave", None, _leave_question(rows))
    for do, words in (
        ("remove", _("Remove %(name)s from the group? What was played stays.")),
        ("hand", _("Make %(name)s the owner of the group?")),
    ):
        number = number_of(request.GET.get(do, ""))
        row = next((row for row in rows if row["number"] == number and not row["mine"]), None)
        if row is not None:
            return Question(do, row, words % {"name": row["name"]})
    return None


def _leave_question(rows: list[dict[str, Any]]) -> str:
    others = [row for row in rows if not row["mine"]]
    if not others:
        return _("The group stays, without members. Its link is then the only way in.")
    if any(row["owner"] for row in others):
        return _("You will no longer see its games. What was played stays.")
    words = _("You will no longer see its games. %(name)s, its longest-standing member, becomes the owner.")
    return words % {"name": min(others, key=lambda row: (row["joined"], row["number"]))["name"]}


def _notice(what: str) -> str:
    return {
        "remove": _("Removed. The link of the group is new."),
        "kept": _("Removed. The link of the group is still the old one."),
        "hand": _("Handed over."),
    }.get(what, "")

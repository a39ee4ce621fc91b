"""Invite link of a group: its page with a QR code, and the page that it opens."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scorekeeper.core.web.http import see_other
from scorekeeper.core.web.middleware import holds_a_secret
from scorekeeper.core.web.qr import picture
from scorekeeper.people import groups, rate_limits
from scorekeeper.people.avatars import initials
from scorekeeper.people.groups import GroupError
from scorekeeper.people.identity import ensure_person, group_at, person_of, renew_session
from scorekeeper.people.invite_links import group_of_link, invite_link
from scorekeeper.people.messages import error_message, group_title
from scorekeeper.people.models import Group, Member
from scorekeeper.people.players import visible_players

MOST_NAMED = 6


@holds_a_secret
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest, group: str) -> HttpResponse:
    """Show the invite link; a POST by the owner changes it."""
    person = person_of(request)
    found = group_at(group, person)
    assert person is not None
    wrong = ""
    if request.method == "POST":
        try:
            groups.change_link(found, person)
            return see_other(reverse("group_invite", args=[group]) + "?notice=link")
        except GroupError as error:
            wrong = error_message(error.code)
    link, reachable = invite_link(request, found)
    context = {
        "group": found,
        "called": group_title(found),
        "link": link,
        "picture": picture(link),
        "reachable": reachable,
        "is_owner": Member.objects.filter(group=found, person=person, owner=True).exists(),
        "confirming": not wrong and "change" in request.GET,
        "notice": not wrong and request.GET.get("notice") == "link",
        "wrong": wrong,
    }
    return render(request, "people/invite.html", context, status=422 if wrong else 200)


@holds_a_secret
@require_http_methods(["GET", "HEAD", "POST"])
def join_group(request: HttpRequest, group: str, key: str) -> HttpResponse:
    """Ask whether to join the group of a link; a POST joins, and makes a visitor a guest."""
    if request.method == "POST":
        # counted before the lookup; a valid link is uncounted again
        verdict = rate_limits.must_allow("group link", request)
    found = group_of_link(group, key)
    if found is None:
        raise Http404
    if request.method != "POST":
        return _join_page(request, found, key)
    rate_limits.uncount(verdict)
    if request.user.is_authenticated:
        request.session.cycle_key()  # the privileges rise
    person = ensure_person(request)
    renew_session(request)
    try:
        member = groups.join(found, person)
    except GroupError as error:
        return _join_page(request, found, key, wrong=error_message(error.code))
    return see_other(reverse("group_menu" if member.player_id else "people", args=[group]) + "?notice=joined")


def _join_page(request: HttpRequest, group: Group, key: str, *, wrong: str = "") -> HttpResponse:
    person = person_of(request)
    players = [player for player in visible_players(group) if player.left_at is None]
    letters = initials([player.name for player in players])
    context = {
        "group": group,
        "called": group_title(group),
        "token": key,
        "players": list(zip(players, letters, strict=True))[:MOST_NAMED],
        "others": max(0, len(players) - MOST_NAMED),
        "inside": person is not None and Member.objects.filter(group=group, person=person).exists(),
        "wrong": wrong,
    }
    return render(request, "people/join_group.html", context, status=422 if wrong else 200)

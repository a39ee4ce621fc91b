"""People of a group: members and players in one list; leave, remove, hand over, claim a player."""

from __future__ import annotations

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.core.web.http import see_other
from scorekeeper.core.web.numbers import number_of
from scorekeeper.people import groups, players
from scorekeeper.people.groups import GroupError
from scorekeeper.people.identity import membership
from scorekeeper.people.messages import error_message, group_title
from scorekeeper.people.models import Group, Member, Player

KEEP_LINK_FIELD = "keep-link"  # field of the form: remove a member without changing the invite link


@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, group: str) -> HttpResponse:
    """List members and players.

    A member may claim a player, or leave; the owner may remove members and hand the group over.
    """
    found, mine = membership(request, group)
    if request.method != "POST":
        return _page(request, found, mine)
    do = request.POST.get("do", "claim")
    try:
        _act(request, do, found, mine)
    except GroupError as error:
        return _page(request, found, mine, wrong=error_message(error.code))
    if do == "leave":
        return see_other(reverse("home"))
    notice = "kept" if do == "remove" and KEEP_LINK_FIELD in request.POST else do
    return see_other(reverse("people", args=[group]) + f"?notice={notice}")


@require_http_methods(["GET", "HEAD", "POST"])
def former_address(request: HttpRequest, group: str) -> HttpResponse:
    """Redirect from the former pages of members and of players; a form of theirs is sent again."""
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    return HttpResponseRedirect(reverse("people", args=[group]) + query, preserve_request=True)


def _act(request: HttpRequest, do: str, group: Group, mine: Member) -> None:
    """Do what a form asks for.

    Raises Http404 for an unknown action or player, GroupError where it is refused.
    """
    if do == "claim":
        players.claim(group, mine.person, players.player_at(group, request.POST.get("player", "")).pk)
    elif do == "leave":
        groups.leave(group, mine.person)
    elif do == "remove":
        number = number_of(request.POST.get("member", ""))
        groups.remove(group, mine.person, number, keep_link=KEEP_LINK_FIELD in request.POST)
    elif do == "hand":
        groups.hand_over(group, mine.person, number_of(request.POST.get("member", "")))
    else:
        raise Http404


class Row(NamedTuple):
    """Row of the list: a member with or without a player, or a player without a member."""

    name: str
    letter: str
    player: Player | None
    member: Member | None
    mine: bool


def _page(request: HttpRequest, group: Group, mine: Member, *, wrong: str = "") -> HttpResponse:
    members, others = _rows(group, mine)
    context = {
        "group": group,
        "called": group_title(group),
        "members": members,
        "others": others,
        "is_owner": mine.owner,
        "claimed": mine.player_id is not None,
        "question": None if wrong else _question(request, members),
        "notice": "" if wrong else _notice(request.GET.get("notice", "")),
        "wrong": wrong,
    }
    return render(request, "people/people.html", context, status=422 if wrong else 200)


def _rows(group: Group, mine: Member) -> tuple[list[Row], list[Row]]:
    """Return the members, the owner first, and the players without a member by name."""
    members = list(
        Member.objects.filter(group=group).select_related("player").order_by("-owner", "joined", "pk")
    )
    everyone = players.visible_players(group)
    others = [player for player in everyone if not hasattr(player, "member")]
    letters = players.player_letters(everyone)
    return (
        [
            Row(
                _name(member, mine),
                letters.get(member.player_id or 0, ""),
                member.player,
                member,
                member.pk == mine.pk,
            )
            for member in members
        ],
        [Row(player.name, letters[player.pk], player, None, mine=False) for player in others],
    )


def _name(member: Member, mine: Member) -> str:
    if member.player is not None:
        return member.player.name
    return _("You") if member.pk == mine.pk else _("A member")


class Question(NamedTuple):
    """Question before an action about a member, or before leaving, which names no member."""

    action: str
    member: Member | None
    text: str


def _question(request: HttpRequest, rows: list[Row]) -> Question | None:
    """Return the question that the request asks for; None for no action."""
    if "leave" in request.GET:
        return Question("leave", None, _leave_question(rows))
    for do, words in (
        ("remove", _("Remove %(name)s from the group? What was played stays.")),
        ("hand", _("Make %(name)s the owner of the group?")),
    ):
        number = number_of(request.GET.get(do, ""))
        for row in rows:
            if row.member is not None and row.member.pk == number and not row.mine:
                return Question(do, row.member, words % {"name": row.name})
    return None


def _leave_question(rows: list[Row]) -> str:
    others = {row.member: row.name for row in rows if row.member is not None and not row.mine}
    if not others:
        return _("The group stays, without members. Its link is then the only way in.")
    if any(member.owner for member in others):
        return _("You will no longer see its games. What was played stays.")
    words = _("You will no longer see its games. %(name)s, its longest-standing member, becomes the owner.")
    return words % {"name": others[min(others, key=lambda member: (member.joined, member.pk))]}


def _notice(what: str) -> str:
    return {
        "remove": _("Removed. The link of the group is new."),
        "kept": _("Removed. The link of the group is still the old one."),
        "hand": _("Handed over."),
        "joined": _("You have joined. Which player are you?"),
        "claim": _("This is you from now on, at every table of the group."),
        "unclaim": _("The player is no longer linked to a phone."),
        "keep": _("Saved."),
        "merged": _("The two are now one player."),
    }.get(what, "")

"""Players of a group: edit one, merge two."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.core.db.write_lock import writing
from scorekeeper.core.web.http import see_other
from scorekeeper.people import players
from scorekeeper.people.forms import PlayerForm
from scorekeeper.people.groups import GroupError
from scorekeeper.people.identity import membership
from scorekeeper.people.messages import error_message, group_title, merge_error_message
from scorekeeper.people.models import Member, Person, Player
from scorekeeper.people.player_merge import MergeError, check_mergeable, merge_players, merge_summary
from scorekeeper.people.players import player_at


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, group: str, player: str) -> HttpResponse:
    """Edit the name and payment links of a player, or whether they left; claim or release them.

    Claiming and releasing save the fields too: their buttons send what was typed.
    """
    found, mine = membership(request, group)
    row = player_at(found, player)
    saved = {"name": row.name, "links": row.payment_links, "left": row.left_at is not None}
    do, wrong = request.POST.get("do", "keep"), ""
    form = PlayerForm(request.POST if request.method == "POST" else None, initial=saved)
    if request.method != "POST":
        return _edit_page(request, row, mine, form)
    try:
        action = None if do == "keep" else _action(do)
        if form.is_valid():
            with writing():
                players.update_player(found, row.pk, mine.person, **form.cleaned_data)
                if action:
                    action(found, mine.person, row.pk)
    except GroupError as error:
        field = {"name_taken": "name", "links_his": "links"}.get(error.code)
        if field:
            form.add_error(field, error_message(error.code))
        else:
            wrong = error_message(error.code)
    if wrong or form.errors:
        return _edit_page(request, row, mine, form, wrong)
    return see_other(reverse("people", args=[group]) + f"?notice={do}")


@require_http_methods(["GET", "HEAD", "POST"])
def merge_two(request: HttpRequest, group: str, player: str) -> HttpResponse:
    """Merge two players: choose the other one, then the name that stays, then confirm."""
    found, mine = membership(request, group)
    one = player_at(found, player)
    chosen = (request.POST if request.method == "POST" else request.GET).get("other", "")
    if not chosen:
        return _choose_other(request, one)
    other = player_at(found, chosen)
    named = (request.POST if request.method == "POST" else request.GET).get("stays", "")
    stays = next((each for each in (one, other) if each.address == named), None)
    if request.method != "POST":
        return _merge_page(request, mine.person, one, other, stays)
    if stays is None:
        return _merge_page(request, mine.person, one, other, wrong=_("Choose the name that stays."))
    try:
        merge_players(found, (other if stays is one else one).pk, stays.pk, mine.person)
    except MergeError as error:
        return _merge_page(request, mine.person, one, other, wrong=merge_error_message(error))
    return see_other(reverse("people", args=[group]) + "?notice=merged")


def _action(do: str) -> Any:
    if do not in ("claim", "unclaim"):
        raise Http404
    return getattr(players, do)


def _edit_page(
    request: HttpRequest, player: Player, mine: Member, form: PlayerForm, wrong: str = ""
) -> HttpResponse:
    member = Member.objects.filter(player=player).first()
    context = {
        "group": player.group,
        "called": group_title(player.group),
        "player": player,
        "letter": players.player_letters(players.players_of(player.group))[player.pk],
        "form": form,
        "wrong": wrong,
        "is_me": member is not None and member.pk == mine.pk,
        "is_another": member is not None and member.pk != mine.pk,
        "pays_here": players.may_edit_payment_links(mine, player),
        "i_am": mine.player,
        "is_owner": mine.owner,
    }
    return render(request, "people/player.html", context, status=422 if wrong or form.errors else 200)


def _choose_other(request: HttpRequest, one: Player) -> HttpResponse:
    everyone = players.visible_players(one.group)
    letters = players.player_letters(everyone)
    pairs = [(player, letters[player.pk]) for player in everyone if player.pk != one.pk]
    context = {"group": one.group, "player": one, "others": pairs}
    return render(request, "people/merge_choose.html", context)


def _merge_page(
    request: HttpRequest,
    person: Person,
    one: Player,
    other: Player,
    stays: Player | None = None,
    *,
    wrong: str = "",
) -> HttpResponse:
    """Ask which name stays; with `stays`, show what is merged into that name and ask for a confirmation."""
    try:
        check_mergeable(one, other, person)
    except MergeError as error:
        wrong = merge_error_message(error)
        both: list[tuple[Player, str, list[str]]] = []
    else:
        letters = players.player_letters(players.players_of(one.group))
        both = [(each, letters[each.pk], merge_summary(each)) for each in (one, other)]
    goes = other if stays is one else one
    context = {
        "group": one.group,
        "player": one,
        "other": other,
        "both": both,
        "wrong": wrong,
        "stays": stays,
        "goes": goes,
    }
    return render(request, "people/merge.html", context, status=422 if wrong else 200)

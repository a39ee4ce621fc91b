"""The page about phones: the list, taking a seat, leaving, and the host's decisions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.core.db.write_lock import writing
from scorekeeper.core.web.http import see_other
from scorekeeper.core.web.numbers import number_of
from scorekeeper.games.messages import explain
from scorekeeper.people.identity import BACKEND, ensure_person
from scorekeeper.people.names import isolated
from scorekeeper.play.access_links import forget_links, visitor_of
from scorekeeper.play.loading import load
from scorekeeper.play.permissions import Permissions, Role, Visitor
from scorekeeper.play.table import Table
from scorekeeper.play.write_request import sent_or_new_key
from scorekeeper.rules.contract import RuleError
from scorekeeper.table import host_decisions, participation
from scorekeeper.table.guidance import end_asking
from scorekeeper.table.participants import Participant, Participants, participants_of, writers

Decide = Callable[[HttpRequest, str, Visitor], None]
KEEP_LINK_FIELD = "keep-link"  # the field that keeps the link when a phone is removed


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, address: str) -> HttpResponse:
    """Show the phones to everyone with a seat, and handle the host's decisions."""
    visitor = visitor_of(request)
    table = load(address, visitor)
    if not table.permissions.is_player:
        raise Http404
    if request.method != "POST":
        return _page(request, table, visitor)
    do = request.POST.get("do", "")
    if do not in DECISIONS:
        raise Http404
    try:
        DECISIONS[do](request, address, visitor)
    except RuleError as error:
        return _page(request, table, visitor, wrong=explain(error), status=422)
    done = "kept" if do == "remove" and KEEP_LINK_FIELD in request.POST else do
    return see_other(reverse("participants", args=[address], query={"notice": done}))


@require_POST
def sit(request: HttpRequest, address: str) -> HttpResponse:
    """Take a seat.

    This is the step that turns a visitor into a guest.
    """
    visitor = visitor_of(request)
    table = load(address, visitor)
    if "seat" not in request.POST:
        raise Http404
    key = request.POST["seat"] or None
    if key is not None:
        table.seat(key)
    try:
        _sit(request, address, visitor, key)
    except RuleError as error:
        return render(
            request, "table/table_full.html", {"session": table.session, "why": explain(error)}, status=422
        )
    # a seat replaces the pass, so that the pass opens nothing after the player leaves
    end_asking(request)
    return forget_links(request, see_other(reverse("table", args=[address])), [address])


@require_POST
def leave(request: HttpRequest, address: str) -> HttpResponse:
    """Leave the table.

    The response deletes the data that the phone stored about its games.
    """
    visitor = visitor_of(request)
    table = load(address, visitor)
    if table.permissions.role is Role.MEMBER:
        raise Http404  # members leave on the page of their group
    try:
        left = participation.leave(address, visitor)
    except RuleError as error:
        return _page(request, table, visitor, wrong=explain(error), status=422)
    if visitor.person is not None:
        request.session.cycle_key()
    return forget_links(request, render(request, "table/left.html", {"left": left}), left.addresses)


def _sit(request: HttpRequest, address: str, visitor: Visitor, seat: str | None) -> None:
    """Seat the visitor.

    They gain permissions, so the session key changes.
    """
    form = sent_or_new_key(request.POST.get("key", ""))
    with writing():
        # locked until seated: the same form sent twice waits here and then finds the guest
        table = load(address, visitor, lock=True)
        known = visitor.person or participation.guest_seated_by(table, form)
        participation.check_room(table, replace(visitor, person=known))  # before a guest is created
        if visitor.person is not None:
            request.session.cycle_key()
        elif known is not None:
            login(request, known, backend=BACKEND)
        participation.take_seat(address, replace(visitor, person=ensure_person(request)), seat, form)


# --- decisions of the host -------------------------------------------------------------------------------


def _remove(request: HttpRequest, address: str, visitor: Visitor) -> None:
    host_decisions.remove_phone(address, visitor, _number(request), keep_link=KEEP_LINK_FIELD in request.POST)


def _let_back(request: HttpRequest, address: str, visitor: Visitor) -> None:
    host_decisions.let_back(address, visitor, _number(request))


def _hand_over(request: HttpRequest, address: str, visitor: Visitor) -> None:
    host_decisions.hand_over(address, visitor, _number(request))


def _accept_request(request: HttpRequest, address: str, visitor: Visitor) -> None:
    host_decisions.answer_request(address, visitor, _number(request), yes=True)


def _decline_request(request: HttpRequest, address: str, visitor: Visitor) -> None:
    host_decisions.answer_request(address, visitor, _number(request), yes=False)


def _change_link(_request: HttpRequest, address: str, visitor: Visitor) -> None:
    host_decisions.change_link(address, visitor)


def _let_write(request: HttpRequest, address: str, visitor: Visitor) -> None:
    host_decisions.set_writers(address, visitor, request.POST.get("writers", ""))


def _number(request: HttpRequest) -> int:
    """Return the number of the phone that the decision concerns, 0 if malformed."""
    return number_of(request.POST.get("phone", ""))


DECISIONS: dict[str, Decide] = {
    "remove": _remove,
    "back": _let_back,
    "seat": _accept_request,
    "no-seat": _decline_request,
    "hand": _hand_over,
    "link": _change_link,
    "write": _let_write,
}


# --- the page --------------------------------------------------------------------------------------------


def _page(
    request: HttpRequest, table: Table, visitor: Visitor, *, wrong: str = "", status: int = 200
) -> HttpResponse:
    inside = participants_of(table, visitor)
    question = _question(request, inside, table.permissions)
    context = {
        "table": table,
        "session": table.session,
        "game_name": table.game_name,
        "participants": inside,
        "is_host": table.permissions.is_host,
        "may_leave": table.permissions.role is Role.PLAYER,
        "question": question,
        "left": participation.games_to_leave(table.session.address, visitor)
        if question and question.action == "leave"
        else None,
        "seats": [] if inside.mine is None else table.seats,
        "writers": writers(table),
        "notice_text": "" if wrong else _notice_text(request.GET.get("notice", "")),
        "wrong": wrong,
    }
    return render(request, "table/participants.html", context, status=status)


class Question(NamedTuple):
    """Question before a decision about a phone, or before leaving, which names no phone."""

    action: str
    phone: Participant | None
    text: str


def _question(request: HttpRequest, inside: Participants, permissions: Permissions) -> Question | None:
    """Return the question that the request asks for and the visitor may decide."""
    if permissions.role is Role.PLAYER and "leave" in request.GET:
        return Question(
            "leave", None, _("Leave this table? What you entered stays. The link lets you in again.")
        )
    for do, words in (("remove", _removing), ("hand", _handing)) if permissions.is_host else ():
        phone = inside.phone(request.GET.get(do, ""))
        if phone and phone in inside.others and (do == "hand" or phone.removable):
            return Question(do, phone, words(phone))
    return None


def _removing(phone: Participant) -> str:
    if not phone.player:
        return _("Remove this guest’s phone? All lines stay.")
    return _("Remove %(player)s’s phone? %(player)s stays in the game, and all lines stay.") % {
        "player": isolated(phone.player)
    }


def _handing(phone: Participant) -> str:
    name = isolated(phone.player) or _("this guest")
    return _("Make %(player)s the host? %(player)s then decides about the phones here instead of you.") % {
        "player": name
    }


def _notice_text(done: str) -> str:
    """Return the text shown after a decision."""
    return {
        "remove": _("The phone is removed, and the link is new. Players stay; spectators need the new one."),
        "kept": _("The phone is removed. Only you can let it back in."),
        "back": _("The phone is back at the table."),
        "seat": _("The phone can now enter these lines, too."),
        "no-seat": _("The phone stays as it was."),
        "hand": _("The table has a new host."),
        "link": _("The link is new. Old links and codes no longer work, spectators are out; players stay."),
    }.get(done, "")

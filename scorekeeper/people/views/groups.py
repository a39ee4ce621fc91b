"""Groups of a person: choose the current one, create another."""

from __future__ import annotations

import uuid
from datetime import timedelta

from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scorekeeper.core.db.disk_space import check_disk_space
from scorekeeper.core.db.write_lock import one_by_one, writing
from scorekeeper.core.web.http import see_other
from scorekeeper.people import groups, rate_limits
from scorekeeper.people.forms import GroupForm
from scorekeeper.people.groups import GroupError
from scorekeeper.people.identity import BACKEND, ensure_person, group_at, person_of, renew_session
from scorekeeper.people.messages import error_message, group_title
from scorekeeper.people.models import Group, Member
from scorekeeper.people.players import names_by_group

NAMES = 6  # players named for each group, so that groups of one name can be told apart
TWICE = timedelta(minutes=1)  # time in which a form may be sent again because its response was lost


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest) -> HttpResponse:
    """List the groups of a person; a POST chooses the current one or creates one."""
    if request.method != "POST":
        return _page(request)
    if request.POST.get("do") == "choose":
        return _choose(request)
    if request.POST.get("do") != "begin":
        raise Http404
    form = GroupForm(request.POST)
    if not form.is_valid():
        return _page(request, wrong=str(form.errors["name"][0]))
    check_disk_space()
    rate_limits.must_allow("new group", request)
    try:
        _create(request, form.cleaned_data["name"])
    except GroupError as error:
        return _page(request, wrong=error_message(error.code))
    renew_session(request)
    return see_other(reverse("home"))


def _create(request: HttpRequest, name: str) -> None:
    """Create a group, once for each form.

    Raises GroupError.
    """
    key = _key_of(request) or uuid.uuid4()
    with one_by_one(key):
        if not _is_repeated(request, key, name):
            used = Group.objects.filter(key=key).exists()  # with another name, or by another person
            groups.create_group(ensure_person(request), name, None if used else key)


def _is_repeated(request: HttpRequest, key: uuid.UUID, name: str) -> bool:
    """Return whether this form has created a group of this name already, for the same person.

    A visitor who taps twice is still a visitor the second time, and only the key shows that it is the same device. It
    counts for a minute, and only while the group has no other member; then the visitor is logged in as its owner.
    """
    members = list(Member.objects.filter(group__key=key, group__name=name).select_related("person"))
    person = person_of(request)
    if person is not None:
        return any(member.person_id == person.pk for member in members)
    if len(members) != 1 or timezone.now() - members[0].joined > TWICE or members[0].person.has_account:
        return False
    login(request, members[0].person, backend=BACKEND)
    ensure_person(request)
    return True


def _key_of(request: HttpRequest) -> uuid.UUID | None:
    """Return the key of a form, None for a form of an older version or a malformed key."""
    try:
        return uuid.UUID(request.POST.get("key", ""))
    except ValueError:
        return None


def _choose(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    group = group_at(request.POST.get("group", ""), person)
    assert person is not None
    with writing():
        groups.set_current_group(person, group)
    return see_other(reverse("home"))


def _page(request: HttpRequest, *, wrong: str = "") -> HttpResponse:
    person = person_of(request)
    mine = groups.groups_of(person) if person else []
    current = groups.current_group(person, mine) if person else None
    present = names_by_group(mine)
    context = {
        "rows": [(group, group_title(group), present[group.pk][:NAMES], group == current) for group in mine],
        "typed": request.POST.get("name", ""),
        "key": _key_of(request) or uuid.uuid4(),
        "wrong": wrong,
    }
    return render(request, "people/groups.html", context, status=422 if wrong else 200)

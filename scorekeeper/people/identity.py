"""The person, device and group of a request.

The first write of a visitor creates a guest: a person with a session cookie that lasts a year. Reading creates no row
and does not extend the year. A guest who starts a game gets a group. An account is the same row with another login
method (see `account`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, cast

from django.contrib.auth import login
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.views.decorators.http import require_http_methods

from scorekeeper.core.db.compiled_query import CompiledQuery
from scorekeeper.core.db.disk_space import check_disk_space
from scorekeeper.core.i18n.dates import fall_back, phone_zone
from scorekeeper.core.web.http import see_other

from .groups import current_group, groups_of
from .language import chosen_on_phone
from .models import Device, Group, Member, Person, is_address
from .rate_limits import must_allow

if TYPE_CHECKING:  # Django imports the session engine by its path
    from .recognise import SessionStore

DEVICE = "device"
BACKEND = "scorekeeper.people.recognise.PersonBackend"
_GROUP = CompiledQuery(
    lambda address, person: Group.objects.filter(address=address, member__person=person)[:1],
    address=str,
    person=int,
)


def person_of(request: HttpRequest) -> Person | None:
    """Return the person of a request, None for a visitor."""
    return request.user if request.user.is_authenticated else None


def may_prompt_for_account(request: HttpRequest) -> bool:
    """Return whether the person is a guest who has not dismissed the prompt for an account."""
    person = person_of(request)
    return person is not None and not (person.has_account or person.account_prompt_dismissed)


def person_required(
    view: Callable[[HttpRequest, Person], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Decorate a view that takes a person; other visitors are redirected to the account page."""

    @wraps(view)
    def inner(request: HttpRequest) -> HttpResponse:
        person = person_of(request)
        return see_other(reverse("account")) if person is None else view(request, person)

    return require_http_methods(["GET", "HEAD", "POST"])(inner)


def device_of(request: HttpRequest) -> int:
    """Return the primary key of the device.

    The request must be of a person.
    """
    return int(request.session[DEVICE])


def group_of(person: Person | None) -> Group | None:
    """Return the current group of a person; None for a visitor or a person without a group."""
    return None if person is None else current_group(person, groups_of(person))


def group_at(address: str, person: Person | None) -> Group:
    """Return the group at an address.

    Raises Http404 unless the person is a member.
    """
    if person is None or not is_address(address):
        raise Http404
    found = _GROUP.first(address=address, person=person.pk)
    if found is None:
        raise Http404
    fall_back(found.zone)
    return found


def membership(request: HttpRequest, address: str) -> tuple[Group, Member]:
    """Return the group at an address and the membership of the request's person.

    Raises Http404 unless they are a member.
    """
    group = group_at(address, person_of(request))
    found = Member.objects.select_related("person").filter(group=group, person=person_of(request)).first()
    if found is None:  # removed meanwhile
        raise Http404
    return group, found


def ensure_group(person: Person) -> Group:
    """Return the current group of a person, with a time zone, and create it if there is none.

    Raises DiskFullError.
    """
    group = group_of(person)
    if group is None:
        check_disk_space()
        group = Group.objects.create(zone=phone_zone())
        Member.objects.create(group=group, person=person, owner=True)
    elif not group.zone and (zone := phone_zone()):  # the group is older than the field
        group.zone = zone
        Group.objects.filter(pk=group.pk).update(zone=zone)
    return group


def renew_session(request: HttpRequest) -> None:
    """Extend the session and its cookie by a year from now."""
    request.session.modified = True


def ensure_person(request: HttpRequest) -> Person:
    """Return the person of a writing request; a visitor becomes a guest with a device.

    A session that is due is renewed. Raises RateLimitError.
    """
    person = person_of(request)
    if person is None:
        must_allow("new person", request)
        with transaction.atomic():
            person = Person(username=f"guest-{get_random_string(22)}", language=chosen_on_phone(request))
            person.set_unusable_password()
            person.save()
            device = Device.objects.create(person=person)
        login(request, person, backend=BACKEND)
        request.session[DEVICE] = device.pk
        return person
    if DEVICE not in request.session:
        request.session[DEVICE] = Device.objects.create(person=person).pk
    if cast("SessionStore", request.session).renewal_due:
        renew_session(request)
    return person

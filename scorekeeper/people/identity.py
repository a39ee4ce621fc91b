"""Guests: whoever writes for the first time becomes a real user row, held by a year-long cookie.

Looking never makes a row, and no year longer: writing does. A guest who begins a game gets a group of his own; an
account is the same row with another way in (`account`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from django.contrib.auth import login
from django.db import transaction
from django.http import Http404, HttpRequest
from django.utils.crypto import get_random_string

from scorekeeper.core.i18n.dates import fall_back, phone_zone

from .groups import current_of, groups_of
from .language import chosen_on_phone
from .models import Device, Group, Member, Person, is_address
from .rate_limits import must_allow
from .room import must_have_room

if TYPE_CHECKING:  # an engine of sessions, which Django imports by itself
    from .recognise import SessionStore

DEVICE = "device"
BACKEND = "scorekeeper.people.recognise.PersonBackend"


def person_of(request: HttpRequest) -> Person | None:
    """Who is holding this phone, None for somebody who has not written yet."""
    return request.user if request.user.is_authenticated else None


def is_guest(request: HttpRequest) -> bool:
    """Whether this is somebody without an account who may still be asked whether he wants one."""
    person = person_of(request)
    return person is not None and not (person.kept or person.hushed)


def device_of(request: HttpRequest) -> int:
    """The number of this phone. Only for requests of a person."""
    return int(request.session[DEVICE])


def group_of(person: Person | None) -> Group | None:
    """The group that a person plays in; None for a stranger, and for somebody who is in none any more."""
    return None if person is None else current_of(person, groups_of(person))


def group_at(address: str, person: Person | None) -> Group:
    """The group at an address, for whoever is of it. Raises Http404 for everybody else."""
    if person is None or not is_address(address):
        raise Http404
    found = Group.objects.filter(address=address, member__person=person).first()
    if found is None:
        raise Http404
    fall_back(found.zone)
    return found


def ensure_group(person: Person) -> Group:
    """The group that a person plays in, a fresh one of his own where he is in none; it has a zone from then on.

    Raises NoRoomError.
    """
    group = group_of(person)
    if group is None:
        must_have_room()
        group = Group.objects.create(zone=phone_zone())
        Member.objects.create(group=group, person=person, owner=True)
    elif not group.zone and (zone := phone_zone()):  # it was made before groups had a zone
        group.zone = zone
        Group.objects.filter(pk=group.pk).update(zone=zone)
    return group


def remember(request: HttpRequest) -> None:
    """Let this phone be known for another year from now: its session and cookie are written anew."""
    request.session.modified = True


def ensure_person(request: HttpRequest) -> Person:
    """The person of this request, for whoever writes; a stranger becomes a guest with a device.

    Somebody who is known by a session of long ago is known for another year. Raises TooManyError.
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
    if cast("SessionStore", request.session).waning:
        remember(request)
    return person

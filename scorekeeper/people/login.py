"""Signing in: a browser becomes a phone of somebody who is known, and what its guest had comes along.

The session has another key afterwards, whatever it was before. The phone stays the same phone where its guest was
merged: lines that still wait on it are his own.
"""

from __future__ import annotations

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from scorekeeper.core.db.write_lock import writing
from scorekeeper.core.web.http import see_other

from .guest_merge import merge
from .identity import BACKEND, DEVICE, person_of
from .models import Device, Person


class SignedInError(Exception):
    """Somebody else who has an account is signed in here: he signs out first."""


def come_as(request: HttpRequest, person: Person) -> HttpResponse:
    """Let this browser be a phone of that person, and go on to his games; who is signed in goes to his own page."""
    try:
        become(request, person)
    except SignedInError:
        return see_other(reverse("you"))
    return see_other(reverse("home"))


def become(request: HttpRequest, person: Person) -> None:
    """Let this browser be a phone of that person: a new session. Raises SignedInError."""
    guest, device = person_of(request), None
    if guest is not None and guest.pk != person.pk:
        if guest.kept:
            raise SignedInError
        try:
            with writing():
                merge(guest, person)
        except ValueError as error:
            # while this was on its way the guest got an account, or came in somewhere else
            raise SignedInError from error
        device = request.session.get(DEVICE)
        person.refresh_from_db()
    elif guest is not None:
        device = request.session.get(DEVICE)
    login(request, person, backend=BACKEND)
    request.session[DEVICE] = device or Device.objects.create(person=person).pk

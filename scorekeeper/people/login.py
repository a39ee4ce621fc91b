"""Log in: the browser becomes a device of the person.

Its guest is merged into the account. The session key changes in every case. Where a guest is merged, the device
remains, so that entries waiting in its outbox are still its own.
"""

from __future__ import annotations

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from scorekeeper.core.db.write_lock import writing
from scorekeeper.core.web.http import see_other

from .guest_merge import merge_guest
from .identity import BACKEND, DEVICE, person_of
from .models import Device, Person


class OtherAccountError(Exception):
    """Another account is logged in on this browser and has to be logged out first."""


def log_in_and_redirect(request: HttpRequest, person: Person) -> HttpResponse:
    """Log in and redirect to the home page.

    Where another account is logged in, redirect to the account page without logging in.
    """
    try:
        log_in_as(request, person)
    except OtherAccountError:
        return see_other(reverse("account"))
    return see_other(reverse("home"))


def log_in_as(request: HttpRequest, person: Person) -> None:
    """Log the browser in as a person, merging its guest.

    Raises OtherAccountError.
    """
    guest, device = person_of(request), None
    if guest is not None and guest.pk != person.pk:
        if guest.has_account:
            raise OtherAccountError
        try:
            with writing():
                merge_guest(guest, person)
        except ValueError as error:
            # the guest became an account or was merged meanwhile
            raise OtherAccountError from error
        device = request.session.get(DEVICE)
        person.refresh_from_db()
    elif guest is not None:
        device = request.session.get(DEVICE)
    login(request, person, backend=BACKEND)
    request.session[DEVICE] = device or Device.objects.create(person=person).pk

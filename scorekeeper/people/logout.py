"""Log out: on one device or everywhere.

A session is a row on the server, so it ends at once, copies of its cookie included. Logging out everywhere changes the
unusable password, and with it the hash that Django checks in every session of the person.
"""

from __future__ import annotations

from django.contrib.auth import logout
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse

from scorekeeper.core.db.write_lock import writing

from . import mail
from .identity import DEVICE
from .models import Device, DeviceTransferCode, MailCode, Person

# sent with `person`, a primary key; receivers close the person's streams
logged_out = Signal()
# names of cookies with access to tables, deleted at logout; other rooms add theirs
DEVICE_COOKIES: set[str] = set()


def log_out(request: HttpRequest, person: Person) -> None:
    """Log out on this device.

    The device transfer code and this browser's mailed code become void.
    """
    with writing():
        DeviceTransferCode.objects.filter(person=person).delete()
        mail.discard_code(request)
        Device.objects.filter(pk=request.session.get(DEVICE, 0), person=person).delete()
        logged_out.send(sender=None, person=person.pk)
    logout(request)


def log_out_everywhere(person: Person) -> None:
    """End all sessions and delete all devices of a person, in a transaction of the caller.

    Logs do not change.
    """
    DeviceTransferCode.objects.filter(person=person).delete()
    MailCode.objects.filter(person=person).delete()
    Device.objects.filter(person=person).delete()
    person.set_unusable_password()
    person.save(update_fields=["password"])
    logged_out.send(sender=None, person=person.pk)


def delete_device_cookies(response: HttpResponse) -> HttpResponse:
    """Delete the cookies in `DEVICE_COOKIES` from the browser."""
    for name in DEVICE_COOKIES:
        response.delete_cookie(name, samesite="Lax")
    return response

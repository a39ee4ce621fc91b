"""Signing out: of this phone, or of all of them.

A session is a row that the server holds, so it ends at once, whoever has copied its cookie. Signing out everywhere also
changes the secret that every session of the person is sealed with: none of them has to be looked for.
"""

from __future__ import annotations

from django.contrib.auth import logout
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse

from scorekeeper.core.db.write_lock import writing

from . import mail
from .identity import DEVICE
from .models import CarryCode, Device, MailCode, Person

# sent with `person`, a number: open streams of his end
signed_out = Signal()
# what a browser carries besides its session that shows something of somebody; each room adds its own
PHONE_COOKIES: set[str] = set()


def leave(request: HttpRequest, person: Person) -> None:
    """Sign this phone out. Nothing of the person changes but that a code of his that carries him elsewhere is void."""
    with writing():
        CarryCode.objects.filter(person=person).delete()
        mail.forget(request)
        Device.objects.filter(pk=request.session.get(DEVICE, 0), person=person).delete()
        signed_out.send(sender=None, person=person.pk)
    logout(request)


def leave_everywhere(person: Person) -> None:
    """End all sessions and forget all devices of a person, within a transaction; numbers in the logs stay."""
    CarryCode.objects.filter(person=person).delete()
    MailCode.objects.filter(person=person).delete()
    Device.objects.filter(person=person).delete()
    person.set_unusable_password()
    person.save(update_fields=["password"])
    signed_out.send(sender=None, person=person.pk)


def forget_phone(response: HttpResponse) -> HttpResponse:
    """Let the browser drop what it carries of tables that it was shown."""
    for name in PHONE_COOKIES:
        response.delete_cookie(name, samesite="Lax")
    return response
